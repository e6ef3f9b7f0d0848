"""What the table calls 2702 is called so on the printed board, and on a phone as soon as it is large enough to read."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Opener
from tests.browser.stage import Stage

HOLDS = """(place, text) => {
  const box = text.getBBox();
  return place.isPointInFill(new DOMPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


@pytest.mark.parametrize(("game", "cell"), [("casablanca_escape", "2603"), ("corteo", "2021")])
def test_who_looks_closely_reads_the_numbers_of_the_printed_board(
    tmp_path: Path, open_page: Opener, game: str, cell: str
) -> None:
    with Stage(tmp_path, game, eye="") as stage:
        phone = open_page(f"{stage.base}/watch", PHONE)
        numbers = phone.locator(".layer-numbers text")
        phone.wait_for_selector("[data-cell]", state="attached")
        expect(numbers).to_have_count(0)
        for _ in range(5):
            phone.locator('[data-zoom="in"]').click()
        one = numbers.get_by_text(cell, exact=True)
        expect(one).to_have_count(1)
        assert one.evaluate("text => text.getBoundingClientRect().height") >= 8
        assert phone.locator(f'#cells [data-cell="{cell}"]').evaluate(HOLDS, one.element_handle())
        phone.locator('[data-zoom="fit"]').click()
        expect(phone.locator(".layer-numbers")).to_be_hidden()
