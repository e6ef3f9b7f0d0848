"""A page that changes under a finger: the tap counts, and the news comes when the finger has left."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from engines.cape_horn.actions import Stay
from tests.browser.conftest import PHONE, Opener
from tests.browser.parlour import sit
from tests.browser.room import tap_cell
from tests.browser.stage import Stage
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


SECOND_TAP = """selector => new MutationObserver((_, watch) => {
  watch.disconnect();
  setTimeout(() => {
    const { x, y } = window.tapped;
    const at = { clientX: x, clientY: y, bubbles: true, cancelable: true };
    const under = document.elementFromPoint(x, y);
    window.under = under.closest("button")?.textContent.trim();
    under.dispatchEvent(new PointerEvent("pointerdown", { ...at, pointerType: "touch" }));
    under.dispatchEvent(new MouseEvent("click", { ...at, detail: 1 }));
  }, 50);
}).observe(document.querySelector(selector), { childList: true })"""
"""Taps once more where a finger was before, as soon as the page has changed there: a nervous finger is that quick."""

REMEMBER_TAP = """addEventListener("pointerdown", ({ x, y }) => { window.tapped = { x, y }; },
  { capture: true, once: true })"""


def test_a_double_tap_on_drawing_a_tile_does_not_buy_another_one(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, "cape_horn", eye="") as stage:
        stage.playing()
        (mover,) = stage.game.pending(stage.state).seats
        stage.act(mover, Stay())
        phone = open_page(f"{stage.base}/seat/{mover}", PHONE, "en-GB", [stage.cookies[mover]])
        draw = phone.get_by_role("button", name="Draw a tile")
        expect(draw).to_be_visible()
        phone.evaluate(REMEMBER_TAP)
        phone.evaluate(SECOND_TAP, "#region-choices")
        draw.tap()
        buy = phone.get_by_role("button", name="Buy another tile")
        expect(buy).to_be_visible()
        phone.wait_for_function("() => window.under")
        assert "Buy another tile" in phone.evaluate("window.under"), "the second tap fell on it"
        phone.wait_for_timeout(500)
        expect(phone.locator("#region-hand")).to_contain_text("4 of 6")
        buy.tap()  # now it is meant
        expect(phone.locator("#region-hand")).to_contain_text("5 of 6")
