"""An evening of Cape Horn in Chromium: phones deal the tiles, one is laid the wrong way, turned, and a ship sails."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.evening import Evening
from engines.cape_horn.waters import FACING, FINISH
from tests.browser.conftest import PHONE, TABLET, Opener
from tests.browser.room import VirtualTablePage, begin, join, log_in, serve, tap_cell
from tests.browser.stage import Stage

TURN = """piece => fetch("/virtual/flip", {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({piece}),
})"""
SEATS = {"blue": "Ines", "white": "Tom", "black": "Ada"}


@pytest.fixture
def evening(tmp_path: Path) -> object:
    evening = serve(tmp_path, "cape_horn")
    yield evening
    evening.close()


def test_a_tile_from_the_phone_is_laid_on_the_table_and_the_ship_sails(evening: Evening, open_page: Opener) -> None:
    base = f"http://127.0.0.1:{evening.port}"
    phones = {seat: open_page(base, PHONE) for seat in SEATS}
    for seat, name in SEATS.items():
        join(phones[seat], seat, name)
    host = open_page(f"{base}/host", TABLET)
    log_in(host, evening.pin)
    begin(host)
    top = VirtualTablePage(open_page(f"{base}/virtual", TABLET))
    top.lay_out()
    expect(phones["blue"].locator("#region-story")).to_contain_text("Comincia", timeout=150_000)
    mover = next(seat for seat in SEATS if "Lay" in _kinds(evening, seat))
    phone = phones[mover]
    cards = phone.locator(".tile-card:not([disabled])")
    expect(cards.first).to_be_visible(timeout=150_000)
    design = cards.first.get_attribute("data-tile")

    ship = evening.table.moment.journal.state.captain(mover).ship
    at = f"{ship[:2]}01"
    piece = max(top.lying(f"tile:{design}:north"), key=lambda one: one["level"])["id"]  # the topmost of its stack
    top.drag(piece, at)
    assert FACING[at] == "south"
    expect(phone.locator("#region-warnings")).to_contain_text("girare la pedina", timeout=150_000)
    for _ in range(2):  # from north to south
        top.page.evaluate(TURN, piece)
    expect(phone.locator("#region-story")).to_contain_text("posa", timeout=150_000)
    expect(phone.locator("#region-warnings")).not_to_contain_text("girare la pedina")

    sail = phone.locator('#region-choices [data-kind="sail"]')
    expect(sail.first).to_be_visible()
    squares_light_up_with_their_cost(evening, phone, mover)
    phone.locator('[data-tab-to="board"]').click()
    phone.locator('[data-zoom="fit"]').click()
    tap_cell(phone, at)
    phone.locator("[data-confirm] .go").first.click()
    expect(phone.locator("#region-story")).to_contain_text("naviga", timeout=150_000)
    other = next(seat for seat in SEATS if seat != mover)
    expect(phones[other].locator("#region-hand")).to_contain_text("Le mie tessere (3 di 6)")
    phone.locator('[data-tab-to="turn"]').click()
    phone.get_by_role("button", name="Pescare una tessera").click()
    expect(phone.locator("#region-hand")).to_contain_text("Le mie tessere (3 di 6)", timeout=150_000)


@pytest.mark.parametrize("hands", ["phone", "table"])
def test_one_tile_after_the_other_is_laid_on_the_chart_without_leaving_it(
    tmp_path: Path, open_page: Opener, hands: str
) -> None:
    with Stage(tmp_path, "cape_horn", {"hands": hands}, eye="") as stage:
        stage.playing(3)
        (mover,) = stage.game.pending(stage.state).seats
        phone = open_page(f"{stage.base}/seat/{mover}", PHONE, "en-GB", [stage.cookies[mover]])
        if hands == "table":
            phone.locator("#region-hand summary").click()
        phone.locator(".tile-card").first.click()
        for laid in range(1, 4):
            card = phone.locator(".tile-card").first
            if card.get_attribute("aria-pressed") != "true":
                card.click()
            expect(phone.locator(".layer-lit .kind-lay").first).to_be_visible()
            square = phone.locator("[data-lays] button").first.get_attribute("data-cells")
            assert square is not None
            tap_cell(phone, square)
            phone.locator("[data-confirm] .go").first.click()
            expect(phone.locator("#hand-title")).to_contain_text(f"({3 - laid} of 6)")
        expect(phone.locator("body")).to_have_attribute("data-tab", "board")
        expect(phone.locator(".tile-card")).to_have_count(0)


def squares_light_up_with_their_cost(evening: Evening, phone: Page, mover: str) -> None:
    """Asked where the ship can go, the chart marks each square and says what it costs; asked again it is plain."""
    moment = evening.table.moment
    assert moment.journal is not None
    reach = moment.game.view(moment.journal.state, mover).reach
    costs = sorted(str(one.cost) for one in reach if one.cell != FINISH)
    phone.get_by_role("button", name="Dove posso andare?").click()
    expect(phone.locator("#costs .costed")).to_have_count(len(costs))
    assert sorted(phone.locator("#costs text").all_text_contents()) == costs
    phone.locator('[data-tab-to="turn"]').click()
    phone.get_by_role("button", name="Dove posso andare?").click()
    expect(phone.locator("#costs")).to_have_count(0)


def _kinds(evening: Evening, seat: str) -> set[str]:
    """Kinds of actions that a seat has now."""
    moment = evening.table.moment
    assert moment.journal is not None
    return {type(action).__name__ for action in moment.game.legal(moment.journal.state, seat)}


LETTERS = "all => Math.min(...all.map(one => parseFloat(getComputedStyle(one).fontSize)))"
"""The smallest letters of all, px."""


@pytest.mark.parametrize("players", [3, 4, 5])
def test_points_of_all_captains_are_read_on_a_low_display(tmp_path: Path, open_page: Opener, players: int) -> None:
    with Stage(tmp_path, "cape_horn", eye="") as stage:
        stage.playing(players)
        display = open_page(f"{stage.base}/table", {"width": 1280, "height": 720}, "de-DE")
        captains = display.locator(".captains li")
        expect(captains).to_have_count(players)
        display.evaluate("document.fonts.ready")
        expect(captains.last).to_be_in_viewport(ratio=1)
        assert display.locator(".captains .points i").evaluate_all(LETTERS) >= 11
        assert display.locator(".captains small").evaluate_all(LETTERS) >= 12
