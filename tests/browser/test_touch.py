"""A page that changes under a finger: the tap counts, and the news comes when the finger has left."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.parlour import sit
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
