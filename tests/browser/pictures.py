"""The pictures of the README, made by the program itself: ``make pictures``, or ``python -m tests.browser.pictures``.

The demonstration plays; at chosen scenes its stage (table display, phone and camera in one page) is photographed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from companion.demo.director import Director
from engines import registry
from engines.demo import script_of
from tests.browser.conftest import ARGUMENTS, CHROMIUM

GAME = "casablanca_escape"
STAGE = {"width": 1600, "height": 900}
SETTLE_MS = 2500
"""Long enough for pages to hear of what happened and for boards to glide there."""
PACE = 0.2
SEED = 7
OF_STAGE = {"cards": "cards", "warning": "evening"}
"""Scene → name of the picture that is made when all in it is done."""


def main() -> None:
    """Makes them all; prints where they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/pictures"))
    parser.add_argument("--lang", default="en")
    chosen = parser.parse_args()
    game = registry.find(GAME)
    script = script_of(game)
    assert script is not None
    chosen.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        director = Director(game, script, Path(data), host="127.0.0.1", port=0, pace=PACE, seed=SEED)
        try:
            context = browser.new_context(viewport=STAGE, locale=chosen.lang, reduced_motion="reduce")
            page = context.new_page()
            for number, scene in enumerate(director.scenes()):
                if number == 0:
                    page.goto(director.url)
                if name := OF_STAGE.get(scene.name):
                    page.wait_for_function("scene => Number(document.body.dataset.scene) === scene", arg=number)
                    _shoot(page, chosen.out / f"{name}.png")
        finally:
            director.close()
            browser.close()


def _shoot(page: Page, path: Path) -> None:
    for frame in page.frames:
        if frame.locator("[data-mirror]").count():
            frame.wait_for_selector("[data-cell]", state="attached")
    page.wait_for_timeout(SETTLE_MS)
    page.screenshot(path=path)
    print(f"made {path}", file=sys.stderr)


if __name__ == "__main__":
    main()
