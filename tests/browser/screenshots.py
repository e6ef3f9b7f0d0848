"""Pictures of every page in every state, for review: ``make screenshots``, or ``python -m tests.browser.screenshots``.

Phone, tablet and TV; English, Italian and German. Every game that can be played is shown; one folder, one file a page.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from engines import registry
from engines.texts import LANGUAGES
from tests.browser.conftest import ARGUMENTS, CHROMIUM, PHONE, TABLET, TV
from tests.browser.stage import Stage, finished_escape

TABS = ("turn", "board", "story", "people")
SETTLE_MS = 700
"""Long enough for a board to glide to where it is looked at."""


class Photographer:
    """Goes through the states of one game in one language and takes pictures of all pages."""

    def __init__(
        self, browser: Browser, stage: Stage, folder: Path, lang: str, phone: dict[str, int], texts: Sequence[int]
    ) -> None:
        """`phone` is the size of a phone's screen, `texts` the sizes of letters in per cent of the usual."""
        self.browser = browser
        self.stage = stage
        self.folder = folder
        self.lang = lang
        self.handset = phone
        self.texts = texts
        self.taken = 0

    def shoot(self, page: Page, name: str, *, full: bool = False) -> None:
        """Takes one picture at each size of letters."""
        self.taken += 1
        for size in self.texts:
            page.evaluate("size => { document.documentElement.style.fontSize = `${size}%`; }", size)
            page.wait_for_timeout(SETTLE_MS)
            letters = "" if size == 100 else f"-{size}"
            page.screenshot(path=self.folder / f"{self.taken:02}-{name}{letters}.png", full_page=full)

    def visit(self, path: str, size: dict[str, int], name: str, seat: str = "", *, full: bool = False) -> Page:
        """Opens a page, holding `seat`, and takes its picture."""
        context = self.browser.new_context(viewport=size, locale=self.lang, has_touch=size is not TV)
        context.add_cookies([self.stage.cookies[seat]] if seat else [])
        page = context.new_page()
        page.goto(f"{self.stage.base}{path}")
        self.shoot(page, name, full=full)
        return page

    def phone(self, seat: str, when: str) -> None:
        """Every tab of a seat's page."""
        page = self.visit(f"/seat/{seat}", self.handset, f"phone-{when}", seat)
        for tab in TABS[1:]:
            button = page.locator(f'[data-tab-to="{tab}"]')
            if button.count():
                button.click()
                self.shoot(page, f"phone-{when}-{tab}")
        page.context.close()

    def open_pages(self, when: str) -> None:
        """What everybody may open."""
        for path, size in (("/table", TV), ("/table", TABLET), ("/watch", self.handset)):
            kind = "tv" if size is TV else "tablet" if size is TABLET else "phone"
            self.visit(path, size, f"{path[1:]}-{kind}-{when}").context.close()

    def host(self, when: str) -> None:
        """The host's page and its login."""
        page = self.visit("/host", TABLET, f"host-login-{when}")
        page.locator("[name=pin]").fill(self.stage.evening.pin)
        page.locator("form button").first.click()
        page.wait_for_selector("body.host")
        self.shoot(page, f"host-{when}", full=True)
        page.context.close()

    def everything(self) -> None:
        """From the empty door to the story."""
        stage = self.stage
        self.visit("/", self.handset, "door-empty", full=True).context.close()
        stage.lobby()
        self.visit("/", self.handset, "door", full=True).context.close()
        self.phone(stage.seats[0], "lobby")
        self.open_pages("lobby")
        self.host("lobby")
        stage.evening.service.begin("en")
        self.phone(stage.seats[0], "setup")
        self.visit("/rules", self.handset, "rules").context.close()
        stage.play_from_setup()
        stage.goes_on(4)
        stage.laid_out()
        for seat in stage.seats[:2]:
            self.phone(seat, f"play-{seat}")
        self.open_pages("play")
        stage.warned()
        self.phone(stage.seats[0], "warned")
        self.open_pages("warned")
        self.visit("/virtual", TABLET, "virtual").context.close()
        self.host("play")
        if stage.game.id == "casablanca_escape":
            finished_escape(stage)
            self.phone(stage.seats[0], "over")
            self.open_pages("over")
        for size, kind in ((self.handset, "phone"), (TABLET, "tablet")):
            self.visit("/story", size, f"story-{kind}", full=True).context.close()


def main() -> None:
    """Takes them all; prints where they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("screenshots"))
    parser.add_argument("--game", action="append", choices=registry.names(), help="only this game")
    parser.add_argument("--lang", action="append", choices=LANGUAGES, help="only this language")
    parser.add_argument("--width", type=int, default=PHONE["width"], help="px of a phone's screen; 360: a narrow one")
    parser.add_argument("--height", type=int, default=PHONE["height"], help="px of a phone's screen; 740: a short one")
    parser.add_argument(
        "--text", type=int, action="append", help="size of letters in %% of the usual, up to 200; several: each"
    )
    chosen = parser.parse_args()
    phone = {"width": chosen.width, "height": chosen.height}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for game in chosen.game or registry.names():
            for lang in chosen.lang or LANGUAGES:
                folder = chosen.out / game / lang
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryDirectory() as data, Stage(Path(data), game) as stage:
                    photographer = Photographer(browser, stage, folder, lang, phone, chosen.text or [100])
                    photographer.everything()
                print(f"{photographer.taken} pictures in {folder}", file=sys.stderr)
        browser.close()


if __name__ == "__main__":
    main()
