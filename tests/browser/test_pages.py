"""Pages in a real browser over the parlour: tapping, zooming, dice, languages, keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import whole
from tests.browser.conftest import PHONE, TABLET, TV, Opener
from tests.browser.parlour import Notes
from tests.browser.room import CELL_CENTRE, begin, log_in, tap_cell
from tests.web import fakes
from web.service import Warning


def test_one_sits_down_at_the_door_and_the_phone_adds_its_share_of_chance(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    phone = open_page(base)
    phone.get_by_label("Il tuo nome").fill("Ilsa")
    phone.get_by_role("button", name="Mi siedo").tap()
    phone.wait_for_url("**/seat/red")
    assert re.fullmatch(r"[0-9a-f]{64}", table.entropies[0])


def test_who_waits_for_the_game_to_begin_is_told_who_begins_it_and_who_is_here(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    token = table.claim("red", "Ilsa", "00" * 32, "it")
    phone = open_page(f"{base}/seat/red", cookies=[{"name": "seat_red", "value": token, "url": base}])
    lobby = phone.locator("#region-lobby")
    expect(lobby).to_contain_text("Chi ospita comincia quando ci siete tutti.")
    table.claim("blue", "Rick", "00" * 32, "it")
    expect(lobby).to_contain_text("Rick")
    table.begin_playing("red")
    expect(lobby).to_be_empty()


def test_a_tab_opens_at_its_top_and_so_do_ones_turn_and_the_end(red: Page, table: fakes.FakeTable) -> None:
    red.set_viewport_size({"width": 360, "height": 420})
    main = red.locator("#main")
    assert main.evaluate("main => { main.scrollTop = 9999; return main.scrollTop; }") > 0
    red.locator('[data-tab-to="people"]').click()
    assert main.evaluate("main => main.scrollTop") == 0
    red.locator('[data-tab-to="turn"]').click()
    table.phase = "setup"
    table.warnings = [Warning("Owes", ["Il tabellone va aggiornato."] * 12)]
    table.tell()
    expect(red.locator("body[data-mine]")).to_have_count(0)
    expect(red.locator(".warning")).to_be_visible()
    assert main.evaluate("main => { main.scrollTop = 9999; return main.scrollTop; }") > 0
    table.begin_playing()
    expect(red.locator("body[data-mine]")).to_have_count(1)
    assert main.evaluate("main => main.scrollTop") == 0
    assert main.evaluate("main => { main.scrollTop = 9999; return main.scrollTop; }") > 0
    table.phase = "over"
    table.tell()
    expect(red.locator('body[data-phase="over"]')).to_have_count(1)
    assert main.evaluate("main => main.scrollTop") == 0


def asked_about(red: Page, cell: str) -> Locator:
    """Taps a lit place; the sheet that asks about it."""
    tap_cell(red, cell)
    sheet = red.locator("[data-confirm]")
    expect(sheet).to_contain_text(f"Hop to {cell}")
    return sheet


def test_a_lit_place_is_tapped_and_confirmed(red: Page, table: fakes.FakeTable) -> None:
    sheet = asked_about(red, "0302")
    sheet.get_by_role("button", name="Hop to 0302").tap()
    expect(sheet).to_be_hidden()
    expect(red.locator("#region-story")).to_contain_text("red hopped to 0302")
    assert table.acted == [("red", "0302")]


def test_what_is_asked_about_a_place_stays_while_it_can_still_be_had(red: Page, table: fakes.FakeTable) -> None:
    sheet = asked_about(red, "0302")
    table.warnings = [Warning("Owes", ["Il tabellone va aggiornato."])]
    table.tell()
    expect(red.locator(".warning")).to_be_visible()
    sheet.get_by_role("button", name="Hop to 0302").tap(timeout=5000)
    expect(sheet).to_be_hidden()
    assert table.acted == [("red", "0302")]


def test_what_is_asked_about_a_place_can_be_pressed_again_once_the_table_is_back(
    red: Page, table: fakes.FakeTable
) -> None:
    hop = asked_about(red, "0302").get_by_role("button", name="Hop to 0302")
    notes = Notes(red, "[data-toasts]")
    red.route("**/act", lambda route: route.abort())
    red.context.set_offline(True)
    expect(red.locator("[data-offline]")).to_be_visible(timeout=10_000)
    hop.tap()
    notes.wait_for("Non è arrivato. Riprova, per favore.")
    red.unroute("**/act")
    red.context.set_offline(False)
    hop.tap(timeout=10_000)
    expect(red.locator("#region-story")).to_contain_text("red hopped to 0302")
    assert table.acted == [("red", "0302")]


def test_what_is_asked_about_a_place_goes_when_it_cannot_be_had_any_more(red: Page, table: fakes.FakeTable) -> None:
    sheet = asked_about(red, "0302")
    table.places["blue"] = "0302"
    table.tell()
    expect(sheet).to_be_hidden()


def test_a_tap_beside_the_board_means_nothing(red: Page, table: fakes.FakeTable) -> None:
    red.touchscreen.tap(*red.evaluate(CELL_CENTRE, "0302"))
    red.get_by_role("button", name="Non ancora").tap()
    assert not table.acted


def test_the_same_move_is_made_from_the_list_by_keyboard(red: Page, table: fakes.FakeTable) -> None:
    red.get_by_text("Oppure scegli da un elenco").focus()
    red.keyboard.press("Enter")
    red.locator("#region-choices").get_by_role("button", name="Hop to 0400").focus()
    red.keyboard.press("Enter")
    expect(red.locator("#region-story")).to_contain_text("red hopped to 0400")


def test_dice_fall_on_what_the_table_says(red: Page, table: fakes.FakeTable) -> None:
    table.dice = "red"
    table.tell()
    red.get_by_role("button", name="Tira", exact=True).tap()
    expect(red.locator(".fallen .shows-3")).to_be_visible()
    expect(red.locator(".fallen .shows-5")).to_be_visible()
    expect(red.locator("[data-fallen-words]")).to_have_text("3 + 5")


def test_a_small_number_on_a_die_of_twelve_is_no_face_of_a_cube(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    table.sides = 12
    display = open_page(f"{base}/table", TV)
    display.wait_for_selector("[data-cell]")
    table.dice = "red"
    table.roll("red", (4, 2), "key", "en")
    expect(display.locator(".fallen .die-plain")).to_have_text(["4", "2"])
    assert display.locator(".fallen .die").count() == 0


def test_real_dice_are_typed(red: Page, table: fakes.FakeTable) -> None:
    table.dice = "red"
    table.tell()
    red.get_by_text("Dadi veri").tap()
    red.locator('label:has([name="die0"][value="6"])').tap()
    red.locator('label:has([name="die1"][value="1"])').tap()
    red.get_by_role("button", name="Ecco che cosa mostrano").tap()
    expect(red.locator(".fallen .shows-6")).to_be_visible()
    assert table.rolled
    assert table.rolled.values == (6, 1)


def test_dice_lie_still_for_who_wants_no_motion(base: str, table: fakes.FakeTable, open_page: Opener) -> None:
    display = open_page(f"{base}/table", TV, reduced_motion="reduce")
    display.wait_for_selector("[data-cell]")
    table.dice = "red"
    table.roll("red", None, "key", "en")
    expect(display.locator(".fallen .still.shows-3")).to_be_visible()
    assert display.locator(".tumbling").count() == 0


def test_what_may_be_done_after_a_roll_is_shown_once_the_dice_lie_still(red: Page, table: fakes.FakeTable) -> None:
    table.dice = "red"
    table.story.append("red rolled 3 and 5")
    table.tell()
    red.get_by_role("button", name="Tira", exact=True).tap()
    expect(red.locator(".fallen .tumbling")).to_have_count(2)
    expect(red.locator("#region-roll button")).not_to_have_count(0)
    red.wait_for_function("() => !document.querySelector('#region-roll button')")
    assert red.locator(".fallen .tumbling").count() == 0


def test_of_two_rolls_that_come_at_once_the_later_one_is_shown(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    display = open_page(f"{base}/table", TV)
    display.wait_for_selector("[data-cell]")
    for values in ((6, 6), (1, 2)):
        table.dice = "red"
        table.roll("red", values, "key", "en")
        display.wait_for_selector(".fallen .die")
    expect(display.locator("[data-fallen-words]")).to_have_text("1 + 2")
    expect(display.locator(".fallen .die.shows-1, .fallen .die.shows-2")).to_have_count(2)
    expect(display.locator(".fallen .shows-6")).to_have_count(0)


def test_the_mirror_zooms_by_buttons_keys_and_wheel(red: Page) -> None:
    sheet, mirror = red.locator("[data-sheet]"), red.locator("[data-mirror]")

    def scale() -> float:
        return float(re.search(r"scale\(([\d.]+)\)", sheet.get_attribute("style") or "")[1])  # type: ignore[index]

    board, nearer_button = mirror.bounding_box(), red.get_by_label("Più vicino").bounding_box()
    assert board is not None
    assert nearer_button is not None
    gaps = (
        board["x"] + board["width"] - nearer_button["x"] - nearer_button["width"],
        board["y"] + board["height"] - nearer_button["y"] - nearer_button["height"],
    )
    assert max(gaps) < 12, "the only button lies in the corner, not amid the board"
    red.get_by_label("Più vicino").tap()
    fakes.wait_until(lambda: scale() > 1.5)
    red.get_by_label("Tutto il tabellone").tap()
    fakes.wait_until(lambda: scale() == 1)
    red.get_by_label("Più vicino").tap()
    fakes.wait_until(lambda: scale() > 1.5)
    nearer = scale()
    mirror.focus()
    red.keyboard.press("+")
    fakes.wait_until(lambda: scale() > nearer)
    expect(red.get_by_label("Tutto il tabellone")).to_be_visible()
    red.keyboard.press("0")
    fakes.wait_until(lambda: scale() == 1)
    expect(red.get_by_label("Tutto il tabellone")).to_be_hidden()  # it would only cover the board's corner
    mirror.hover(position={"x": 80, "y": 80})
    red.mouse.wheel(0, -400)
    red.wait_for_function("() => !document.querySelector('[data-sheet]').style.transform.endsWith('scale(1)')")


def test_two_fingers_zoom_the_mirror(red: Page) -> None:
    red.locator("[data-mirror]").press("0")
    cdp = red.context.new_cdp_session(red)
    box = red.locator("[data-mirror]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(kind: str, apart: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 20)
    for apart in (30, 45, 60):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    expect(red.locator("[data-sheet]")).to_have_attribute("style", re.compile(r"scale\((2\.[5-9]|3(\.[0-4]\d*)?\))"))


def test_a_warning_is_heard_and_seen(red: Page, table: fakes.FakeTable) -> None:
    table.warnings = [fakes.a_breach()]
    table.tell()
    alert = red.get_by_role("alert").filter(has_text="Non è permesso")
    expect(alert).to_contain_text("Regola, §3")
    expect(alert).to_contain_text("Si salta di una o due caselle.")
    expect(alert).to_contain_text("Riporta il disco rosso da 0302 a 0000.")
    expect(red.locator(".wrong")).to_have_count(1)


def test_a_new_warning_is_in_sight_wherever_one_has_scrolled_to_and_then_leaves_one_alone(
    red: Page, table: fakes.FakeTable
) -> None:
    red.set_viewport_size({"width": 360, "height": 420})
    main = red.locator("#main")
    assert main.evaluate("main => { main.scrollTop = 9999; return main.scrollTop; }") > 0
    table.warnings = [fakes.a_breach()]
    table.tell()
    expect(red.locator(".warning h2")).to_be_in_viewport(ratio=1)
    assert main.evaluate("main => main.scrollTop") == 0, "all of it is read, from its first word"
    assert main.evaluate("main => { main.scrollTop = 9999; return main.scrollTop; }") > 0
    table.warnings = [fakes.a_breach(), Warning("Blind", ["Non vedo il tabellone."])]
    table.tell()
    expect(red.locator(".warning")).to_have_count(2)
    assert main.evaluate("main => main.scrollTop") > 0, "an eye that sees nothing takes no page from under a thumb"


def test_a_warning_leaves_room_for_what_one_looks_at(red: Page, table: fakes.FakeTable) -> None:
    table.warnings = [fakes.a_breach()]
    table.tell()
    rule, mend = red.locator(".warning .rule"), red.locator(".warning .mend li")
    expect(rule).to_be_visible()
    red.locator('[data-tab-to="board"]').tap()
    expect(mend).to_be_visible()
    expect(rule).to_be_hidden()
    red.locator('[data-tab-to="story"]').tap()
    expect(red.locator(".warning h2")).to_be_visible()
    expect(mend).to_be_hidden()


def test_a_seat_moves_to_another_phone_by_its_code(
    red: Page, base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    red.get_by_role("button", name="Tavolo", exact=True).tap()
    red.get_by_role("button", name="Sposta il mio posto su un altro telefono").tap()
    code = red.locator(".letters").inner_text()
    other = open_page(f"{base}/#code={code}")  # as its camera reads it off the first one
    other.wait_for_url(f"{base}/seat/red")
    red.wait_for_url(f"{base}/", timeout=15_000)


def test_a_code_may_be_typed_too(red: Page, base: str, open_page: Opener) -> None:
    red.get_by_role("button", name="Tavolo", exact=True).tap()
    red.get_by_role("button", name="Sposta il mio posto su un altro telefono").tap()
    code = red.locator(".letters").inner_text()
    other = open_page(base)
    other.locator("[data-take-over] summary").tap()
    other.locator("[data-take-over] input").fill(code)
    other.get_by_role("button", name="Prendi il posto").tap()
    other.wait_for_url(f"{base}/seat/red")


def test_the_language_is_changed_on_the_phone(red: Page) -> None:
    red.get_by_role("button", name="Tavolo", exact=True).tap()
    red.get_by_role("button", name="Deutsch").tap()
    expect(red.get_by_role("button", name="Mein Zug")).to_be_visible()
    expect(red.locator("html")).to_have_attribute("lang", "de")


def test_every_target_is_large_enough_for_a_thumb(red: Page, table: fakes.FakeTable) -> None:
    table.dice = "red"
    table.warnings = [fakes.a_breach()]
    table.tell()
    red.wait_for_selector("[data-roll]")
    for tab in ("turn", "board", "story", "people"):
        red.locator(f'[data-tab-to="{tab}"]').tap()
        small = red.evaluate("""() => [...document.querySelectorAll("button, a, summary, input, select")]
            .filter(one => one.checkVisibility())
            .filter(one => !one.matches(".skip, label input, [type=hidden], .lit-by-keys button"))
            .map(one => [one.textContent, one.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.height < 44 || box.width < 44)).map(([text]) => text)""")
        assert small == []


def test_nothing_is_wider_than_the_phone(red: Page) -> None:
    for tab in ("turn", "board", "story", "people"):
        red.locator(f'[data-tab-to="{tab}"]').tap()
        assert red.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_pages_have_landmarks_and_names(base: str, red: Page, open_page: Opener) -> None:
    others = (("/table", TV), ("/watch", PHONE), ("/virtual", TABLET))
    pages = [red, *(open_page(f"{base}{path}", size) for path, size in others)]
    for page in pages:
        assert page.locator("main#main").count() == 1
        nameless = page.evaluate("""() => [...document.querySelectorAll("button, a, input:not([type=hidden]), select")]
            .filter(one => one.checkVisibility() && !(one.textContent.trim() || one.getAttribute("aria-label")
              || one.labels?.length)).map(one => one.outerHTML)""")
        assert nameless == []


CONTRAST = """() => {
  const rgb = text => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = one => {
    for (let at = one; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") {
        const first = rgb(style.backgroundImage.match(/rgba?\\([^)]*\\)/)?.[0] ?? "");
        if (first.length === 3) return first;
      }
      const colour = rgb(style.backgroundColor);
      if (colour.length === 3 || colour[3] > 0.9) return colour;
    }
    return [20, 16, 12];
  };
  return [...document.querySelectorAll("body *")]
    .filter(one => one.checkVisibility({ opacityProperty: true }) && !one.closest("svg, .mirror, .fallen, .unseen")
      && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .map(one => {
      const [ink, paper] = [light(rgb(getComputedStyle(one).color)), light(ground(one))];
      return [one.outerHTML.slice(0, 90), (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05)];
    }).filter(([, ratio]) => ratio < 4.5);
}"""


def test_text_can_be_read_in_the_dark(base: str, red: Page, table: fakes.FakeTable, open_page: Opener) -> None:
    table.warnings = [fakes.a_breach()]
    table.dice = "red"
    table.tell()
    red.wait_for_selector("[data-roll]")
    whole(red)
    for tab in ("turn", "story", "people"):
        red.locator(f'[data-tab-to="{tab}"]').tap()
        assert red.evaluate(CONTRAST) == []
    for path in ("/", "/table", "/virtual", "/host"):
        assert open_page(f"{base}{path}", TABLET).evaluate(CONTRAST) == []


def test_the_display_shows_the_way_in_while_players_gather(base: str, open_page: Opener) -> None:
    display = open_page(f"{base}/table", TV)
    expect(display.locator(".welcome svg")).to_be_visible()
    expect(display.locator(".welcome")).to_contain_text("192.168.7.7:8080")


def test_the_display_can_be_read_from_three_metres(base: str, table: fakes.FakeTable, open_page: Opener) -> None:
    table.begin_playing("red", "blue")
    table.story = ["red hopped", "blue hopped"]
    table.warnings = [fakes.a_breach()]
    table.tell()
    display = open_page(f"{base}/table", TV)
    for place in (
        "#region-ask .due-who",
        "#region-ask .due-what",
        ".story li:first-child",
        ".warning .what",
        ".mend li",
    ):
        size = display.locator(place).first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert size >= 28, f"{place} is {size} px high on a TV of 1080 lines"


def test_the_host_logs_in_sets_and_corrects(base: str, table: fakes.FakeTable, open_page: Opener) -> None:
    table.names = {"red": "Ilsa"}
    host = open_page(f"{base}/host", TABLET)
    host.get_by_label("PIN di chi ospita").fill(fakes.PIN)
    host.get_by_role("button", name="Entra").click()
    host.wait_for_selector("body.host")
    host.wait_for_load_state("load")  # from here on the page hears what is chosen
    length = host.locator(".option", has=host.locator('[data-option="length"]'))
    expect(length.locator("summary")).to_contain_text("short")
    length.locator("summary").click()
    length.get_by_text("long", exact=True).click()
    expect(length.locator("summary")).to_contain_text("long")
    host.get_by_text("Severo", exact=True).click()
    begin(host)
    fakes.wait_until(lambda: (table.options["length"], table.mode, table.phase) == ("long", "strict", "playing"))
    host.get_by_text("Correggi lo stato della partita").click()
    host.locator('[name="red"]').fill("0505")
    notes = Notes(host, "[data-toasts]")
    host.get_by_role("button", name="Correggi", exact=True).click()
    notes.wait_for("Corretto.")
    assert table.places["red"] == "0505"


def test_a_setting_that_the_table_does_not_take_goes_back_to_what_it_was(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    host = open_page(f"{base}/host", TABLET)
    log_in(host, fakes.PIN)
    length = host.locator(".option", has=host.locator('[data-option="length"]'))
    length.locator("summary").click()
    settings = re.compile("/host/(recording|set/mode|set/option)$")
    host.route(settings, lambda route: route.fulfill(status=409, json={"error": "Ora no"}))
    for taken in (False, True):
        host.get_by_text("Registra la serata").click()
        host.get_by_text("Severo", exact=True).click()
        length.get_by_text("long", exact=True).click()
        expect(host.locator("[data-recording]")).to_be_checked(checked=taken)
        expect(host.locator('[data-mode][value="strict"]')).to_be_checked(checked=taken)
        expect(host.locator('[data-mode][value="advise"]')).to_be_checked(checked=not taken)
        expect(length.locator("summary")).to_contain_text("long" if taken else "short")
        assert (table.recording, table.mode) == ((True, "strict") if taken else (False, "advise"))
        host.unroute(settings)
