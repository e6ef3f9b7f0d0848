"""While a breach holds the turn (mode ``strict``) a phone shows it first, and what could be done as not yet."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Opener
from tests.web import fakes
from web.service import Choice, Warning

NOT_YET = {"en": "Not yet: first the board", "it": "Non ancora: prima va rimesso", "de": "Noch nicht: Erst muss"}


@pytest.fixture
def held(table: fakes.FakeTable, red: Page) -> Page:
    """Red's phone, on red's turn, when the breach is seen."""
    table.warnings = [fakes.a_breach()]
    table.tell()
    red.wait_for_selector(".warning.blocks")
    return red


def test_choices_stay_in_sight_and_cannot_be_pressed_until_it_is_mended(table: fakes.FakeTable, held: Page) -> None:
    choice = held.locator("#region-choices [data-action]").first
    expect(choice).to_be_disabled()
    expect(held.locator("#region-undo button")).to_have_count(0)
    expect(held.get_by_role("group", name=NOT_YET["it"])).to_be_visible()
    expect(held.locator(".lit")).to_have_count(0)
    assert not violations(held)
    table.warnings = []
    table.tell()
    expect(choice).to_be_enabled()
    expect(held.locator(".lit").first).to_be_visible()
    expect(held.get_by_text(NOT_YET["it"])).to_be_hidden()


def test_a_page_opened_meanwhile_says_so_in_every_language(
    table: fakes.FakeTable, base: str, open_page: Opener
) -> None:
    token = table.claim("red", "Ilsa", "00" * 32, "it")
    table.begin_playing("blue")
    table.warnings = [fakes.a_breach()]
    cookie = {"name": "seat_red", "value": token, "url": base}
    for lang, words in NOT_YET.items():
        phone = open_page(f"{base}/seat/red", lang=lang, cookies=[cookie])
        expect(phone.get_by_text(words)).to_be_visible()
        expect(phone.locator("#region-choices [data-action]").first).to_be_disabled()
        expect(phone.locator(".lit")).to_have_count(0)


def test_the_breach_stands_before_the_question_that_waits_for_it(table: fakes.FakeTable, held: Page) -> None:
    answer = Choice("explain", {"type": "explain", "number": 0}, "Rosso è saltato in 0101")
    question = Warning("Ambiguous", ("Che cosa è successo?",), choices=(answer,))
    table.warnings = [question, fakes.a_breach()]
    table.tell()
    expect(held.locator(".warning")).to_have_count(2)
    expect(held.locator(".warning").first).to_have_class("warning breach blocks")
    expect(held.get_by_text("Rosso è saltato in 0101")).to_be_disabled()
    table.warnings = [question]
    table.tell()
    expect(held.get_by_text("Rosso è saltato in 0101")).to_be_enabled()
