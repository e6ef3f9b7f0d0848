"""What the page of those who only watch shows on all screens: the board and what is said, each in its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Opener
from tests.browser.room import log_in
from tests.browser.stage import Stage
from tests.web import fakes

SIZES = ({"width": 360, "height": 640}, {"width": 740, "height": 360}, {"width": 1280, "height": 800})


@pytest.mark.parametrize("game", ["cape_horn", "fifth_column"])
def test_the_board_lies_over_nothing_that_is_said(game: str, tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, game, eye="") as stage:
        stage.playing(3)
        for size in SIZES:
            page = open_page(f"{stage.base}/watch", size)
            expect(page.locator("#region-standing > *").first).to_be_visible()
            board, said = page.locator(".mirror").bounding_box(), page.locator("#region-standing").bounding_box()
            assert board is not None
            assert said is not None
            assert board["height"] > size["height"] / 3
            assert board["y"] + board["height"] <= said["y"], f"on {size}"


def test_two_pages_of_the_host_show_the_same_settings(base: str, table: fakes.FakeTable, open_page: Opener) -> None:
    table.names = {"red": "Ilsa"}
    one, other = open_page(f"{base}/host", PHONE), open_page(f"{base}/host", PHONE)
    for page in (one, other):
        log_in(page, fakes.PIN)
    length = one.locator(".option", has=one.locator('[data-option="length"]'))
    length.locator("summary").click()
    length.get_by_text("long", exact=True).click()
    one.get_by_text("Severo", exact=True).click()
    for page in (one, other):
        expect(page.locator('[data-mode][value="strict"]')).to_be_checked()
        expect(page.locator('[data-option="length"][value="long"]')).to_be_checked()
        expect(page.locator(".option", has=page.locator('[data-option="length"]'))).to_contain_text("long")


def test_a_breach_is_told_with_its_rule_and_how_to_mend_it(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    table.names = {"red": "Ilsa", "blue": "Rick"}
    table.begin_playing()
    table.warnings = [fakes.a_breach()]
    table.tell()
    page = open_page(f"{base}/watch", PHONE)
    expect(page.locator(".warning .rule").first).to_contain_text("Si salta di una o due caselle.")
    expect(page.locator(".warning .rule").first).to_be_visible()
    expect(page.locator(".mend h3")).to_be_visible()
    expect(page.locator(".mend li")).to_be_visible()
