"""Learning on the phone: what can I do, why not, the first game, the rulebook; and the phone in a pocket."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Opener
from tests.browser.parlour import sit
from tests.browser.room import CELL_CENTRE
from tests.web import fake_services, fakes
from web.service import Refused


@pytest.fixture
def red(base: str, table: fakes.FakeTable, open_page: Opener) -> Page:
    return sit(base, table, open_page)


def tap_where_somebody_stands(phone: Page, table: fakes.FakeTable) -> None:
    phone.touchscreen.tap(*phone.evaluate(CELL_CENTRE, table.places["blue"]))


def test_help_lists_what_can_be_done_and_shows_it_on_the_board(red: Page) -> None:
    red.get_by_role("button", name="Che cosa posso fare?").tap()
    help_ = red.get_by_role("dialog", name="Che cosa posso fare?")
    expect(help_).to_contain_text("Your piece hops")
    expect(help_.get_by_role("link", name="Regola, §3").first).to_be_visible()
    help_.get_by_role("button", name="Mostra sul tabellone").tap()
    expect(help_).to_be_hidden()
    expect(red.locator("body")).to_have_attribute("data-tab", "board")
    expect(red.locator(".lit").first).to_be_visible()


def test_help_is_opened_read_and_left_by_keyboard(red: Page) -> None:
    opener = red.get_by_role("button", name="Che cosa posso fare?")
    opener.focus()
    red.keyboard.press("Enter")
    help_ = red.get_by_role("dialog", name="Che cosa posso fare?")
    expect(help_.get_by_role("button", name="Chiudi")).to_be_focused()
    help_.locator("summary", has_text="Fly").press("Enter")
    expect(help_.get_by_text("Discs do not fly.")).to_be_visible()
    help_.get_by_label("Posto sul tabellone").fill("Timbuktu")
    red.keyboard.press("Enter")
    expect(help_.get_by_text("Timbuktu is too far.")).to_be_visible()
    red.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    expect(opener).to_be_focused()


def test_on_a_phone_on_its_side_help_has_all_the_room_below_its_heading(red: Page) -> None:
    red.get_by_role("button", name="Che cosa posso fare?").tap()
    help_ = red.get_by_role("dialog", name="Che cosa posso fare?")
    expect(help_.locator(".over-feet")).to_be_in_viewport(ratio=1)
    red.set_viewport_size({"width": 740, "height": 360})
    expect(help_.locator(".over-feet")).not_to_be_in_viewport()
    help_.get_by_role("link", name="Regolamento").scroll_into_view_if_needed()
    expect(help_.locator(".over-feet a")).to_be_in_viewport(ratio=1)
    expect(help_.get_by_role("button", name="Chiudi")).to_be_in_viewport(ratio=1)


def test_a_place_that_is_none_is_refused_where_it_was_asked(
    red: Page, table: fakes.FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object) -> None:
        raise Refused("There is no place called Atlantis.", 422)

    red.get_by_role("button", name="Che cosa posso fare?").tap()
    help_ = red.get_by_role("dialog", name="Che cosa posso fare?")
    place = help_.get_by_label("Posto sul tabellone")
    place.fill("Timbuktu")
    place.press("Enter")
    expect(help_.get_by_text("Timbuktu is too far.")).to_be_visible()
    monkeypatch.setattr(fake_services.FakeTeacher, "why_not_there", unknown)
    place.fill("Atlantis")
    place.press("Enter")
    expect(help_.get_by_text("There is no place called Atlantis.")).to_be_in_viewport()
    expect(help_.get_by_text("Timbuktu is too far.")).to_have_count(0)
    expect(red.locator(".toast")).to_have_count(0)


def test_a_place_that_is_not_lit_says_why_and_leads_to_the_rule(red: Page, table: fakes.FakeTable) -> None:
    tap_where_somebody_stands(red, table)
    sheet = red.get_by_role("dialog", name="Perché no?")
    expect(sheet).to_contain_text(f"{table.places['blue']} is too far.")
    expect(sheet).to_contain_text("Hop twice.")
    sheet.get_by_role("link", name="Regola, §3").tap()
    book = red.get_by_role("dialog", name="Regolamento")
    expect(book.locator(".law.cited")).to_have_text("One hops one place or two. §3", use_inner_text=True)
    red.keyboard.press("Escape")
    expect(book).to_be_hidden()
    expect(sheet).to_be_visible()
    assert red.url.endswith("/seat/red"), "reading a rule must not leave the game"
    assert not table.acted


def test_a_second_tap_puts_the_answer_away(red: Page, table: fakes.FakeTable) -> None:
    tap_where_somebody_stands(red, table)
    sheet = red.get_by_role("dialog", name="Perché no?")
    expect(sheet).to_be_visible()
    tap_where_somebody_stands(red, table)
    expect(sheet).to_be_hidden()


def test_a_warning_opens_the_rule_that_it_cites(red: Page, table: fakes.FakeTable) -> None:
    table.warnings = [fakes.a_breach()]
    table.tell()
    red.locator("#region-warnings").get_by_role("link", name="Regola, §3").tap()
    expect(red.get_by_role("dialog", name="Regolamento").locator(".law.cited")).to_be_visible()


def test_the_rules_are_searched_as_one_types_without_asking_the_table(base: str, open_page: Opener) -> None:
    reader = open_page(f"{base}/rules")
    asked: list[str] = []
    reader.on("request", lambda request: asked.append(request.url))
    reader.get_by_role("searchbox", name="Cerca nelle regole").fill("citta 7")
    expect(reader.get_by_role("status")).to_have_text("2 regole")
    expect(reader.locator("mark").first).to_have_text("Città")
    expect(reader.get_by_role("heading", name="Hopping")).to_be_hidden()
    reader.get_by_role("searchbox").fill("zzz")
    expect(reader.get_by_role("status")).to_contain_text("Nessuna regola")
    assert not [address for address in asked if "/assets/" not in address]


def test_a_link_leads_to_one_rule(base: str, open_page: Opener) -> None:
    reader = open_page(f"{base}/rules#rest.19")
    law = reader.locator('[id="rest.19"]')
    expect(law).to_have_class("law cited")
    expect(law).to_be_in_viewport()
    expect(law).to_be_focused()


def test_a_first_game_explains_each_phase_until_it_is_told_to_stop(red: Page) -> None:
    red.locator("[data-tab-to=people]").tap()
    red.get_by_text("Prima partita").tap()
    red.locator("[data-tab-to=turn]").tap()
    lesson = red.locator("[data-lesson]")
    expect(lesson).to_contain_text("Si salta. Poi tocca agli altri.")
    red.reload()
    expect(lesson).to_contain_text("Si salta.")
    lesson.get_by_role("button", name="Ho capito").tap()
    expect(lesson).to_be_hidden()
    red.reload()
    red.wait_for_selector(".lit")
    expect(lesson).to_be_hidden()


def test_the_phone_trembles_on_my_turn_and_when_i_am_warned(red: Page, table: fakes.FakeTable) -> None:
    def trembled() -> list[int]:
        return list(red.evaluate("window.trembled.splice(0)"))

    def turn_of(first: str) -> None:
        table.names = dict(sorted(table.names.items(), key=lambda item: item[0] != first))
        table.tell()

    turn_of("blue")
    expect(red.locator("body")).not_to_have_attribute("data-mine", "")
    trembled()
    turn_of("red")
    expect(red.locator("body")).to_have_attribute("data-mine", "")
    assert trembled() == [3]
    table.warnings = [fakes.a_breach()]
    table.tell()
    expect(red.locator(".warning")).to_be_visible()
    assert trembled() == [5]
    red.locator("[data-tab-to=people]").tap()
    red.get_by_text("Vibra quando").tap()
    table.warnings = []
    turn_of("blue")
    turn_of("red")
    expect(red.locator("body")).to_have_attribute("data-mine", "")
    assert trembled() == []


def test_the_screen_stays_on_during_the_game_unless_the_owner_says_no(red: Page, table: fakes.FakeTable) -> None:
    assert red.evaluate("window.locks.held") == 1
    red.locator("[data-tab-to=people]").tap()
    red.get_by_text("Tieni acceso").tap()
    red.wait_for_function("() => window.locks.held === 0")
    red.get_by_text("Tieni acceso").tap()
    red.wait_for_function("() => window.locks.held === 1")
    table.phase = "over"
    table.tell()
    red.wait_for_function("() => window.locks.held === 0")


def test_a_phone_that_cannot_tremble_or_stay_awake_says_so(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    lacking = "() => { delete Navigator.prototype.vibrate; delete Navigator.prototype.wakeLock; }"
    phone = sit(base, table, open_page, lacking)
    phone.locator("[data-tab-to=people]").tap()
    expect(phone.get_by_text("non può vibrare")).to_be_visible()
    expect(phone.get_by_text("solo con https")).to_be_visible()
    expect(phone.get_by_text("Tieni acceso")).to_be_hidden()


def test_axe_finds_nothing_in_help_answers_and_rulebook(
    red: Page, table: fakes.FakeTable, base: str, open_page: Opener
) -> None:
    tap_where_somebody_stands(red, table)
    sheet = red.get_by_role("dialog", name="Perché no?")
    expect(sheet).to_be_visible()
    found = violations(red, "why not")
    red.keyboard.press("Escape")
    red.get_by_role("button", name="Che cosa posso fare?").tap()
    help_ = red.get_by_role("dialog", name="Che cosa posso fare?")
    expect(help_).to_contain_text("Your piece hops")
    for summary in help_.locator("summary").all():
        summary.tap()
    found += violations(red, "help")
    help_.get_by_role("link", name="Regolamento").tap()
    expect(red.get_by_role("dialog", name="Regolamento").locator(".law").first).to_be_visible()
    found += violations(red, "rulebook over the game")
    reader = open_page(f"{base}/rules#rest.3", reduced_motion="reduce")
    expect(reader.locator(".law").first).to_be_visible()
    for summary in reader.locator("summary").all():
        summary.tap()
    found += violations(reader, "/rules")
    assert not found, "\n".join(found)


def test_text_twice_as_large_still_fits_the_phone(red: Page) -> None:
    red.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    red.get_by_role("button", name="Che cosa posso fare?").tap()
    help_ = red.get_by_role("dialog", name="Che cosa posso fare?")
    expect(help_).to_be_visible()
    wide = red.evaluate(
        "[...document.querySelectorAll('dialog[open] *')].filter(e => e.scrollWidth > innerWidth).length"
    )
    assert wide == 0


def test_answers_travel_light(base: str, table: fakes.FakeTable, open_page: Opener) -> None:
    phone = sit(base, table, open_page)
    for path, body in (("help", None), ("lesson", None), ("why", {"place": "0101"})):
        options = {} if body is None else {"method": "POST", "data": msgspec.json.encode(body).decode()}
        headers = {"Content-Type": "application/json", "Origin": base}
        reply = phone.request.fetch(f"{base}/seat/red/{path}", headers=headers, **options)
        assert reply.ok
        assert len(reply.body()) < 5000, path
