"""What a phone must fetch over a weak Wi-Fi: counted in bytes on the wire, so that a slow machine does not matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import PHONE, Opener
from tests.browser.stage import Stage
from tests.browser.wire import Wire

PAGE_AT_MOST = 150 * 1024
UPDATE_AT_MOST = 5 * 1024
SEAT_AT_MOST = 8 * 1024
"""What is left to fetch when somebody sits down: the page alone, every file of it came while the name was typed."""


@pytest.mark.parametrize("game", ["casablanca_escape", "casablanca_agents", "corteo"])
def test_all_that_a_seat_needs_comes_while_a_name_is_typed(tmp_path: Path, open_page: Opener, game: str) -> None:
    """Of the games whose boards, styles and scripts weigh most."""
    with Stage(tmp_path, game, eye="") as stage:
        phone = open_page("about:blank", PHONE)
        wire = Wire(phone, kept=True)
        phone.goto(stage.base)
        phone.wait_for_load_state("networkidle")
        at_the_door = wire.total
        phone.get_by_label("Il tuo nome").fill("Ilsa")
        phone.get_by_role("button", name="Mi siedo").click()
        phone.wait_for_selector("[data-cell]", state="attached")
        phone.wait_for_function("() => document.fonts.status === 'loaded'")
        assert wire.total - at_the_door <= SEAT_AT_MOST, wire.heaviest()
        assert wire.total <= PAGE_AT_MOST, wire.heaviest()


def test_a_phone_page_and_its_updates_are_light(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path) as stage:
        stage.setting_up()
        stage.evening.service.begin("en")
        seat = stage.seats[stage.state.order[0]]
        phone = open_page("about:blank", PHONE, cookies=[stage.cookies[seat]])
        wire = Wire(phone)
        phone.goto(f"{stage.base}/seat/{seat}")
        phone.wait_for_selector("[data-cell]", state="attached")
        phone.wait_for_function("() => document.querySelectorAll('.piece').length >= 6")
        phone.wait_for_function("() => document.fonts.status === 'loaded'")
        phone.wait_for_timeout(300)
        assert wire.total <= PAGE_AT_MOST, wire.heaviest()
        for _ in range(4):
            before = wire.streamed
            shown = phone.locator("#region-story li").count()
            stage.goes_on(1)
            phone.wait_for_function("shown => document.querySelectorAll('#region-story li').length > shown", arg=shown)
            assert wire.streamed - before <= UPDATE_AT_MOST
