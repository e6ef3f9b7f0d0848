"""What the table display shows across three metres: whose turn, what just happened, the last move, what is wrong."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser import stage
from tests.browser.conftest import TABLET, TV, Opener
from tests.browser.parlour import STUBS, Notes
from tests.browser.watched import hop, play
from tests.web import fakes
from web.service import Due, Snapshot

CELL = '[data-cell="{}"]'.format
"""Where a cell is on the page."""


def test_in_the_lobby_it_shows_the_way_in_and_who_is_here(display: Page) -> None:
    expect(display.get_by_text("Inquadra per sederti")).to_be_visible()
    expect(display.locator(".welcome .qr svg")).to_be_visible()
    expect(display.locator("#region-players")).to_contain_text("Rick")


def test_the_name_of_who_is_to_act_is_the_largest_on_the_screen(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    name = display.locator(".due-who")
    expect(name).to_have_text("Ilsa")
    sizes = "[...document.querySelectorAll('.beside *')].map(e => parseFloat(getComputedStyle(e).fontSize))"
    largest = name.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert largest >= 60
    assert largest == max(display.evaluate(sizes))
    expect(display.locator(".due .symbol")).to_have_attribute("data-seat", "red")
    expect(display.locator(".welcome")).to_be_hidden()


ROOM_OVER_CAPITALS = """who => {
  const style = getComputedStyle(who);
  const mark = document.createElement("i");
  mark.style.display = "inline-block";
  who.append(mark);
  const line = mark.getBoundingClientRect().bottom;
  mark.remove();
  const ink = document.createElement("canvas").getContext("2d");
  ink.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return line - ink.measureText(who.textContent).actualBoundingBoxAscent - who.getBoundingClientRect().top;
}"""
"""How many pixels of a headline, whose overflow is cut, are free above its letters."""


def test_accents_of_capitals_are_whole_and_long_names_too(table: fakes.FakeTable, base: str, open_page: Opener) -> None:
    table.names = {"red": "Ångström", "blue": "Massimiliano"}
    display = open_page(f"{base}/table", TV)
    display.evaluate("document.fonts.ready")
    names = display.locator(".player b")
    expect(names).to_have_count(2)
    assert names.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
    play(table)
    who = display.locator(".due-who")
    expect(who).to_have_text("Ångström")
    assert who.evaluate(ROOM_OVER_CAPITALS) >= 0


def test_all_agents_are_seen_beside_the_longest_name(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, "NAMES", ("Wolfeschlegelsteinhausen", "Rick", "Sam"))
    with stage.Stage(tmp_path, "casablanca_agents", eye="") as evening:
        evening.playing()
        display = open_page(f"{evening.base}/table", TV)
        matrix = display.locator(".matrix")
        expect(matrix).to_be_visible()
        assert matrix.evaluate("one => one.scrollWidth - one.clientWidth") <= 0


def test_what_just_happened_stands_large_over_the_board_and_goes(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    expect(display.locator(".due-who")).to_have_text("Ilsa")
    notes = Notes(display, "[data-just-now]")
    hop(table, "0202")
    assert notes.wait_for("red hopped to 0202") >= 48
    expect(display.locator(".just-now p")).to_have_count(0)


def test_several_lines_of_news_come_together_oldest_first(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    expect(display.locator(".due-who")).to_have_text("Ilsa")
    table.story += ["red fell", "red stood up"]
    notes = Notes(display, "[data-just-now]")
    hop(table, "0203")
    notes.wait_for("red hopped to 0203")
    assert notes.texts() == ["red fell", "red stood up", "red hopped to 0203"]


def test_moves_that_waited_for_a_finger_are_each_told_once(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    expect(display.locator(".due-who")).to_have_text("Ilsa")
    notes = Notes(display, "[data-just-now]")
    display.locator(".due-who").hover()
    display.mouse.down()
    for cell in ("0103", "0203", "0302"):
        hop(table, cell)
        display.wait_for_timeout(400)  # apart from each other, the stream sends them one by one
    display.mouse.up()
    notes.wait_for("red hopped to 0302")
    display.wait_for_timeout(300)
    assert notes.texts() == [f"red hopped to {cell}" for cell in ("0103", "0203", "0302")]


def test_nothing_older_stands_over_the_board_once_what_came_after_it_was_read(
    display: Page, table: fakes.FakeTable
) -> None:
    play(table)
    expect(display.locator(".due-who")).to_have_text("Ilsa")
    display.clock.install()
    told = display.locator(".just-now p")
    table.story += ["red fell over its own feet", "red stood up again and looked around for whoever had seen it"]
    table.tell()
    expect(told).to_have_count(2)
    table.story.append("blue laughed")
    table.tell()
    expect(told.last).to_have_text("blue laughed")
    display.clock.run_for(4_000)
    assert told.all_text_contents() == []


NEWS_COVERS = """cell => {
  const news = document.querySelector("[data-just-now]");
  const [place, told] = [document.querySelector(cell), news].map((element) => element.getBoundingClientRect());
  return news.children.length === 3 ? place.bottom > told.top : null;
}"""
"""Whether what is announced lies over a place of the board; null while it is not all there."""


def test_what_is_announced_does_not_lie_over_the_piece_that_moved(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    hop(table, fakes.cell(1, fakes.ROWS - 2))
    expect(display.locator(".just-now p")).not_to_have_count(0)
    expect(display.locator(".just-now p")).to_have_count(0)
    table.story += ["red fell", "red stood up"]
    to = fakes.cell(2, fakes.ROWS - 1)
    hop(table, to)
    display.wait_for_function(f"cell => ({NEWS_COVERS})(cell) === false", arg=CELL(to))


def playing_at(size: dict[str, int], base: str, table: fakes.FakeTable, open_page: Opener) -> Page:
    """The display on a screen of this size, while the game is played."""
    display = open_page(f"{base}/table", size)
    display.wait_for_selector("[data-cell]", state="attached")
    play(table)
    expect(display.locator(".due-who")).to_be_visible()
    return display


LOWEST_TO_NEWS = """lines => {
  const news = document.querySelector("[data-just-now]");
  const { top } = news.getBoundingClientRect();
  const places = [...document.querySelectorAll("[data-cell]")].map((cell) => cell.getBoundingClientRect());
  const lowest = Math.max(...places.map((place) => place.bottom));
  return news.children.length === lines ? top - lowest : null;
}"""
"""How far the lowest place of the board is from what is announced, px; null while it is not all there."""


@pytest.mark.parametrize("size", [TV, TABLET])
def test_what_is_announced_lies_over_no_place_where_no_piece_moved(
    base: str, table: fakes.FakeTable, open_page: Opener, size: dict[str, int]
) -> None:
    display = playing_at(size, base, table, open_page)
    table.story += ["red looks around", "blue is seen at 0003", "at 0503 nobody is found"]
    table.tell()
    display.wait_for_function(f"() => ({LOWEST_TO_NEWS})(3) > 0")


def test_long_announcements_leave_half_of_the_screen_to_the_board(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    expect(display.locator(".due-who")).to_have_text("Ilsa")
    table.story += [f"{number}: {'red, who has fallen, stands up again and hops; ' * 4}" for number in range(3)]
    table.tell()
    expect(display.locator(".just-now p").last).to_contain_text("2:")
    told = display.locator("[data-just-now]").bounding_box()
    assert told is not None
    assert told["height"] <= TV["height"] / 2


TRAY_TO_NEWS = """() => {
  const [tray, news] = [".tray", "[data-just-now] p"].map((one) => document.querySelector(one));
  return tray && news ? news.getBoundingClientRect().top - tray.getBoundingClientRect().bottom : null;
}"""


@pytest.mark.parametrize("size", [TV, TABLET, {"width": 820, "height": 1180}])
def test_dice_fall_above_what_is_announced_with_them(
    base: str, table: fakes.FakeTable, open_page: Opener, size: dict[str, int]
) -> None:
    display = playing_at(size, base, table, open_page)
    table.dice = "red"
    table.story += ["red rolled 4 and 2", "blue has to wait", "red hops first"]
    table.roll("red", (4, 2), "key", "it")
    display.wait_for_function(f"() => ({TRAY_TO_NEWS})() > 0")


NOTE_DICE = """() => {
  window.dice = [];
  const count = (name) => document.querySelectorAll(`.fallen ${name}`).length;
  const note = (what, text) => {
    if (text.includes("rolled")) window.dice.push([what, count(".tumbling"), count("[class*=shows-]")]);
  };
  for (const place of ["[data-just-now]", "#region-story"]) {
    const observed = document.querySelector(place);
    new MutationObserver(() => note(place, observed.textContent)).observe(observed, { childList: true });
  }
  const { speak } = speechSynthesis;
  speechSynthesis.speak = (words) => { note("voice", words.text); speak(words); };
}"""
"""Notes for all that tells what came of a roll how many dice tumble at that moment, and how many show a number."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_came_of_a_roll_is_told_once_the_dice_lie_still(
    base: str, table: fakes.FakeTable, open_page: Opener, motion: str
) -> None:
    display = open_page(f"{base}/table", TV, stubs=STUBS, reduced_motion=motion)
    display.wait_for_selector("[data-cell]", state="attached")
    play(table)
    expect(display.locator(".due-who")).to_be_visible()
    display.evaluate(NOTE_DICE)
    table.dice = "red"
    table.story.append("red rolled 4 and 2")
    began = display.evaluate("performance.now()")
    table.roll("red", (4, 2), "key", "it")
    display.wait_for_function("() => new Set(window.dice.map(([what]) => what)).size === 3")
    assert {(tumbling, lying) for _, tumbling, lying in display.evaluate("window.dice")} == {(0, 2)}
    assert display.evaluate("performance.now()") - began > 900 or motion == "reduce"


MIDDLES = """([trail, ...cells]) => {
  const drawn = document.querySelector(trail).getBoundingClientRect();
  const part = ({ x, y, width, height }) => [
    (x + width / 2 - drawn.x) / drawn.width,
    (y + height / 2 - drawn.y) / drawn.height,
  ];
  const places = cells.map((cell) => document.querySelector(cell).getBoundingClientRect());
  const last = places.at(-1);
  return { parts: places.map(part), size: [last.width / drawn.width, last.height / drawn.height] };
}"""
"""Where the middles of places lie in the box of the arrow (0 … 1), and how large the last place is beside it.

All is read at one moment, for the whole picture glides until it fits the screen.
"""


def test_the_last_move_is_an_arrow_from_where_the_piece_was(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    expect(display.locator(".due-who")).to_have_text("Ilsa")
    hop(table, "0303")
    expect(display.locator(".layer-trail path").first).to_be_attached()
    found = display.evaluate(MIDDLES, [".layer-trail", CELL("0000"), CELL("0303")])
    start, end = found["parts"]
    assert all(0 <= part <= 1 for part in start)
    assert all(abs(1 - part) < 0.6 * size for part, size in zip(end, found["size"], strict=True))


@pytest.mark.parametrize("count", [2, 3, 5])
def test_every_warning_says_what_is_wrong_and_how_to_mend_it(display: Page, table: fakes.FakeTable, count: int) -> None:
    play(table)
    wrong = "Die Figur {} steht auf Lungozombi dei Camionisti (1234), dort darf heute niemand stehen bleiben."
    mend = ("Stelle sie zurück.", "Dreh sie um.")
    table.warnings = [
        msgspec.structs.replace(fakes.a_breach(), words=(wrong.format(number),), mend=mend) for number in range(count)
    ]
    table.tell()
    shown = min(count, 3)
    expect(display.locator(".warning")).to_have_count(shown)
    for number in range(shown):
        card = display.locator(".warning").nth(number)
        expect(card.locator(".what")).to_be_in_viewport(ratio=1)
        expect(card.locator(".mend li").last).to_be_in_viewport(ratio=1)
        assert card.locator(".what").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 22
    expect(display.get_by_text("Altri avvisi: 2.")).to_have_count(int(count > 3))


@pytest.mark.parametrize(("steps", "warnings", "listed"), [(5, 1, 5), (6, 1, 5), (3, 2, 3), (6, 2, 3)])
def test_what_of_mending_a_display_has_no_room_for_is_counted(
    display: Page, table: fakes.FakeTable, steps: int, warnings: int, listed: int
) -> None:
    play(table)
    mend = tuple(f"Rimetti la pedina {number} al suo posto." for number in range(steps))
    table.warnings = [msgspec.structs.replace(fakes.a_breach(), mend=mend)] * warnings
    table.tell()
    expect(display.locator(".warning")).to_have_count(warnings)
    card = display.locator(".warning").first
    expect(card.locator(".mend li:visible")).to_have_count(listed)
    expect(card.locator(".mend p:visible")).to_have_text(
        [f"Ancora {steps - listed} da fare."] if steps > listed else [], use_inner_text=True
    )


def test_piles_with_many_places_leave_room_for_what_follows_them(display: Page, table: fakes.FakeTable) -> None:
    table.begin_playing("red", "blue")
    pile = "Guardia 2-2 (10): " + "; ".join(f"Caserma di Via Tip Tap ({number:04}) (×2)" for number in range(10))
    table.warnings = [msgspec.structs.replace(fakes.a_breach(), reading="Owes", rules=(), mend=(pile,) * 12)]
    table.tell()
    card = display.locator(".warning").first
    expect(card.locator(".mend p:visible")).to_be_in_viewport(ratio=1)
    shown = card.locator(".mend li:visible").count()
    assert shown in (3, 5)
    expect(card.locator(".mend p:visible")).to_have_text(f"Ancora {12 - shown} da fare.")
    expect(display.locator(".controls")).to_be_in_viewport(ratio=1)


def test_what_went_for_something_larger_that_goes_too_is_shown_again(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    hop(table, "0202")
    expect(display.locator(".tale")).to_be_visible()
    display.evaluate("""() => {
      const standing = document.querySelector("#region-standing");
      standing.replaceChildren(Object.assign(document.createElement("p"), { style: "height: 3000px" }));
    }""")
    expect(display.locator("#region-standing")).to_be_hidden()
    expect(display.locator(".tale")).to_be_visible()
    expect(display.locator(".beside")).not_to_have_attribute("data-tight", "3")


def test_the_switches_below_are_whole_when_the_hint_above_them_comes_late(display: Page) -> None:
    hint = display.locator("[data-unlock]")
    hint.evaluate("hint => { hint.hidden = true; }")
    display.set_viewport_size({"width": 1180, "height": 700})
    hint.evaluate("hint => { hint.hidden = false; }")
    for switch in display.locator(".controls button").all():
        expect(switch).to_be_in_viewport(ratio=1)


def test_the_winner_is_shown_large(display: Page, table: fakes.FakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    play(table)
    whole = table.snapshot

    def over(seat: str | None, lang: str) -> Snapshot:
        return msgspec.structs.replace(whole(seat, lang), phase="over", due=Due("over", ("blue",), "Rick wins"))

    monkeypatch.setattr(table, "snapshot", over)
    table.tell()
    expect(display.locator(".due-over .due-who")).to_have_text("Rick")
    expect(display.locator(".welcome")).to_be_visible()


def test_the_display_keeps_the_screen_on(display: Page) -> None:
    assert display.evaluate("window.locks.held") == 1
