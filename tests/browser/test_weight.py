"""What a phone must fetch over a weak Wi-Fi: counted in bytes on the wire, so that a slow machine does not matter."""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import PHONE, Opener
from tests.browser.stage import Stage
from tests.browser.wire import Wire

PAGE_AT_MOST = 150 * 1024
UPDATE_AT_MOST = 5 * 1024
DOOR_AT_MOST = 60 * 1024


def test_a_phone_page_and_its_updates_are_light(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path) as stage:
        stage.setting_up()
        stage.evening.service.begin("en")
        door = open_page("about:blank", PHONE)
        wire = Wire(door)
        door.goto(stage.base)
        door.wait_for_load_state("networkidle")
        assert wire.total <= DOOR_AT_MOST, wire.heaviest()
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
