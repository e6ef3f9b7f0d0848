"""Nobody is kept out: axe finds nothing to object to on any page, in any state, on phone, tablet and TV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.axe import violations
from tests.browser.conftest import PHONE, TABLET, TV, Opener
from tests.browser.stage import Stage, finished_escape

TABS = ("turn", "board", "story", "people")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with Stage(tmp_path) as stage:
        yield stage


class Visitor:
    """Opens pages of a stage as one browser each, and asks axe about them."""

    def __init__(self, stage: Stage, open_page: Opener) -> None:
        self.stage = stage
        self.open_page = open_page
        self.found: list[str] = []

    def look(self, path: str, size: dict[str, int] = PHONE, when: str = "", seats: Sequence[str] = ()) -> Page:
        """Looks at a page in a browser that holds `seats`; `when` says what is going on."""
        cookies = [self.stage.cookies[seat] for seat in seats]
        page = self.open_page(f"{self.stage.base}{path}", size, cookies=cookies, reduced_motion="reduce")
        page.wait_for_load_state("load")
        self.ask(page, f"{path} {when}")
        return page

    def ask(self, page: Page, name: str) -> None:
        """Asks axe about a page as it is now."""
        self.found += violations(page, name)

    def phone(self, seat: str, when: str) -> None:
        """Looks at every tab of a seat's page."""
        page = self.look(f"/seat/{seat}", PHONE, when, (seat,))
        for tab in TABS:
            button = page.locator(f'[data-tab-to="{tab}"]')
            if button.count():
                button.click()
                self.ask(page, f"/seat/{seat}, tab {tab}, {when}")

    def host(self, when: str) -> None:
        """Looks at the host's page, and at its login before it."""
        page = self.look("/host", TABLET, when)
        page.get_by_label("PIN di chi ospita").fill(self.stage.evening.pin)
        page.get_by_role("button", name="Entra").click()
        page.wait_for_selector("body.host")
        for summary in page.locator("details:not([open]) > summary").all():
            if summary.is_visible():
                summary.click()
        self.ask(page, f"/host {when}")

    def everybody(self, when: str) -> None:
        """Looks at the pages that everybody may open."""
        self.look("/table", TV, when)
        self.look("/watch", PHONE, when)
        self.look("/story", PHONE, when)


@pytest.fixture
def visitor(stage: Stage, open_page: Opener) -> Visitor:
    return Visitor(stage, open_page)


def test_axe_finds_nothing_before_the_game(visitor: Visitor, stage: Stage) -> None:
    visitor.look("/", PHONE, "empty")
    visitor.everybody("empty")
    stage.lobby()
    visitor.look("/", PHONE, "in the lobby", ("red",))
    visitor.phone("red", "in the lobby")
    visitor.host("in the lobby")
    visitor.everybody("in the lobby")
    visitor.look("/nowhere")
    visitor.look("/virtual", TABLET, "in the lobby")
    assert not visitor.found, "\n".join(visitor.found)


def test_axe_finds_nothing_while_dice_fall_and_the_board_is_set_up(visitor: Visitor, stage: Stage) -> None:
    stage.rolling()
    visitor.phone("red", "rolling")
    visitor.everybody("rolling")
    assert not visitor.found, "\n".join(visitor.found)


def test_axe_finds_nothing_in_play_nor_at_the_end(visitor: Visitor, stage: Stage) -> None:
    stage.playing()
    stage.goes_on(5)
    for seat in stage.seats:
        visitor.phone(seat, "in play")
    visitor.look(f"/seat/{stage.seats[0]}", PHONE, "behind the curtain", stage.seats[:2])
    visitor.everybody("in play")
    stage.warned()
    visitor.phone(stage.seats[0], "warned")
    visitor.look("/table", TV, "warned")
    visitor.look("/virtual", TABLET, "warned")
    visitor.host("warned")
    stage.laid_out()
    finished_escape(stage)
    visitor.phone(stage.seats[0], "over")
    visitor.host("over")
    visitor.everybody("over")
    page = visitor.look("/story", TABLET, "over")
    for summary in page.locator("details > summary").all():
        summary.click()
    page.locator("[data-proof]").click()
    page.wait_for_selector(".verdict")
    visitor.ask(page, "/story, all open")
    assert not visitor.found, "\n".join(visitor.found)


def test_text_of_twice_the_size_is_not_lost(stage: Stage, open_page: Opener) -> None:
    stage.setting_up()
    stage.evening.service.begin("en")
    seat = stage.seats[stage.state.order[0]]
    for path, held in ((f"/seat/{seat}", [seat]), ("/", []), ("/watch", []), ("/story", [])):
        cookies = [stage.cookies[one] for one in held]
        page = open_page(f"{stage.base}{path}", PHONE, cookies=cookies, reduced_motion="reduce")
        page.wait_for_load_state("load")
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        wide = page.evaluate("""() => [...document.querySelectorAll("main *, header *, nav *")]
            .filter(one => one.checkVisibility() && !one.closest(".mirror, .unseen, .chart-place, .table-place, svg"))
            .filter(one => one.getBoundingClientRect().right > innerWidth + 1)
            .map(one => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 30)}`)""")
        assert wide == [], path


def test_a_lit_place_is_chosen_by_keyboard_alone(stage: Stage, open_page: Opener) -> None:
    stage.setting_up()
    stage.evening.service.begin("en")
    seat = stage.seats[stage.state.order[0]]
    page = open_page(f"{stage.base}/seat/{seat}", TABLET, cookies=[stage.cookies[seat]], reduced_motion="reduce")
    page.wait_for_selector(".lit")
    page.locator(".lit-by-keys button[tabindex='0']").focus()
    first = page.evaluate("() => document.activeElement.dataset.place")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("() => document.activeElement.dataset.place")
    assert second != first
    assert page.locator(".layer-ring .ring").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-confirm]:not([hidden])")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#region-story li').length > 3")
