"""Nobody is kept out: axe finds nothing to object to on any page, in any state, on phone, tablet and TV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engines import registry
from engines.casablanca_agents.actions import Accept, Bid, Bribe, First, Move, Object, Settle
from engines.pending import Decision
from tests.browser.axe import violations, whole
from tests.browser.conftest import PHONE, TABLET, TV, Opener
from tests.browser.room import log_in
from tests.browser.stage import Stage, finished_escape

TABS = ("turn", "board", "story", "people")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with Stage(tmp_path) as stage:
        yield stage


@pytest.fixture
def unseen(tmp_path: Path) -> Iterator[Stage]:
    """A stage without a camera: nothing looks, and nobody waits for the eye."""
    with Stage(tmp_path, eye="") as stage:
        yield stage


class Visitor:
    """Opens pages of a stage, one browser for each phone and display, and asks axe about them."""

    def __init__(self, stage: Stage, open_page: Opener) -> None:
        self.stage = stage
        self.open_page = open_page
        self.found: list[str] = []
        self._browsers: dict[tuple[int, tuple[str, ...]], Page] = {}

    def open(self, path: str, size: dict[str, int] = PHONE, seats: Sequence[str] = ()) -> Page:
        """The page at `path` in a browser of that size that holds `seats`; the same browser as before."""
        address, kind = f"{self.stage.base}{path}", (size["width"], tuple(seats))
        if kind not in self._browsers:
            cookies = [self.stage.cookies[seat] for seat in seats]
            self._browsers[kind] = self.open_page(address, size, cookies=cookies, reduced_motion="reduce")
        else:
            self._browsers[kind].goto(address)
        return self._browsers[kind]

    def look(self, path: str, size: dict[str, int] = PHONE, when: str = "", seats: Sequence[str] = ()) -> Page:
        """Looks at a page in a browser that holds `seats`; `when` says what is going on."""
        page = self.open(path, size, seats)
        self.ask(page, f"{path} {when}")
        return page

    def ask(self, page: Page, name: str) -> None:
        """Asks axe about a page as it is now."""
        self.found += violations(page, name)

    def phone(self, seat: str, when: str, tabs: Sequence[str] = TABS) -> None:
        """Looks at every tab of a seat's page, or at some of `tabs`."""
        page = self.open(f"/seat/{seat}", PHONE, (seat,))
        for tab in tabs:
            page.locator(f'[data-tab-to="{tab}"]').click()
            self.ask(page, f"/seat/{seat}, tab {tab}, {when}")

    def overlays(self, seat: str, when: str) -> None:
        """Looks at what opens over a seat's page: help with everything unfolded, and the rulebook."""
        page = self.open(f"/seat/{seat}", PHONE, (seat,))
        whole(page)
        page.locator("button.help").click()
        help_ = page.locator("dialog[open]")
        expect(help_).to_be_visible()
        for summary in help_.locator("summary").all():
            summary.click()
        self.ask(page, f"help on /seat/{seat}, {when}")
        page.keyboard.press("Escape")
        expect(help_).to_be_hidden()
        page.locator('[data-tab-to="people"]').click()
        page.locator('.links [data-rule=""]').click()
        expect(page.locator("dialog[open] .law").first).to_be_visible()
        self.ask(page, f"rulebook over /seat/{seat}, {when}")

    def cited(self, path: str, size: dict[str, int]) -> None:
        """Looks at the rulebook that a warning's rule opens over a page."""
        page = self.open(path, size)
        whole(page)
        page.locator("#region-warnings [data-rule]").first.click()
        expect(page.locator("dialog[open] .law.cited")).to_be_visible()
        self.ask(page, f"rule over {path}")

    def host(self, when: str) -> None:
        """Looks at the host's page, and at the question for the PIN where it is still asked."""
        page = self.open("/host", TABLET)
        if page.locator("body.host").count() == 0:
            self.ask(page, f"/host before the PIN, {when}")
            log_in(page, self.stage.evening.pin)
        whole(page)
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
    visitor.look("/rules")
    visitor.look("/kept")
    visitor.overlays("red", "in the lobby")
    visitor.look("/virtual", TABLET, "in the lobby")
    assert not visitor.found, "\n".join(visitor.found)


def test_axe_finds_nothing_while_dice_fall_and_the_board_is_set_up(unseen: Stage, open_page: Opener) -> None:
    visitor = Visitor(unseen, open_page)
    unseen.rolling()
    visitor.phone("red", "rolling")
    visitor.overlays("red", "rolling")
    visitor.everybody("rolling")
    assert not visitor.found, "\n".join(visitor.found)


def test_axe_finds_nothing_in_play_nor_at_the_end(visitor: Visitor, stage: Stage) -> None:
    stage.playing()
    stage.goes_on(5)
    for seat in stage.seats[:2]:
        visitor.phone(seat, "in play")
    visitor.look(f"/seat/{stage.seats[0]}", PHONE, "behind the curtain", stage.seats[:2])
    visitor.overlays(stage.seats[0], "in play")
    visitor.everybody("in play")
    stage.warned()
    visitor.phone(stage.seats[0], "warned")
    visitor.look("/table", TV, "warned")
    visitor.look("/virtual", TABLET, "warned")
    visitor.host("warned")
    visitor.cited("/table", TV)
    visitor.cited("/host", TABLET)
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


def test_axe_finds_nothing_from_the_bribes_to_the_duel(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, "casablanca_agents", {"first": "chosen"}, eye="") as stage:
        visitor = Visitor(stage, open_page)
        stage.playing(3)
        stage.act("red", First("red"))
        visitor.look("/seat/red", PHONE, "bribing", ("red",))
        for seat in stage.seats:
            for agent in ("bleu", "gray", "sheela"):
                stage.act(seat, Bribe(agent, 300))
            stage.act(seat, Settle())
        visitor.phone("red", "on its turn")
        stage.act("red", Move("bleu", "22"))
        visitor.look("/seat/blue", PHONE, "asked about an announcement", ("blue",))
        visitor.look("/table", TV, "announced")
        stage.act("blue", Object())
        stage.act("red", Accept())
        visitor.look("/seat/blue", PHONE, "bidding", ("blue",))
        stage.act("blue", Bid(200))
        visitor.look("/seat/red", PHONE, "holding", ("red",))
        assert not visitor.found, "\n".join(visitor.found)


@pytest.mark.parametrize("game", registry.names())
def test_axe_finds_nothing_on_the_first_turn_of_any_game(game: str, tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, game, eye="") as stage:
        visitor = Visitor(stage, open_page)
        stage.playing()
        asked = stage.game.pending(stage.state)
        seat = asked.seats[0] if isinstance(asked, Decision) else stage.seats[0]
        visitor.phone(seat, f"first turn of {game}", ("people", "turn"))
        visitor.overlays(seat, f"first turn of {game}")
        visitor.look("/table", TV, f"first turn of {game}")
        assert not visitor.found, "\n".join(visitor.found)


def test_text_of_twice_the_size_is_not_lost(unseen: Stage, open_page: Opener) -> None:
    stage = unseen
    stage.playing()
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


@pytest.mark.parametrize("lang", ["it-IT", "de-DE", "en-GB"])
def test_no_page_is_wider_than_a_small_phone_in_any_language(unseen: Stage, open_page: Opener, lang: str) -> None:
    unseen.playing()
    for path in ("/", "/kept", "/story", "/rules", "/host"):
        page = open_page(f"{unseen.base}{path}", {"width": 360, "height": 640}, lang)
        page.evaluate("() => document.fonts.ready")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.parametrize("lang", ["it-IT", "de-DE"])
def test_no_page_is_wider_than_a_small_phone_in_letters_of_twice_the_size(
    stage: Stage, open_page: Opener, lang: str
) -> None:
    stage.playing()
    page = open_page(f"{stage.base}/host", {"width": 360, "height": 640}, lang)
    page.locator("[name=pin]").fill(stage.evening.pin)
    page.locator("main button").first.click()
    page.wait_for_selector("body.host")
    for path in ("/host", "/camera", "/kept", "/story", "/watch", "/virtual"):
        assert page.goto(f"{stage.base}{path}").ok, path
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; return document.fonts.ready; }")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path


def test_a_lit_place_is_chosen_by_keyboard_alone(unseen: Stage, open_page: Opener) -> None:
    stage = unseen
    stage.playing()
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
    found = violations(page, "asked before a place is taken")
    assert not found, "\n".join(found)
    page.locator("[data-confirm] button.go").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#region-story li').length > 3")
    page.wait_for_function("() => document.activeElement.closest('[data-mirror]')")


def test_a_list_of_choices_at_a_place_keeps_nobody_out_on_any_phone(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, "corteo", eye="") as stage:
        stage.playing(2)
        for size in ({"width": 360, "height": 640}, {"width": 740, "height": 360}, TABLET):
            page = open_page(f"{stage.base}/seat/march", size, "de-DE", cookies=[stage.cookies["march"]])
            page.wait_for_selector(".lit")
            page.locator(".lit-by-keys button[tabindex='0']").focus()
            page.keyboard.press("Enter")
            page.wait_for_selector("[data-confirm].many:not([hidden])")
            found = violations(page, f"choices at a place, {size}")
            assert not found, "\n".join(found)
