"""How long it takes from scanning the code to a seat: a first-time phone in Chromium, slowed down, on a weak Wi-Fi."""

from __future__ import annotations

import importlib.util
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.evening import Evening
from companion.evening_settings import EveningSettings
from companion.measures.sample import Summary, summary
from engines import registry

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

CHROMIUM = os.environ.get("TAVOLO_CHROMIUM", "/usr/bin/chromium")
SLOWER = 4
"""How much slower than this machine the phone's processor is taken to be: a phone of 2018 beside a desktop."""
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
"""ms and bytes/s of the profile that browsers call Fast 3G: a phone at the far end of the flat."""
PHONE: ViewportSize = {"width": 390, "height": 844}
TYPED = "Ilsa"
LETTER_MS = 120.0
"""How fast a name is typed with thumbs."""


def measure_arriving(game_id: str, samples: int) -> dict[str, Summary]:
    """s from opening the scanned address to the own seat's page with its board; nothing where Chromium is missing."""
    if importlib.util.find_spec("playwright") is None or not Path(CHROMIUM).exists():
        return {}
    return {"scan_to_seat": summary(list(_arrivals(game_id, samples)), "s", "median < 10")}


def _arrivals(game_id: str, samples: int) -> Iterator[float]:
    from playwright.sync_api import sync_playwright  # only here: a tool of the tests, not of the table

    game = registry.find(game_id)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--headless", "--no-sandbox"])
        for number in range(samples):
            settings = EveningSettings(game, {}, (), "virtual", "127.0.0.1", 0, Path(folder) / str(number))
            evening = Evening(settings)
            evening.start()
            try:
                context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
                page = context.new_page()
                session = context.new_cdp_session(page)
                session.send("Network.enable")
                session.send("Network.emulateNetworkConditions", NETWORK)
                session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
                began = time.perf_counter()
                page.goto(evening.join_url)
                page.locator("input[name=name]").press_sequentially(TYPED, delay=LETTER_MS)
                page.locator("[data-join] button.go").tap()
                page.wait_for_url("**/seat/*")
                page.wait_for_selector("[data-cell]", state="attached")
                yield time.perf_counter() - began
                context.close()
            finally:
                evening.close()
        browser.close()
