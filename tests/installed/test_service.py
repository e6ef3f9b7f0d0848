"""Tavolo as a service: the unit fits the installation, and the watchdog hears the truth."""

from __future__ import annotations

import os
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from companion.installed.supervision import ALIVE, READY, beat_every_s, is_tavolo, tell
from companion.installed.unit import Installation, command_line, unit_text
from tests.conftest import Called

MADE = Installation(
    program=Path("/home/anna/tavolo/.venv/bin/tavolo"),
    folder=Path("/home/anna/tavolo"),
    user="anna",
    data=Path("/home/anna/.local/share/tavolo"),
    port=8017,
    arguments=("--eye", "v4l2:0"),
)


def _settings(text: str) -> dict[str, str]:
    """Key → last value of a unit."""
    lines = (line for line in text.splitlines() if "=" in line and not line.startswith("#"))
    return {key: value for key, _, value in (line.partition("=") for line in lines)}


def test_the_unit_starts_this_installation_for_its_owner_on_the_same_games() -> None:
    unit = _settings(unit_text(MADE))
    assert unit["User"] == "anna"
    assert unit["WorkingDirectory"] == "/home/anna/tavolo"
    assert unit["ExecStart"] == (
        "/home/anna/tavolo/.venv/bin/tavolo play --eye v4l2:0 --data /home/anna/.local/share/tavolo"
    )
    assert unit["ReadWritePaths"] == "/home/anna/.local/share/tavolo"


def test_it_comes_back_by_itself_but_not_with_options_that_are_wrong() -> None:
    unit = _settings(unit_text(MADE))
    assert (unit["Restart"], unit["RestartPreventExitStatus"], unit["Type"]) == ("on-failure", "2", "notify")
    assert int(unit["WatchdogSec"]) > 0


def test_it_may_take_a_low_port_only_where_it_needs_one() -> None:
    import msgspec

    assert _settings(unit_text(MADE))["CapabilityBoundingSet"] == ""
    low = _settings(unit_text(msgspec.structs.replace(MADE, port=80)))
    assert low["CapabilityBoundingSet"] == low["AmbientCapabilities"] == "CAP_NET_BIND_SERVICE"


def test_nothing_leaves_the_house() -> None:
    unit = unit_text(MADE)
    assert "IPAddressDeny=any" in unit
    assert "ProtectSystem=strict" in unit
    assert "NoNewPrivileges=yes" in unit


def test_words_with_spaces_and_percent_signs_mean_themselves() -> None:
    assert command_line(["/my table/tavolo", 'a"b', "50%", "$HOME"]) == r'"/my table/tavolo" "a\"b" 50%% $$HOME'


def test_the_command_prints_a_unit_with_its_own_program_and_options(tavolo: Called) -> None:
    code, out, _ = tavolo("service", "show", "--eye", "v4l2:1", "--port", "80", "--data", "/srv/tavolo")
    unit = _settings(out)
    assert code == 0
    assert unit["ExecStart"].endswith("tavolo play --eye v4l2:1 --port 80 --data /srv/tavolo")
    assert unit["ReadWritePaths"] == "/srv/tavolo"
    assert "{" not in out


@pytest.fixture
def checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of an installation, empty."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    monkeypatch.setattr("companion.cli.service._folder", lambda: folder)
    return folder


def test_what_the_installations_settings_say_is_in_the_unit_too(tavolo: Called, checkout: Path) -> None:
    (checkout / "tavolo.toml").write_text('[play]\neye = "serial"\nport = 80\ndata = "games"\n')
    code, out, err = tavolo("service", "show")
    unit = _settings(out)
    assert (code, err) == (0, "")
    assert unit["CapabilityBoundingSet"] == unit["AmbientCapabilities"] == "CAP_NET_BIND_SERVICE"
    assert unit["SupplementaryGroups"] == "video dialout"
    assert unit["ReadWritePaths"] == str(checkout / "games")
    assert "--eye" not in unit["ExecStart"]
    _, out, _ = tavolo("service", "show", "--eye", "picamera:0", "--port", "8017")
    unit = _settings(out)
    assert (unit["CapabilityBoundingSet"], unit["SupplementaryGroups"]) == ("", "video"), "what is given wins"


def test_only_a_table_that_feels_may_use_serial_ports(tavolo: Called, checkout: Path) -> None:
    lines = {"DeviceAllow=char-ttyACM rw", "DeviceAllow=char-ttyUSB rw"}
    _, felt, _ = tavolo("service", "show", "--eye", "v4l2:0", "--eye", "serial:/dev/ttyACM0")
    _, seen, _ = tavolo("service", "show", "--eye", "v4l2:0")
    assert lines <= set(felt.splitlines())
    assert not lines & set(seen.splitlines())


def test_settings_that_play_would_refuse_are_refused_before_anything_is_written(tavolo: Called, checkout: Path) -> None:
    (checkout / "tavolo.toml").write_text("[play]\nprot = 80\n")
    code, out, err = tavolo("service", "show")
    assert (code, out) == (2, "")
    assert "prot" in err


@pytest.mark.parametrize("command", ["show", "install"])
def test_help_of_the_service_is_about_the_service(tavolo: Called, command: str) -> None:
    code, out, _ = tavolo("service", command, "--help")
    assert code == 0
    assert f"tavolo service {command}" in out
    assert "--buzzer" not in out, "that is the help of `tavolo play`"


def test_options_that_play_would_refuse_are_refused_before_anything_is_written(tavolo: Called) -> None:
    code, out, err = tavolo("service", "show", "--port", "many")
    assert code == 2
    assert "[Unit]" not in out
    assert "many" in err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may")
def test_installing_asks_for_sudo(tavolo: Called) -> None:
    code, _, err = tavolo("service", "install")
    assert (code, "sudo" in err) == (3, True)


@pytest.fixture
def manager(tmp_path: Path) -> tuple[socket.socket, dict[str, str]]:
    """A service manager that listens, and the environment it gives its services."""
    link = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    link.bind(str(tmp_path / "notify"))
    link.settimeout(5)
    return link, {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "45000000"}


def test_the_service_manager_hears_that_all_is_ready(manager: tuple[socket.socket, dict[str, str]]) -> None:
    link, environment = manager
    with link:
        assert tell(READY, environment)
        assert link.recv(100) == b"READY=1"
        assert tell(ALIVE, environment)
        assert link.recv(100) == b"WATCHDOG=1"
    assert beat_every_s(environment) == 15


def test_where_nobody_listens_nothing_is_said(tmp_path: Path) -> None:
    assert not tell(READY, {})
    assert not tell(READY, {"NOTIFY_SOCKET": str(tmp_path / "gone")})
    assert beat_every_s({}) is None
    assert beat_every_s({"WATCHDOG_USEC": "45000000", "WATCHDOG_PID": "1"}) is None


class _Silent(BaseHTTPRequestHandler):
    """Accepts, and never answers in time: what a table that hangs does."""

    hanging = threading.Event()

    def do_GET(self) -> None:
        self.hanging.wait(5)


def test_a_table_that_hangs_is_not_said_to_be_alive() -> None:
    server = HTTPServer(("127.0.0.1", 0), _Silent)
    thread = threading.Thread(target=server.handle_request, daemon=True)
    thread.start()
    try:
        assert not is_tavolo(server.server_address[1], "0.0.0.0", patience_s=0.3)
    finally:
        _Silent.hanging.set()
        thread.join(5)
        server.server_close()
    assert not is_tavolo(server.server_address[1], patience_s=0.3), "nobody is there any more"
