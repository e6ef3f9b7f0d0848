"""Two who share a phone, in a real browser: whatever way one comes to a page, the other's hand is not on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.room import free_port, join
from tests.table.evenings import Evening
from tests.toys.chase import GAME, Swap
from tests.web import fakes
from web.app import create_app
from web.server import Server

HIDE = """() => {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def shared(tmp_path: Path, open_page: Opener) -> Iterator[tuple[Evening, Page]]:
    """A phone that holds red and blue; red has taken the secret number 8."""
    evening = Evening(tmp_path, ())
    board = evening.table.moment.board
    app = create_app(
        evening.service,
        virtual=None,
        host_pin=fakes.PIN,
        board_svg=board.mirror_svg,
        piece_svg=fakes.piece_svg,
        game_texts=lambda game: GAME.texts,
    )
    server = Server(app, "127.0.0.1", free_port())
    server.start()
    try:
        address = f"http://127.0.0.1:{server.port}"
        phone = open_page(address)
        join(phone, "red", "Rosa")
        phone.goto(address)
        join(phone, "blue", "Bruno")
        evening.begin()
        evening.act("red", Swap(8))
        yield evening, phone
    finally:
        server.stop()


def curtain(phone: Page, name: str) -> None:
    """The curtain before `name` is all that there is."""
    expect(phone.get_by_role("heading", name=name)).to_be_visible()
    assert "hold 8" not in phone.content()


def lift(phone: Page, name: str) -> None:
    phone.get_by_role("button", name=f"Sono {name}").click()
    phone.wait_for_selector("body.phone")


def test_nothing_of_a_hand_is_behind_the_curtain(shared: tuple[Evening, Page]) -> None:
    _, phone = shared
    expect(phone.get_by_role("link", name="Passa il telefono a Rosa")).to_be_visible()
    phone.get_by_role("link", name="Passa il telefono a Rosa").click()
    curtain(phone, "Rosa")
    lift(phone, "Rosa")
    phone.locator('[data-tab-to="story"]').click()
    expect(phone.locator("#region-story")).to_contain_text("hold 8")
    phone.locator('[data-tab-to="people"]').click()
    phone.locator("nav.seats a", has_text="Blu").click()
    curtain(phone, "Bruno")
    phone.go_back()
    curtain(phone, "Rosa")


def test_the_curtain_falls_when_another_app_comes_to_the_front(shared: tuple[Evening, Page]) -> None:
    _, phone = shared
    phone.goto(phone.url.replace("/blue", "/red"))
    lift(phone, "Rosa")
    phone.evaluate(HIDE)
    curtain(phone, "Rosa")
    phone.reload()
    curtain(phone, "Rosa")


def test_a_phone_that_is_put_down_while_the_table_is_away_keeps_its_hand_covered_and_comes_back(
    shared: tuple[Evening, Page],
) -> None:
    """The browser's own error stood there, and nothing came back by itself when the table did."""
    _, phone = shared
    phone.goto(phone.url.replace("/blue", "/red"))
    lift(phone, "Rosa")
    phone.context.set_offline(True)
    phone.evaluate(HIDE)
    expect(phone.locator(".cover")).to_contain_text("La connessione è caduta")
    assert "hold 8" not in phone.content()
    assert phone.url.endswith("/seat/red")
    phone.context.set_offline(False)
    curtain(phone, "Rosa")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Sono Rosa").click()
    expect(phone.locator("[data-offline]")).to_be_visible()
    curtain(phone, "Rosa")
    phone.context.set_offline(False)
    expect(phone.locator("[data-offline]")).to_be_hidden()
    curtain(phone, "Rosa")
    lift(phone, "Rosa")


def test_the_phone_is_passed_on_when_the_turn_goes_to_the_other(shared: tuple[Evening, Page]) -> None:
    evening, phone = shared
    phone.goto(phone.url.replace("/blue", "/red"))
    lift(phone, "Rosa")
    expect(phone.locator(".next-seat:visible")).to_have_count(0)
    evening.service.act("red", b'{"type":"end_turn"}', "k1", 0, "it")
    expect(phone.get_by_role("link", name="Passa il telefono a Bruno")).to_be_visible()


def test_who_took_the_seat_to_a_phone_of_their_own_is_not_passed_to(shared: tuple[Evening, Page]) -> None:
    evening, phone = shared
    phone.goto(phone.url.replace("/blue", "/red"))
    lift(phone, "Rosa")
    evening.service.act("red", b'{"type":"end_turn"}', "k1", 0, "it")
    expect(phone.get_by_role("link", name="Passa il telefono a Bruno")).to_be_visible()
    evening.service.take_over(evening.service.free_seat("blue", "it"), "it")
    expect(phone.locator("[data-next-seat]")).to_have_count(0)
    expect(phone.locator("#panel-turn")).to_be_visible()
    assert phone.url.endswith("/seat/red")
