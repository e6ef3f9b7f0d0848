"""A hunt in Chromium: the spy's phone, three hunters' phones and the display around the virtual table.

One hunter is slid by hand and read by the camera; the spy goes by a tap on its own map, which nobody else sees.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engines.fifth_column import effort
from engines.fifth_column.actions import Ask, Done, First, Play, Ready
from engines.fifth_column.deduction import deduced
from engines.fifth_column.evidence import knowledge
from tests.browser.conftest import PHONE, TV, Opener
from tests.browser.room import says, tap_cell
from tests.browser.stage import Stage

WAIT_MS = 60_000
LOOKS_MS = 3_000
"""Well within the time for which the display looks at what is wrong."""
HUNTERS = ("blue", "green", "yellow")
WHOLE, CLOSER = re.compile(r"\bwhole\b"), re.compile(r"^(?!.*\bwhole\b)")
"""The mirror as it shows all of the board, and as it looks closer at a part."""


class Screens:
    """Everybody's screens around one table; red is the spy."""

    def __init__(self, stage: Stage, open_page: Opener) -> None:
        self.stage = stage
        self.phones = {
            seat: open_page(f"{stage.base}/seat/{seat}", PHONE, "en-GB", [stage.cookies[seat]]) for seat in stage.seats
        }
        self.display = open_page(f"{stage.base}/table", TV, "en-GB")

    def all_hear(self, words: str) -> None:
        """Waits until the story says that everywhere."""
        for page in (*self.phones.values(), self.display):
            expect(page.locator("#region-story")).to_contain_text(words, timeout=WAIT_MS)


def test_a_spy_and_three_hunters_play_a_hunt(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, "fifth_column", {"first": "chosen"}) as stage:
        stage.playing(4)
        stage.act("blue", First("red"))
        screens = Screens(stage, open_page)
        the_spy_goes(screens)
        a_hunter_is_slid_and_asks(screens)
        the_spy_is_arrested_and_the_trail_lies_open(screens)


def test_a_map_that_is_still_counted_says_so_and_becomes_exact_by_itself(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effort, "SHORT", 0)
    monkeypatch.setattr(effort, "QUICK", effort.Bound(0, 1_000_000))
    monkeypatch.setattr(effort, "FEW_STEPS", 50)
    with Stage(tmp_path, "fifth_column", {"first": "chosen"}, eye="") as stage:
        stage.playing(4)
        stage.act("blue", First("red"))
        screens = Screens(stage, open_page)
        while not deduced(knowledge(stage.game.view(stage.state, None))).left_out:
            the_spy_is_asked_about_where_it_is(stage)
        for page in (screens.display, screens.phones["green"]):
            standing = page.locator("#region-standing")
            expect(standing).to_contain_text("Counted to the end", timeout=WAIT_MS)
            expect(standing.locator(".going-on")).to_have_count(0)
            expect(page.locator("#shades .suspect").first).to_be_attached()


def test_a_tap_on_a_hunter_chooses_that_hunter_and_a_tap_on_a_house_asks_in_whole_words(
    tmp_path: Path, open_page: Opener
) -> None:
    with Stage(tmp_path, "fifth_column", {"first": "chosen"}, eye="") as stage:
        stage.playing(4)
        stage.act("blue", First("red"))
        stage.act("red", next(one for one in stage.game.legal(stage.state, "red") if isinstance(one, Play)))
        others = stage.state.hunt.hunters[3:]
        free = [house for house in stage.state.ground.free if house not in others]
        first, second, third = free[0], free[len(free) // 3], free[2 * len(free) // 3]
        stage.edit(hunter_1=first, hunter_2=second, hunter_3=third)
        blue = open_page(f"{stage.base}/seat/blue", PHONE, "en-GB", [stage.cookies["blue"]])
        sheet = blue.locator("[data-confirm]")
        blue.wait_for_timeout(1000)  # the board glides to what is lit
        tap_cell(blue, second)
        expect(blue.locator('[data-lead="hunter-2"][aria-pressed="true"]')).to_have_count(1)
        expect(sheet).to_be_hidden()
        asked = next(house for house in stage.state.ground.near(second) if house not in stage.state.hunt.hunters)
        blue.wait_for_timeout(1000)
        tap_cell(blue, asked)
        expect(sheet.locator("button.go").first).to_have_text(f"Hunter 2 asks: passed {asked}?")
        stage.act("green", Ask(2, asked))
        expect(sheet).to_be_hidden()  # until the news is there the map stays at what is asked, beside that place
        tap_cell(blue, third)
        expect(blue.locator('[data-lead="hunter-3"][aria-pressed="true"]')).to_have_count(1)


def test_the_display_cuts_nothing_of_the_board_off_where_looking_closer_hardly_enlarges(
    tmp_path: Path, open_page: Opener
) -> None:
    with Stage(tmp_path, "fifth_column", {"first": "chosen"}) as stage:
        stage.playing(4)
        stage.act("blue", First("red"))
        display = open_page(f"{stage.base}/table", TV, "en-GB")
        mirror = display.locator("[data-mirror]")
        strays = [piece for piece in stage.top.pieces() if piece["look"] == "clue:violet"]
        there = stage.evening.table.moment.board.places
        for house, stray, looked_at in (("50", strays[0], CLOSER), ("2", strays[1], WHOLE)):
            stage.top.move(str(stray["id"]), *there[house].centre)
            says(display.locator("#region-warnings"), f"off {house}.")
            expect(mirror).to_have_class(looked_at, timeout=LOOKS_MS)


def test_all_five_hunters_are_within_a_narrow_phones_screen(tmp_path: Path, open_page: Opener) -> None:
    narrow = {"width": 360, "height": 740}
    with Stage(tmp_path, "fifth_column", {"first": "chosen"}, eye="") as stage:
        stage.playing(4)
        stage.act("blue", First("red"))
        stage.act("red", next(one for one in stage.game.legal(stage.state, "red") if isinstance(one, Play)))
        blue = open_page(f"{stage.base}/seat/blue", narrow, "it-IT", [stage.cookies["blue"]])
        expect(blue.locator("[data-kind=done]")).to_be_visible()
        last, end = blue.evaluate(  # both at once: the first news of the table replaces them
            """() => [".pack .pick", "[data-kind=done]"].map(
              (found) => [...document.querySelectorAll(found)].at(-1).getBoundingClientRect().right)"""
        )
        assert 0 < last <= end + 0.5, "no wider than what is below them"


def test_while_little_is_known_the_board_is_seen_through_its_shades(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, "fifth_column", {"first": "chosen"}, eye="") as stage:
        stage.playing(4)
        stage.act("blue", First("red"))
        display = open_page(f"{stage.base}/table", TV, "en-GB")
        suspects = display.locator("#shades .suspect")
        expect(suspects.first).to_be_attached()
        darkest = suspects.evaluate_all("all => Math.max(...all.map((one) => Number(one.style.fillOpacity)))")
        assert suspects.count() > 40
        assert darkest < 0.5


def test_how_likely_a_house_is_can_be_read_where_a_piece_lies(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, "fifth_column", {"first": "chosen"}, eye="") as stage:
        stage.playing(4)
        stage.act("blue", First("red"))
        the_spy_is_asked_about_where_it_is(stage)
        display = open_page(f"{stage.base}/table", TV, "en-GB")
        shares = display.locator(".share")
        expect(shares.first).to_be_attached()
        below_pieces = shares.evaluate_all(
            """all => all.filter((one) => one.compareDocumentPosition(document.querySelector(".layer-pieces"))
              & Node.DOCUMENT_POSITION_FOLLOWING).length"""
        )
        assert below_pieces == 0


def the_spy_is_asked_about_where_it_is(stage: Stage) -> None:
    """A turn of the spy, and a hunter beside it who asks; the spy goes on from one who is told yes."""
    if stage.game.view(stage.state, None).phase == "hunters":
        stage.act("blue", Done())
    while stage.game.view(stage.state, None).phase == "spy":
        choices = list(stage.game.legal(stage.state, "red"))
        # whoever can go with none of the cards lays one down
        stage.act("red", ([one for one in choices if isinstance(one, Play)] or choices)[-1])
    spot = stage.state.hunt.spot
    stage.edit(hunter_1=stage.state.ground.near(spot)[0])
    stage.act("blue", Ask(1, spot))


def the_spy_goes(screens: Screens) -> None:
    spy = screens.phones["red"]
    says(spy.locator("#region-ask"), "play a card in secret")
    expect(spy.locator(".layer-lit *")).to_have_count(0)
    for seat in HUNTERS:
        assert screens.phones[seat].locator("[data-hideout], [data-secret], .spy-card").count() == 0
    spy.locator("#region-choices details.secret > summary").click()
    expect(spy.locator("#own-places .own-spot")).to_have_count(1)
    play = next(one for one in screens.stage.game.legal(screens.stage.state, "red") if isinstance(one, Play))
    spy.locator(f'button[data-lead="card-{play.card}"]').click()
    expect(spy.locator(".layer-lit *").first).to_be_attached()
    spy.wait_for_timeout(500)
    tap_cell(spy, play.path[-1])
    way = spy.locator("[data-confirm] button.go").first
    way.click()
    screens.all_hear(f"Ilsa plays card {play.card}")
    assert screens.stage.state.hunt.trail[0].path[-1] == play.path[-1]
    for page in (*(screens.phones[seat] for seat in HUNTERS), screens.display):
        assert page.locator("#own-places *").count() == 0
    expect(screens.display.locator("#shades .suspect").first).to_be_attached()
    says(screens.display.locator("#region-standing"), "Where the spy may be")


def a_hunter_is_slid_and_asks(screens: Screens) -> None:
    stage, blue = screens.stage, screens.phones["blue"]
    hunt, ground = stage.state.hunt, stage.state.ground
    taken = {*hunt.hunters, *hunt.refuges}
    start = hunt.hunters[0]
    to = next(cell for cell in ground.reach(start) if cell not in taken)
    x, y = stage.evening.table.moment.board.places[start].centre
    cups = [piece for piece in stage.top.pieces() if piece["look"] == "cup:gold"]
    nearest = min(cups, key=lambda piece: (float(piece["x"]) - x) ** 2 + (float(piece["y"]) - y) ** 2)
    stage.top.move(str(nearest["id"]), *stage.evening.table.moment.board.places[to].centre)
    screens.all_hear(f"Hunter 1 goes from {start} to {to}.")
    blue.locator('button[data-lead="hunter-1"]').click()
    blue.locator('[data-tab-to="turn"]').click()
    blue.locator('button[data-lead="hunter-1"]').click()
    asked = ground.near(to)[0]
    tap_cell(blue, asked)
    blue.locator("[data-confirm] button.go", has_text="asks").click()
    screens.all_hear(f"Hunter 1 asks about {asked}")
    says(blue.locator("#region-warnings"), "marker", 30)
    stage.laid_out()
    screens.phones["green"].get_by_role("button", name="End the hunters' turn").click()
    screens.all_hear("The hunters are done.")


def the_spy_is_arrested_and_the_trail_lies_open(screens: Screens) -> None:
    stage, yellow = screens.stage, screens.phones["yellow"]
    play = next(one for one in stage.game.legal(stage.state, "red") if isinstance(one, Play))
    stage.act("red", play)
    spot = stage.state.hunt.spot
    stage.edit(hunter_2=spot)
    expect(yellow.locator('button[data-lead="hunter-2"]')).to_contain_text(spot, timeout=WAIT_MS)
    yellow.locator('button[data-lead="hunter-2"]').click()
    yellow.locator('[data-tab-to="turn"]').click()
    arrest = yellow.locator('[data-ways="hunter-2"] details.object')
    arrest.locator("summary").click()
    arrest.locator("button").click()
    screens.all_hear(f"Hunter 2 arrests Ilsa in {spot}!")
    says(screens.display.locator("#region-standing"), "seals match this way")
    expect(yellow.get_by_role("button", name="On to the next hunt")).to_be_visible(timeout=WAIT_MS)
    replays(yellow)
    the_board_is_the_board_again_with_the_next_hunt(screens)


def replays(page: Page) -> None:
    """The hunt that is over is stepped through on the board, from the place where the next one is begun."""
    page.locator('[data-tab-to="turn"]').click()
    page.locator("[data-replay-last]").click()
    expect(page.locator("#replay .replay-spy")).to_have_count(1, timeout=WAIT_MS)
    expect(page.locator("#replay .replay-way").first).to_be_attached(timeout=WAIT_MS)


def the_board_is_the_board_again_with_the_next_hunt(screens: Screens) -> None:
    stage, yellow = screens.stage, screens.phones["yellow"]
    expect(yellow.locator("body[data-replaying]")).to_have_count(1)
    stage.act("yellow", Ready())
    says(yellow.locator("#region-standing"), "Hunt 2 of 4")
    expect(yellow.locator("#replay, body[data-replaying]")).to_have_count(0)
