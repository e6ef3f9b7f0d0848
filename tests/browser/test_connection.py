"""Phones that sleep, go and come back, and lose what they send on the way: nothing is lost, nothing is done twice."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.parlour import Notes
from tests.browser.room import CELL_CENTRE, free_port
from tests.web import fakes
from web.server import Server


def test_a_phone_that_slept_is_up_to_date_within_a_second(red: Page, table: fakes.FakeTable, base: str) -> None:
    red.context.set_offline(True)
    red.evaluate("""() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    table.story.append("much happened")
    table.tell()
    red.context.set_offline(False)
    red.evaluate("""() => {
      Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    expect(red.locator("#region-story")).to_contain_text("much happened", timeout=1000)


def test_the_code_scanned_again_leads_back_to_the_seat_and_back_and_forth_loses_nothing(
    base: str, red: Page, table: fakes.FakeTable
) -> None:
    again = red.context.new_page()
    again.goto(base)
    again.locator(".back a").tap()
    again.wait_for_selector(".lit")
    table.act("red", b'{"type":"hop","to":"0302"}', "a key of its own", 0, "it")
    for tab in (red, again):
        expect(tab.locator("#region-story")).to_contain_text("red hopped to 0302")
    again.go_back()
    table.story.append("blue sneezed")
    table.tell()
    again.go_forward()
    expect(again.locator("#region-story")).to_contain_text("blue sneezed")


def test_a_phone_says_that_the_table_is_away_until_it_is_back(table: fakes.FakeTable, open_page: Opener) -> None:
    app, port = fakes.parlour(table), free_port()
    server = Server(app, "127.0.0.1", port)
    server.start()
    phone = open_page(f"http://127.0.0.1:{port}/watch")
    away = phone.locator("[data-offline]")
    expect(away).to_be_hidden()
    server.stop()
    expect(away).to_be_visible(timeout=10_000)
    server = Server(app, "127.0.0.1", port)
    server.start()
    try:
        expect(away).to_be_hidden()
    finally:
        server.stop()


def test_a_phone_whose_network_is_gone_says_so_over_whose_turn_it_is_and_at_a_tap_on_help(red: Page) -> None:
    red.context.set_offline(True)
    expect(red.locator("[data-offline]")).to_be_visible(timeout=6000)
    said, asked = red.locator("[data-offline]").bounding_box(), red.locator("#region-ask").bounding_box()
    assert said
    assert asked
    assert said["y"] + said["height"] <= asked["y"], "whose turn it is can still be read"
    notes = Notes(red, "[data-toasts]")
    red.locator("[data-help]").tap()
    notes.wait_for("Non è arrivato. Riprova, per favore.")
    red.context.set_offline(False)
    expect(red.locator("[data-offline]")).to_be_hidden()


def test_a_rule_that_is_asked_for_while_the_table_is_away_leaves_one_on_the_page(red: Page, base: str) -> None:
    red.route("**/rules**", lambda route: route.abort())  # the rulebook, and the page of the rules
    notes = Notes(red, "[data-toasts]")
    red.locator('[data-tab-to="people"]').tap()
    red.get_by_role("link", name="Regolamento").tap()
    notes.wait_for("Non è arrivato. Riprova, per favore.")
    assert red.url == f"{base}/seat/red"
    red.unroute("**/rules**")
    red.get_by_role("link", name="Regolamento").tap()
    expect(red.locator("dialog.rules-over")).to_be_visible()


def test_an_action_lost_on_the_way_is_sent_again_and_acts_once(red: Page, table: fakes.FakeTable) -> None:
    lost: list[str] = []

    def lose_two(route: object) -> None:
        lost.append(route.request.post_data)  # type: ignore[attr-defined]
        if len(lost) <= 2:
            route.abort()  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    red.route("**/act", lose_two)
    red.touchscreen.tap(*red.evaluate(CELL_CENTRE, "0302"))
    red.get_by_role("button", name="Hop to 0302").last.tap()
    expect(red.locator("#region-story")).to_contain_text("red hopped to 0302")
    assert len(set(lost)) == 1
    assert table.acted == [("red", "0302")]


def test_an_answer_lost_on_the_way_back_acts_once(red: Page, table: fakes.FakeTable) -> None:
    tries: list[int] = []

    def lose_the_answer(route: object) -> None:
        tries.append(1)
        answer = route.fetch()  # type: ignore[attr-defined]
        if len(tries) == 1:
            route.abort()  # type: ignore[attr-defined]
        else:
            route.fulfill(response=answer)  # type: ignore[attr-defined]

    red.route("**/act", lose_the_answer)
    red.touchscreen.tap(*red.evaluate(CELL_CENTRE, "0302"))
    red.get_by_role("button", name="Hop to 0302").last.tap()
    expect(red.locator("#region-story")).to_contain_text("red hopped to 0302")
    red.wait_for_timeout(600)
    assert len(tries) == 2
    assert table.acted == [("red", "0302")]


def test_keys_are_made_where_the_page_has_no_secure_context(red: Page, table: fakes.FakeTable) -> None:
    red.evaluate("() => { crypto.randomUUID = undefined; }")
    red.touchscreen.tap(*red.evaluate(CELL_CENTRE, "0302"))
    red.get_by_role("button", name="Hop to 0302").last.tap()
    expect(red.locator("#region-story")).to_contain_text("red hopped to 0302")
    assert re.fullmatch(r"[0-9a-f]{32}", next(iter(table.done)))


def test_a_refusal_is_shown(red: Page, table: fakes.FakeTable) -> None:
    red.touchscreen.tap(*red.evaluate(CELL_CENTRE, "0302"))
    table.places["blue"] = "0302"
    notes = Notes(red, "[data-toasts]")
    red.get_by_role("button", name="Hop to 0302").last.tap()
    notes.wait_for("Lì c'è già qualcuno")
