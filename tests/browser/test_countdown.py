"""How long the table still waits for who is asked, on every screen; and rules that open over any page."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TABLET, TV, Opener
from tests.browser.parlour import sit
from tests.web import fakes


@pytest.mark.parametrize("path", ["/table", "/watch"])
def test_the_time_left_is_counted_down(base: str, table: fakes.FakeTable, open_page: Opener, path: str) -> None:
    table.begin_playing("red", "blue")
    table.answers_in_s = 42.0
    page = open_page(f"{base}{path}", TV)
    timer = page.get_by_role("timer")
    expect(timer).to_contain_text("Il tavolo risponde tra")
    expect(timer).to_contain_text(re.compile("0:[34]"))
    first = timer.inner_text()
    expect(timer).not_to_have_text(first)
    table.answers_in_s = 9.0
    table.tell()
    expect(timer).to_have_class(re.compile("soon"))
    table.answers_in_s = None
    table.tell()
    expect(timer).to_be_hidden()


def test_a_phone_that_slept_hears_how_much_time_is_left(base: str, table: fakes.FakeTable, open_page: Opener) -> None:
    phone = sit(base, table, open_page)
    expect(phone.get_by_role("timer")).to_be_hidden()
    table.answers_in_s = 90.0
    phone.reload()
    expect(phone.get_by_role("timer")).to_contain_text(re.compile("1:[0-3]"))


def test_a_tablet_that_nobody_hurries_says_nothing_of_time(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    tablet = sit(base, table, partial(open_page, size=TABLET))
    expect(tablet.get_by_text("Il tavolo risponde tra")).to_be_hidden()
    table.answers_in_s = 90.0
    table.tell()
    expect(tablet.get_by_role("timer")).to_contain_text(re.compile("1:[0-3]"))
    expect(tablet.get_by_role("timer")).to_be_in_viewport()


def opens_the_rule(page: Page) -> None:
    """The warning's rule is read over the page, which stays."""
    address = page.url
    page.locator("#region-warnings [data-rule]").first.click()
    book = page.get_by_role("dialog", name="Regolamento")
    expect(book.locator(".law.cited")).to_be_visible()
    assert page.url == address
    page.keyboard.press("Escape")
    expect(book).to_be_hidden()


@pytest.mark.parametrize("path", ["/table", "/watch", "/virtual", "/host"])
def test_a_warnings_rule_opens_over_the_page(base: str, table: fakes.FakeTable, open_page: Opener, path: str) -> None:
    table.begin_playing("red", "blue")
    table.warnings = [fakes.a_breach()]
    page = open_page(f"{base}{path}", TABLET)
    if path == "/host":
        page.get_by_label("PIN di chi ospita").fill(fakes.PIN)
        page.get_by_role("button", name="Entra").click()
        page.wait_for_selector("body.host")
    page.wait_for_load_state("load")
    opens_the_rule(page)
