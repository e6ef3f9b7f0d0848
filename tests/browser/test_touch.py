"""A page that changes under a finger: the tap counts, and the news comes when the finger has left."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.parlour import sit
from tests.browser.room import tap_cell
from tests.web import fakes
from web.service import Warning


def test_a_tap_counts_though_others_act_while_the_finger_is_down(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    red = sit(base, table, open_page)
    table.dice = "red"
    table.tell()
    red.get_by_role("button", name="Tira", exact=True).hover()
    red.mouse.down()
    table.warnings = [Warning("Owes", ["Il tabellone va aggiornato."])]
    table.tell()
    red.wait_for_timeout(250)
    red.mouse.up()
    expect(red.locator("[data-fallen-words]")).to_have_text("3 + 5")
    expect(red.locator(".warning")).to_be_visible()


def test_a_finger_that_rests_does_not_keep_news_away(base: str, table: fakes.FakeTable, open_page: Opener) -> None:
    red = sit(base, table, open_page)
    red.locator("#main").hover()
    red.mouse.down()
    table.warnings = [Warning("Owes", ["Il tabellone va aggiornato."])]
    table.tell()
    expect(red.locator(".warning")).to_be_visible()


LOW = """() => [...document.querySelectorAll("[data-cell]")].filter((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return middle > innerHeight - 130 && middle < innerHeight - 66;
}).map((one) => one.dataset.cell)"""
"""Places on the mirror where the sheet that asks before a place is taken will lie."""


def test_a_tap_on_a_place_asks_first_though_the_question_opens_under_the_finger(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    red = sit(base, table, open_page)
    red.set_viewport_size({"width": 390, "height": 480})
    red.locator('[data-tab-to="board"]').click()
    red.wait_for_timeout(600)  # the board glides
    for _ in range(8):
        if red.evaluate(LOW):
            break
        red.locator('[data-zoom="in"]').click()
        red.wait_for_timeout(400)
    was = dict(table.places)
    low = next(cell for cell in red.evaluate(LOW) if cell not in was.values())
    tap_cell(red, low)
    sheet = red.locator("[data-confirm]")
    expect(sheet).to_be_visible()
    red.wait_for_timeout(700)
    assert table.places == was, "nobody has said yes"
    expect(sheet).to_be_visible()
    sheet.locator("button.go").first.click()
    expect(sheet).to_be_hidden()
    assert table.places["red"] == low
