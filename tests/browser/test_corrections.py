"""The host's form of corrections: it is as the game is now, and nothing that is typed into it is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import TABLET, Opener
from tests.browser.room import log_in
from tests.web import fakes

RED = '[data-facts-edit] [name="red"]'


@pytest.fixture
def host(base: str, table: fakes.FakeTable, open_page: Opener) -> Page:
    table.names = {"red": "Ilsa"}
    table.begin_playing("blue")
    page = open_page(f"{base}/host", TABLET)
    log_in(page, fakes.PIN)
    return page


def unfold(host: Page) -> None:
    host.get_by_text("Correggi lo stato della partita").click()


def test_a_form_that_comes_late_does_not_take_away_what_is_typed(host: Page) -> None:
    late: list[Route] = []
    host.route("**/host/facts", lambda route: late.append(route) if not late else route.continue_())
    with host.expect_request("**/host/facts"):
        unfold(host)
    unfold(host)  # and closed again
    unfold(host)
    host.locator(RED).fill("0505")
    with host.expect_response("**/host/facts"):
        late[0].continue_()
    host.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    expect(host.locator(RED)).to_have_value("0505")


def test_the_form_follows_the_game_until_something_is_typed(host: Page, table: fakes.FakeTable) -> None:
    unfold(host)
    field = host.locator(RED)
    expect(field).to_have_value("0000")
    table.act("red", b'{"type":"hop","to":"0101"}', "first hop", 0, "it")
    expect(field).to_have_value("0101")
    field.fill("0505")
    table.act("blue", b'{"type":"hop","to":"0202"}', "second hop", 0, "it")
    expect(host.locator("#region-story")).to_contain_text("0202")
    host.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    expect(field).to_have_value("0505")


def test_a_form_that_was_asked_for_before_somebody_typed_does_not_take_that_away(
    host: Page, table: fakes.FakeTable
) -> None:
    unfold(host)
    expect(host.locator(RED)).to_have_value("0000")
    late: list[Route] = []
    host.route("**/host/facts", lambda route: late.append(route))
    with host.expect_request("**/host/facts"):
        table.act("blue", b'{"type":"hop","to":"0202"}', "a hop", 0, "it")
    host.locator(RED).fill("0505")
    with host.expect_response("**/host/facts"):
        late[0].continue_()
    host.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    expect(host.locator(RED)).to_have_value("0505")


def test_a_form_that_does_not_come_says_so_and_may_be_asked_for_again(host: Page) -> None:
    host.route("**/host/facts", lambda route: route.abort(), times=1)
    unfold(host)
    expect(host.locator("[data-toasts]")).to_contain_text("Non è arrivato. Riprova")
    unfold(host)
    expect(host.locator(RED)).to_have_value("0000")


def test_where_nothing_can_be_corrected_the_form_says_so(host: Page, table: fakes.FakeTable) -> None:
    table.places = {}
    unfold(host)
    expect(host.get_by_text("Adesso non c'è nulla da correggere.")).to_be_visible()
    expect(host.locator("[data-facts-edit]")).to_have_count(0)
