"""What a phone of 360 px shows of pages that were made for more: whole words, one beside the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

import companion
import engines
import web
from engines import registry
from engines.casablanca_agents.actions import Bribe, First, Settle
from tests.browser.conftest import Opener
from tests.browser.parlour import serving, sit
from tests.browser.room import log_in
from tests.browser.stage import Stage
from tests.web import fakes
from tests.web.fake_services import FakeTop
from web.afterwards_service import (
    Proof,
    ProofStep,
    Tale,
    TaleChapter,
    TaleDice,
    TaleLine,
    TaleMeetings,
    TaleSeries,
    TaleStep,
)
from web.demo_service import DemoNow
from web.pages.demo import open_stage
from web.service import Player, Seat

NARROW = {"width": 360, "height": 740}
SEATS = ("green", "white", "black")
BEYOND_CARD = """() => {
  const card = document.querySelector('.acting').getBoundingClientRect();
  const beyond = (one) => one.getBoundingClientRect().right > card.right || one.scrollWidth > one.clientWidth;
  return [...document.querySelectorAll('button.pick')].filter(beyond).map((one) => one.textContent);
}"""
"""What picks run out of their card, or what is written on them out of them: asked at once, for what the table tells in
between puts others in their place."""
BROKEN = """words => [...document.querySelectorAll(words)].flatMap((element) => {
  const range = document.createRange();
  const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (letters.nextNode()) {
    for (const { 0: word, index } of letters.currentNode.data.matchAll(/[^\\s-]+/g)) {
      range.setStart(letters.currentNode, index);
      range.setEnd(letters.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1) broken.push(word);
    }
  }
  return broken;
})"""
"""Words that stand on more than one line."""


class ToldEvening:
    """`web.afterwards_service.AfterwardsService` as far as its page goes."""

    def tale(self, lang: str, game: int | None = None) -> Tale:
        players = [Player(seat, name, True) for seat, name in zip(SEATS, ("Ilsa", "Annina", "Lazlo"))]
        met = TaleMeetings("Who caught whom", {"green": {"white": 2}}, {"black": 1})
        dice = [TaleDice(seat, (7, 5, 6, 8, 4, 6), 0) for seat in SEATS]
        steps = [TaleStep(0, 1.0, "green", [TaleLine("Ilsa hopped.")], {})]
        return Tale("parlour", 1, "over", 1e9, 60.0, "Ilsa won.", ["green"], players, {}, steps, [], [], [met], dice)

    def board_svg(self, lang: str, game: int | None = None) -> str:
        return fakes.board_svg(lang)


class ToldInSteps(ToldEvening):
    """A story of many steps with a chart, which rises at the last one."""

    def tale(self, lang: str, game: int | None = None) -> Tale:
        steps = [TaleStep(number, float(number), "green", [TaleLine("Ilsa hopped.")], {}) for number in range(20)]
        series = [TaleSeries("Hops", 10, {seat: [(0, 0), (19, 10)] for seat in SEATS})]
        return msgspec.structs.replace(super().tale(lang), steps=steps, series=series)


class ToldInLongWords(ToldEvening):
    """A story in which everything is said in the longest words that any game has in a language."""

    def tale(self, lang: str, game: int | None = None) -> Tale:
        words = long_words(lang)
        longest = words[0]
        steps = [
            TaleStep(number, 3600.0, "green", [TaleLine(word, SEATS, moment=True)], {})
            for number, word in enumerate(words)
        ]
        steps.append(TaleStep(len(words), 36000.0, "green", [TaleLine(word) for word in words], {}))
        return msgspec.structs.replace(
            super().tale(lang),
            ending=longest,
            players=[Player(seat, longest, True) for seat in SEATS],
            steps=steps,
            chapters=[TaleChapter(longest, 0, len(words))],
            series=[TaleSeries(longest, 10, {seat: [(0, 0), (1, 10)] for seat in SEATS})],
            meetings=[TaleMeetings(longest, {"green": {"white": 2}}, {"black": 1})],
        )

    def proof(self, lang: str, game: int | None = None) -> Proof:
        longest = long_words(lang)[0]
        return Proof(True, longest, [ProofStep(longest, True, [(longest, "0123456789abcdef" * 4)])])


def long_words(lang: str) -> list[str]:
    """The longest words in the texts of the table and of all games, the longest first."""
    packages = (Path(package.__file__ or "").parent for package in (companion, engines, web))
    files = (file for package in packages for file in package.glob(f"**/texts/**/{lang}.toml"))
    texts = " ".join(file.read_text() for file in files)
    found = sorted(set(re.findall(r"[^\W\d_]{10,}", texts)), key=len, reverse=True)
    return found[:40]


class ToldDemo:
    """`web.demo_service.DemoService` with one scene."""

    caption = "Ilsa slides Michael Gray along a street. The camera has seen it: that is the announcement."

    def now(self, lang: str) -> DemoNow:
        return DemoNow(3, 9, self.caption, "table", "", True, False)

    def tokens(self) -> Mapping[Seat, str]:
        return {}

    def pause(self, on: bool) -> None:
        """Goes on all the same."""


def telling(tale: ToldEvening) -> AbstractContextManager[str]:
    """The parlour with that story and a demonstration, served; the address."""
    services: dict[str, Any] = {"afterwards_service": tale, "virtual": FakeTop()}
    app = fakes.parlour(fakes.FakeTable(), **services)
    open_stage(app, ToldDemo())
    return serving(app)


@pytest.fixture
def shown() -> Iterator[str]:
    """The parlour with its story and a demonstration; the address."""
    with telling(ToldEvening()) as address:
        yield address


def test_who_caught_whom_is_read_in_whole_names(shown: str, open_page: Opener) -> None:
    page = open_page(f"{shown}/story", NARROW)
    heads = page.locator(".met thead th")
    assert heads.count() == len(SEATS)
    assert page.evaluate(BROKEN, ":is(.met, .dice-table) th") == []
    heads.last.scroll_into_view_if_needed()
    box = heads.last.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= NARROW["width"], "the last one is reached"
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


UNSEEN_RIGHT = "place => Math.round(place.scrollWidth - place.clientWidth - place.scrollLeft)"


def test_a_chart_that_is_wider_than_the_phone_shows_what_the_replay_stands_at(open_page: Opener) -> None:
    with telling(ToldInSteps()) as address:
        page = open_page(f"{address}/story", NARROW)
        chart = page.locator(".chart-place").first
        assert chart.evaluate("place => place.scrollWidth - place.clientWidth") > 100, "it does not fit"
        assert chart.evaluate(UNSEEN_RIGHT) <= 1, "how it ended is in sight"
        page.locator('[data-go="first"]').click()
        assert chart.evaluate("place => place.scrollLeft") == 0


@pytest.mark.parametrize("width", [360, 320])
@pytest.mark.parametrize("lang", ["en-GB", "it-IT", "de-DE"])
def test_all_columns_of_the_dice_are_seen_at_once_on_a_small_phone(
    shown: str, open_page: Opener, lang: str, width: int
) -> None:
    page = open_page(f"{shown}/story", {"width": width, "height": 640}, lang)
    page.evaluate("document.fonts.ready")
    assert page.locator(".table-place:has(.dice-table)").evaluate("place => place.scrollWidth - place.clientWidth") <= 0
    assert page.evaluate(BROKEN, ".dice-table th") == []


TOO_WIDE = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest(".mirror, .unseen, .chart-place, .table-place, svg"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => `${one.localName}.${one.className}: ${one.textContent.trim().slice(0, 40)}`)"""
"""Parts of a page that reach beyond it, but for what is made to be moved sideways."""


@pytest.mark.parametrize("lang", ["en-GB", "it-IT", "de-DE"])
def test_no_word_of_any_game_makes_its_story_wider_than_a_small_phone_in_letters_of_twice_the_size(
    open_page: Opener, lang: str
) -> None:
    with telling(ToldInLongWords()) as address:
        page = open_page(f"{address}/story", NARROW, lang)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; return document.fonts.ready; }")
        page.locator("[data-proof]").click()
        expect(page.locator(".verdict")).to_be_visible()
        for summary in page.locator("summary").all():
            summary.click()
        assert page.evaluate(TOO_WIDE) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


SAID_IN_LONG_WORDS = """long => {
  for (const region of document.querySelectorAll(".region")) {
    const letters = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    while (letters.nextNode()) {
      const [word] = (letters.currentNode.data.match(/\\p{L}{5,}/gu) ?? []).sort((a, b) => b.length - a.length);
      if (word) letters.currentNode.data = letters.currentNode.data.replace(word, long);
    }
  }
}"""
"""Says everything on a live page with another word: what is told there is another thing with every card and die."""


@pytest.mark.parametrize("game", registry.names())
def test_nothing_that_watchers_are_told_makes_their_page_wider_than_a_small_phone_in_letters_of_twice_the_size(
    game: str, tmp_path: Path, open_page: Opener
) -> None:
    with Stage(tmp_path, game, eye="") as stage:
        stage.playing()
        stage.goes_on(6)
        page = open_page(f"{stage.base}/watch", NARROW, "de-DE")
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; return document.fonts.ready; }")
        expect(page.locator("#region-story li").first).to_be_visible()
        page.evaluate(SAID_IN_LONG_WORDS, long_words("de")[0])
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], page.evaluate(TOO_WIDE)


NEVER_ENABLED = """button => {
  window.enabled = 0;
  const look = () => { window.enabled += button.isConnected && !button.disabled; };
  new MutationObserver(look).observe(button, { attributes: true });
}"""
"""Counts how often a button of the page can be pressed again."""


def test_while_the_dice_fall_there_is_nothing_to_roll_anew(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    red = sit(base, table, open_page, stubs="")
    table.dice = "red"
    table.tell()
    roll = red.locator("[data-roll]")
    roll.evaluate(NEVER_ENABLED)
    roll.tap()
    expect(roll).to_have_count(0)
    assert red.evaluate("window.enabled") == 0


@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, {"width": 740, "height": 360}])
def test_the_board_is_seen_beside_how_own_tiles_are_taught(
    tmp_path: Path, open_page: Opener, size: dict[str, int]
) -> None:
    with Stage(tmp_path, "cape_horn") as stage:
        stage.lobby()
        page = open_page(f"{stage.base}/host", size)
        page.locator("[name=pin]").fill(stage.evening.pin)
        log_in(page, stage.evening.pin)
        page.goto(f"{stage.base}/tiles")
        expect(page.locator(".designs li").first).to_be_attached()
        for letters in ("100%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", letters)
            board, asked = page.locator(".board-place").bounding_box(), page.locator(".asked").bounding_box()
            assert board is not None
            assert asked is not None
            assert min(board["height"], asked["height"]) > 200
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_four_dice_are_seen_beside_each_other_on_the_smallest_phone(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    red = sit(base, table, partial(open_page, size={"width": 320, "height": 568}), stubs="")
    table.dice, table.count = "red", 4
    table.tell()
    expect(red.locator(".roll .die")).to_have_count(4)
    thrown = "('<div class=tray>' + document.querySelector('.roll .die').outerHTML.repeat(4) + '</div>')"
    red.evaluate(f"document.querySelector('[data-fallen]').innerHTML = {thrown}")
    for dice in (red.locator(".roll .die"), red.locator(".tray .die")):
        boxes = [each.bounding_box() for each in dice.all()]
        assert len({(box["x"], box["y"]) for box in boxes if box is not None}) == 4
        for box in boxes:
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 320


def test_dice_that_are_due_come_into_view_from_the_board(base: str, table: fakes.FakeTable, open_page: Opener) -> None:
    red = sit(base, table, open_page, stubs="")
    red.locator('[data-tab-to="board"]').tap()
    table.dice = "red"
    table.tell()
    expect(red.locator("[data-roll]")).to_be_in_viewport()


def test_what_is_said_of_the_demonstration_has_the_phones_width(shown: str, open_page: Opener) -> None:
    page = open_page(f"{shown}/demo", NARROW)
    said, pause = page.locator("[data-caption]").bounding_box(), page.locator("[data-pause]").bounding_box()
    assert said is not None
    assert pause is not None
    assert said["width"] > 0.7 * NARROW["width"]
    assert pause["y"] >= said["y"] + said["height"], "what steers it stands below"
    assert pause["y"] + pause["height"] <= NARROW["height"]


@pytest.mark.parametrize("side", [{"width": 740, "height": 360}, {"width": 915, "height": 412}])
def test_a_phone_on_its_side_shows_the_board_beside_what_is_to_be_done(
    base: str, table: fakes.FakeTable, open_page: Opener, side: dict[str, int]
) -> None:
    red = sit(base, table, partial(open_page, size=side), stubs="")
    table.warnings = [fakes.a_breach()]
    table.tell()
    expect(red.locator(".warning h2")).to_be_in_viewport(ratio=1)
    main, board = red.locator("#main").bounding_box(), red.locator(".board-place").bounding_box()
    assert main is not None
    assert board is not None
    assert board["height"] == pytest.approx(main["height"], abs=1), "the board has all of the height"
    warning = red.locator(".warning").bounding_box()
    assert warning is not None
    assert warning["x"] >= board["x"] + board["width"]
    red.locator("#main").evaluate("main => { main.scrollTop = 9999; }")
    still = red.locator(".board-place").bounding_box()
    assert still is not None
    assert still["y"] == pytest.approx(board["y"], abs=1), "and stays while one reads on"
    assert red.evaluate("document.documentElement.scrollWidth") <= side["width"]
    red.locator('[data-tab-to="board"]').tap()
    wide = red.locator(".board-place").bounding_box()
    assert wide is not None
    assert wide["width"] == side["width"]


def test_the_names_of_colours_stay_whole_words_at_the_door(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, eye="") as stage:
        page = open_page(stage.base, NARROW)
        expect(page.get_by_text("Arancione")).to_be_visible()
        assert page.evaluate(BROKEN, ".colour") == []


def test_whom_a_bribe_is_for_is_read_in_whole_names(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, "casablanca_agents", {"first": "chosen"}, eye="") as stage:
        stage.playing(2)
        stage.act("red", First("red"))
        page = open_page(f"{stage.base}/seat/red", NARROW, cookies=[stage.cookies["red"]])
        expect(page.locator(".purses .agent").first).to_be_visible()
        assert page.evaluate(BROKEN, ".purses .agent b") == []


@pytest.mark.parametrize("lang", ["de-DE", "en-GB", "it-IT"])
def test_all_agents_to_move_with_are_within_the_smallest_phone(tmp_path: Path, open_page: Opener, lang: str) -> None:
    with Stage(tmp_path, "casablanca_agents", {"first": "chosen"}, eye="") as stage:
        stage.playing(2)
        stage.act("red", First("red"))
        for seat in ("red", "blue"):
            for agent in ("greenwood", "sheela", "bleu"):
                stage.act(seat, Bribe(agent, 500))
            stage.act(seat, Settle())
        page = open_page(f"{stage.base}/seat/red", NARROW, lang, [stage.cookies["red"]])
        picks = page.locator("button.pick")
        expect(picks).to_have_count(8)
        expect(page.locator(".acting")).to_be_visible()
        assert page.evaluate(BEYOND_CARD) == []


def test_what_is_printed_small_beside_the_spy_hunts_board_can_be_read_on_a_phone(
    tmp_path: Path, open_page: Opener
) -> None:
    with Stage(tmp_path, "fifth_column", eye="") as stage:
        stage.playing(3)
        stage.goes_on(1)
        seat = stage.game.pending(stage.state).seats[-1]
        page = open_page(f"{stage.base}/seat/{seat}", NARROW, "it-IT", [stage.cookies[seat]])
        assert page.evaluate(BROKEN, ".pick") == []
        page.locator('[data-tab-to="people"]').click()
        page.locator("details.signs summary").click()
        lines = page.locator(".signs li")
        expect(lines).to_have_count(11)
        expect(lines.first).to_have_text("Re: un passo ovunque")
        expect(lines.last).to_have_text("Bianca: non è passata")
        assert (
            lines.evaluate_all("all => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))") >= 14
        )
