# Everything from a fresh Debian 12 or Raspberry Pi OS with python3, python3-venv and make.
#   make play               set up and start a table that needs no hardware (ARGS="…" is passed on)
#   make test               set up and run every check: lint, types, layers, tests, the browser ones included
#   make bench              measure; writes bench.json beside the printed table
#   make screenshots        pictures of every page in every state, in three languages, for review
#   make pictures           the pictures of the README, made by the demonstration itself
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

.PHONY: play test checks lint types layers firmware bench screenshots pictures clean

play: $(VENV)/installed
	@$(BIN)/tavolo play $(ARGS)

test: $(VENV)/installed-dev check-chromium check-firmware-tools checks
	@rm -f .pytest_cache/v/cache/lastfailed
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder $(ARGS) || { [ $$? = 1 ] && $(BIN)/python -m tests.again $(ARGS); }

# One apt-get at a time.
.NOTPARALLEL: test

# What is no test. CI has to read hardware/esphome with ESPHome too, whose environment (a minute of pip) is brought meanwhile.
checks: $(VENV)/installed-dev
	@if [ -n "$$CI" ]; then $(MAKE) --no-print-directory esphome & bringing=$$!; trap "kill $$bringing 2>/dev/null" EXIT; fi; \
	$(MAKE) --no-print-directory lint types layers firmware && { [ -z "$$CI" ] || wait $$bringing; }

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

layers: $(VENV)/installed-dev
	$(BIN)/lint-imports --no-cache

# The sensor board's firmware for every chip, and its core's own tests. Left out where its tools are missing, but not in CI.
firmware: check-firmware-tools
	@if command -v avr-gcc >/dev/null; then $(MAKE) --no-print-directory -C hardware/firmware all check; fi

bench: $(VENV)/installed-dev
	$(BIN)/tavolo bench --out bench.json $(ARGS)
	@if command -v avr-gcc >/dev/null; then $(BIN)/python -m tests.hil.measure; fi

screenshots: $(VENV)/installed-dev check-chromium
	$(BIN)/python -m tests.browser.screenshots $(ARGS)

pictures: $(VENV)/installed-dev check-chromium
	$(BIN)/python -m tests.browser.pictures $(ARGS)

.PHONY: check-python check-chromium check-firmware-tools
check-python:
	@command -v $(PYTHON) >/dev/null || { echo "python3 is missing. Bring it with:  sudo apt install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Tavolo needs Python 3.11 or newer; $$($(PYTHON) --version) is older. Debian 12 and Raspberry Pi OS (bookworm) have it."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "python3-venv is missing. Bring it with:  sudo apt install python3-venv"; exit 1; }

# The browser tests drive Debian's Chromium; where it is missing and apt may be used, it is installed.
check-chromium:
	@command -v "$${TAVOLO_CHROMIUM:-chromium}" >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; \
	  elif sudo -n true 2>/dev/null && command -v apt-get >/dev/null; then sudo apt-get update -qq && sudo DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; \
	  else echo "The browser tests need Chromium. Bring it with:  sudo apt install chromium   (or set TAVOLO_CHROMIUM to its path)"; exit 1; fi; }

# The sensor board's firmware is built and run on an emulated chip; its tools are installed where apt may be used.
FIRMWARE_TOOLS := gcc g++ libc6-dev gcc-avr avr-libc simavr libsimavr-dev mosquitto
check-firmware-tools:
	@command -v gcc >/dev/null && command -v g++ >/dev/null && command -v avr-gcc >/dev/null && test -x /usr/sbin/mosquitto && \
	  test -e /usr/include/simavr/sim_avr.h && test -e /usr/lib/avr/include/avr/io.h || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(FIRMWARE_TOOLS); \
	  elif sudo -n true 2>/dev/null && command -v apt-get >/dev/null; then sudo apt-get update -qq && sudo DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(FIRMWARE_TOOLS); \
	  elif [ -n "$$CI" ]; then echo "CI has to test the sensor board's firmware, and may not install: $(FIRMWARE_TOOLS)"; exit 1; \
	  else echo "The sensor board's firmware and Mosquitto are not tested. Bring their tools with:  sudo apt install $(FIRMWARE_TOOLS)"; fi; }

$(VENV)/bin/python: | check-python
	@$(PYTHON) -m venv $(VENV)

# Byte code beforehand: a table that compiles as it starts answers a second later, each time where it may not write beside its code.
COMPILE = $(BIN)/python -m compileall -q engines companion firmware_bridge vision web

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up Tavolo (the first time takes a few minutes) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@$(COMPILE)
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up Tavolo and its tests (the first time takes a few minutes) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	@$(COMPILE)
	@touch $@ $(VENV)/installed

# On a Raspberry Pi: the table as a service, the Pi's own camera, a newer Tavolo and the way back. See docs/install.md.
.PHONY: install-service picamera update back restart-service
install-service: $(VENV)/installed
	sudo $(abspath $(BIN))/tavolo service install $(ARGS)

picamera: $(VENV)/installed
	@$(PYTHON) -c 'import picamera2' 2>/dev/null || { echo "picamera2 is missing. Bring it with:  sudo apt install python3-picamera2"; exit 1; }
	@sed -i 's/^include-system-site-packages.*/include-system-site-packages = true/' $(VENV)/pyvenv.cfg
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps simplejpeg
	@$(BIN)/python -c 'from picamera2 import Picamera2; print(len(Picamera2.global_camera_info()), "camera(s) found: tavolo play --eye picamera:0")'

update: $(VENV)/installed
	@before="$$(git rev-parse HEAD)"; \
	git symbolic-ref --quiet HEAD >/dev/null || git switch --quiet main; \
	git pull --ff-only && { [ "$$before" = "$$(git rev-parse HEAD)" ] || echo "$$before" > $(VENV)/before-update; }
	@$(MAKE) --no-print-directory $(VENV)/installed
	@$(COMPILE)
	@$(MAKE) --no-print-directory restart-service
	@echo "Games and settings are where they were. Not happy with it?  make back"

back:
	@test -s $(VENV)/before-update || { echo "There is no version to go back to: nothing was updated here."; exit 1; }
	git switch --detach "$$(cat $(VENV)/before-update)"
	@$(MAKE) --no-print-directory $(VENV)/installed
	@$(COMPILE)
	@if systemctl is-active --quiet tavolo 2>/dev/null; then sudo systemctl restart tavolo; fi

restart-service:
	@if systemctl is-active --quiet tavolo 2>/dev/null; then sudo systemctl restart tavolo; fi

# ESPHome, which reads hardware/esphome, in an environment of its own: it pins an older paho-mqtt.
.PHONY: esphome
esphome: .venv-esphome/installed
.venv-esphome/installed: | check-python
	@$(PYTHON) -m venv .venv-esphome
	@.venv-esphome/bin/python -m pip install --quiet --no-compile --disable-pip-version-check "esphome>=2025.2"
	@touch $@

clean:
	rm -rf $(VENV) .venv-esphome .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info
