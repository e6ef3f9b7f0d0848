"""The virtual table in a real browser: pieces dragged, turned over and put down, a camera that misbehaves."""

from __future__ import annotations

import threading

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TABLET, Opener
from tests.browser.room import CELL_CENTRE
from tests.web import fake_services, fakes

STILL = """() => {
  const { y } = document.querySelector(".on-top .body").getBoundingClientRect();
  window.frames_still = window.was_at === y ? window.frames_still + 1 : 0;
  window.was_at = y;
  return document.fonts.status === "loaded" && window.frames_still > 30;
}"""
"""Whether the first piece was drawn in the same place for half a second."""


@pytest.fixture
def virtual(base: str, open_page: Opener) -> Page:
    page = open_page(f"{base}/virtual", TABLET)
    page.wait_for_selector(".on-top .body")
    page.wait_for_function(STILL)  # the board moves when the headings get their font
    return page


def test_a_piece_is_dragged_with_the_mouse(virtual: Page, top: fake_services.FakeTop) -> None:
    box = virtual.locator('.body[data-piece="p1"]').bounding_box()
    assert box
    x, y = virtual.evaluate(CELL_CENTRE, "0302")
    virtual.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    virtual.mouse.down()
    virtual.mouse.move(x - 20, y - 20)
    virtual.mouse.move(x, y)
    with virtual.expect_response("**/virtual/move"):
        virtual.mouse.up()
    assert top.lying["p1"]["x"] == pytest.approx(92, abs=3)
    assert top.lying["p1"]["y"] == pytest.approx(61.6, abs=3)


def test_a_piece_that_waits_far_from_the_board_is_within_reach(virtual: Page, top: fake_services.FakeTop) -> None:
    top.move("p2", 400, 20)
    virtual.wait_for_function("""() => {
      const reach = document.querySelector("[data-mirror]").getBoundingClientRect();
      const piece = document.querySelector('.body[data-piece="p2"]');
      return piece.piece.x === 400 && piece.getBoundingClientRect().right <= reach.right;
    }""")


def test_what_lies_upon_another_piece_is_seen_and_can_be_taken(virtual: Page, top: fake_services.FakeTop) -> None:
    lying = top.lying["p2"]
    top.lying["p1"] |= {"x": lying["x"], "y": lying["y"], "level": 1}
    virtual.wait_for_function("""() => {
      const { x, y, width, height } = document.querySelector('.body[data-piece="p2"]').getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.dataset.piece === "p1";
    }""")


def test_the_next_piece_may_be_taken_while_the_table_still_answers_for_the_last(
    virtual: Page, top: fake_services.FakeTop, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()
    move = top.move

    def slowly(piece: str, x_mm: float, y_mm: float) -> None:
        assert piece == "p2" or answers.wait(30)
        move(piece, x_mm, y_mm)

    monkeypatch.setattr(top, "move", slowly)
    for piece, cell in (("p1", "0302"), ("p2", "0103")):
        x, y = virtual.evaluate(CELL_CENTRE, cell)
        virtual.locator(f'.body[data-piece="{piece}"]').hover()
        virtual.mouse.down()
        virtual.mouse.move(x - 20, y - 20)
        virtual.mouse.move(x, y)
        if piece == "p2":
            answers.set()
            fakes.wait_until(lambda: top.lying["p1"]["x"] > 80)
            virtual.mouse.move(x + 1, y)
        virtual.mouse.up()
        virtual.mouse.move(x - 60, y)  # a piece that was let go stays where it was put
    fakes.wait_until(lambda: top.lying["p2"]["x"] == pytest.approx(56, abs=3))
    assert top.lying["p1"]["x"] == pytest.approx(92, abs=3)
    expect(virtual.locator(".body.held")).to_have_count(0)


def test_a_piece_is_dragged_with_a_finger(virtual: Page, top: fake_services.FakeTop) -> None:
    cdp = virtual.context.new_cdp_session(virtual)
    box = virtual.locator('.body[data-piece="p2"]').bounding_box()
    assert box
    x, y = virtual.evaluate(CELL_CENTRE, "0103")
    way = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), (x + 12, y - 9), (x, y)]
    for kind, (at_x, at_y) in zip(("touchStart", "touchMove", "touchMove"), way):
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at_x, "y": at_y}]})
    with virtual.expect_response("**/virtual/move"):
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert (top.lying["p2"]["x"], top.lying["p2"]["y"]) == (pytest.approx(56, abs=3), pytest.approx(82.4, abs=3))


def test_two_taps_turn_a_piece_over(virtual: Page, top: fake_services.FakeTop) -> None:
    box = virtual.locator('.body[data-piece="p2"]').bounding_box()
    assert box
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with virtual.expect_response("**/virtual/flip"):
        virtual.touchscreen.tap(*at)
        virtual.touchscreen.tap(*at)
    assert top.flipped == ["p2"]


def test_a_board_that_is_far_behind_does_not_push_away_what_lays_it_out(virtual: Page, table: fakes.FakeTable) -> None:
    steps = tuple(f"Riporta il disco rosso da 03{number:02} a 0000." for number in range(33))
    table.warnings = [msgspec.structs.replace(fakes.a_breach(), mend=steps)]
    table.tell()
    expect(virtual.locator(".warning li").last).to_be_attached()
    expect(virtual.get_by_role("button", name="Prepara tu il tabellone")).to_be_in_viewport(ratio=1)


def test_an_upright_tablet_gives_the_board_its_whole_width(base: str, open_page: Opener) -> None:
    upright = {"width": 820, "height": 1180}
    page = open_page(f"{base}/virtual", upright)
    page.wait_for_selector(".on-top .body")
    place = page.locator(".board-place").bounding_box()
    assert place is not None
    assert place["width"] == upright["width"]
    expect(page.get_by_role("button", name="Prepara tu il tabellone")).to_be_in_viewport(ratio=1)


def test_a_piece_is_put_down_by_keyboard(virtual: Page, top: fake_services.FakeTop) -> None:
    virtual.get_by_label("Pedina").select_option("p1")
    virtual.get_by_label("Casella").fill("0001")
    with virtual.expect_response("**/virtual/move"):
        virtual.keyboard.press("Enter")
    assert top.lying["p1"]["x"] == pytest.approx(32, abs=1)


def test_the_camera_can_be_made_to_misbehave(virtual: Page, top: fake_services.FakeTop) -> None:
    virtual.get_by_label("Riflesso").focus()
    with virtual.expect_response("**/virtual/fault"):
        virtual.keyboard.press("End")
    assert top.levels["glare"] == 1


@pytest.mark.parametrize(
    ("typed", "x", "y", "told"),
    [
        ("citta", 44, 61.6, "Città"),
        ("Town ", 44, 61.6, "Città"),
        ("Corso Uno (0203)", 80, 82.4, "Corso Uno (0203)"),
        ("corso uno", 56, 82.4, "Corso Uno (0103)"),
        ("0302", 92, 61.6, "0302"),
    ],
)
def test_a_place_is_named_by_keyboard_as_it_is_printed(
    virtual: Page, top: fake_services.FakeTop, typed: str, x: float, y: float, told: str
) -> None:
    virtual.get_by_label("Pedina").select_option("p1")
    virtual.get_by_label("Casella").fill(typed)
    with virtual.expect_response("**/virtual/move"):
        virtual.keyboard.press("Enter")
    assert (top.lying["p1"]["x"], top.lying["p1"]["y"]) == (pytest.approx(x, abs=1), pytest.approx(y, abs=1))
    expect(virtual.locator("[data-piece-list] option").first).to_have_text(f"Disco red · {told}")


def test_places_are_offered_by_keyboard_by_their_names_and_what_is_none_is_refused(virtual: Page) -> None:
    field = virtual.get_by_label("Casella")
    field.fill("Atlantide")
    virtual.keyboard.press("Enter")
    assert field.evaluate("field => field.validationMessage") == "Quella casella non c'è."
    offered = virtual.locator("#place-names option").evaluate_all("options => options.map(option => option.value)")
    assert {"Città", "Corso Uno (0103)", "0302"} <= set(offered)
    assert not {"0102", "Town"} & set(offered)
