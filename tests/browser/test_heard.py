"""What is heard from the table display: a bell, sounds, and a voice that says what happened and what is to be done."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TV, Opener
from tests.browser.parlour import EAR, SLOW_LEAVE, STUBS, Notes
from tests.browser.watched import hop, owed, play, warn
from tests.web import fakes


def test_it_says_that_a_touch_is_needed_before_it_can_sound(display: Page) -> None:
    tap = display.get_by_role("button", name="Tocca qui una volta")
    expect(tap).to_be_visible()
    tap.click()
    expect(tap).to_be_hidden()


def test_it_tells_aloud_what_happened_and_who_is_next(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    hop(table, "0101")
    display.wait_for_function("() => window.said.includes('red hopped to 0101')")
    display.wait_for_function("() => window.said.includes('Ilsa: to hop')")


HEARD = "() => window.heard.loudest > 0.02"


def test_a_touch_is_answered_by_a_bell_however_slowly_the_sound_starts(base: str, open_page: Opener) -> None:
    page = open_page(f"{base}/table", TV, stubs=f"() => {{ ({EAR})(); ({SLOW_LEAVE})(); }}")
    tap = page.get_by_role("button", name="Tocca qui una volta")
    tap.click()
    page.wait_for_function(HEARD)
    expect(tap).to_be_hidden()


def test_the_bell_rings_although_the_hint_goes_while_it_is_pressed(base: str, open_page: Opener) -> None:
    page = open_page(f"{base}/table", TV, stubs=EAR)
    tap = page.get_by_role("button", name="Tocca qui una volta")
    tap.hover()
    page.mouse.down()
    expect(tap).to_be_hidden()
    page.mouse.up()
    page.wait_for_function(HEARD)


def test_a_display_that_lost_its_sound_asks_for_another_touch(base: str, open_page: Opener) -> None:
    page = open_page(f"{base}/table", TV, stubs=EAR)
    tap = page.get_by_role("button", name="Tocca qui una volta")
    tap.click()
    expect(tap).to_be_hidden()
    page.evaluate("() => window.heard.context.suspend()")
    expect(tap).to_be_visible()
    tap.click()
    expect(tap).to_be_hidden()


def test_move_warning_and_turn_are_heard_until_somebody_turns_the_sounds_off(
    base: str, table: fakes.FakeTable, open_page: Opener
) -> None:
    page = open_page(f"{base}/table", TV, stubs=EAR)
    page.wait_for_selector("[data-cell]", state="attached")

    def silence() -> None:
        page.wait_for_function("() => window.heard.now < 0.001")
        page.evaluate("() => { window.heard.loudest = 0; }")

    page.get_by_role("button", name="Tocca qui una volta").click()
    page.wait_for_function(HEARD)
    silence()
    play(table)
    expect(page.locator(".due-who")).to_be_visible()
    page.wait_for_function(HEARD)
    silence()
    hop(table, "0202")
    page.wait_for_function(HEARD)
    silence()
    table.warnings = [fakes.a_breach()]
    table.tell()
    page.wait_for_function(HEARD)
    page.get_by_role("button", name="Suoni").click()
    silence()
    notes = Notes(page, "[data-just-now]")
    hop(table, "0303")
    notes.wait_for("red hopped to 0303")
    assert page.evaluate("window.heard.loudest") < 0.001


@pytest.mark.parametrize(
    ("lang", "voice", "words"),
    [
        ("de-DE", "de de-DE", "Das ist nicht erlaubt"),
        ("en-GB", "en en-GB", "That is not allowed"),
        ("it-IT", "it it-IT", "Non è permesso"),
    ],
)
def test_it_speaks_the_language_of_the_display(
    base: str, table: fakes.FakeTable, open_page: Opener, lang: str, voice: str, words: str
) -> None:
    page = open_page(f"{base}/table", TV, lang, stubs=STUBS)
    page.wait_for_selector("[data-cell]", state="attached")
    play(table)
    table.warnings = [fakes.a_breach()]
    table.tell()
    expect(page.locator(".warning h2").first).to_contain_text(words)
    page.wait_for_function("() => window.said.length > 1")
    assert set(page.evaluate("window.voices")) == {voice}


def test_a_warning_is_said_at_once(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    table.warnings = [fakes.a_breach()]
    table.tell()
    display.wait_for_function("() => window.said.some((text) => text.startsWith('Rosso è saltato di tre caselle'))")
    assert "(hush)" in display.evaluate("window.said")


def test_of_many_steps_the_first_is_said_and_how_many_more_there_are(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    pile = "Guardia 2-2 (10): " + "; ".join(f"Caserma di Via Tip Tap ({number:04})" for number in range(10))
    first = "Guardia 2-2 (10): Caserma di Via Tip Tap (0000); altri posti: 9."
    table.warnings = [
        msgspec.structs.replace(fakes.a_breach(), reading="Owes", mend=(pile, "Gira il disco."), first_aloud=first)
    ]
    table.tell()
    aloud = "window.said.find((text) => text.includes('altri posti: 9.'))"
    display.wait_for_function(f"() => {aloud}")
    said = display.evaluate(aloud)  # whose turn it is may be said after it
    assert said.endswith(f"{first} Ancora 1 da fare: vedi lo schermo o un telefono.")
    assert "0001" not in said
    assert "Gira il disco" not in said


def times_said(display: Page, beginning: str) -> int:
    """How often a sentence with that beginning was said so far."""
    said: int = display.evaluate("words => window.said.filter((one) => one.startsWith(words)).length", beginning)
    return said


def test_what_is_still_to_be_laid_is_said_once_and_not_again_for_every_piece(
    display: Page, table: fakes.FakeTable
) -> None:
    play(table)
    warn(display, table, owed(4))
    display.wait_for_function("() => window.said.some((one) => one.startsWith('Il tabellone'))")
    for steps in (3, 2, 4, 1):  # a hand comes between, too
        warn(display, table, owed(steps))
    warn(display, table)
    warn(display, table, owed(1))
    assert times_said(display, "Il tabellone") == 1


def test_more_that_is_owed_meanwhile_is_said_once_hands_rest(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    display.clock.install()
    warn(display, table, owed(1))
    for steps in (2, 3, 4):
        warn(display, table, owed(steps))
    assert times_said(display, "Il tabellone") == 1
    display.clock.run_for(9_000)
    display.wait_for_function("() => window.said.some((one) => one.includes('Ancora 3'))")
    display.clock.run_for(30_000)
    assert times_said(display, "Il tabellone") == 2


def test_a_rule_broken_again_is_said_again(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    for _ in range(2):
        warn(display, table, fakes.a_breach())
        warn(display, table)
    display.wait_for_function("() => window.said.filter((one) => one.startsWith('Rosso')).length === 2")


def test_it_never_says_what_a_spectator_may_not_know(display: Page, table: fakes.FakeTable) -> None:
    play(table)
    hop(table, "0101")
    display.wait_for_function("() => window.said.length > 1")
    whole = display.content() + str(display.evaluate("window.said"))
    assert not any(secret in whole for secret in table.secrets.values())


def test_voice_and_sound_are_off_by_a_tap_and_stay_off(display: Page, table: fakes.FakeTable) -> None:
    display.get_by_role("button", name="Voce").click()
    display.get_by_role("button", name="Suoni").click()
    expect(display.get_by_role("button", name="Voce")).to_have_attribute("aria-pressed", "false")
    display.reload()
    expect(display.get_by_role("button", name="Voce")).to_have_attribute("aria-pressed", "false")
    expect(display.get_by_role("button", name="Suoni")).to_have_attribute("aria-pressed", "false")
    expect(display.get_by_role("button", name="Tocca qui una volta")).to_be_hidden()
    play(table)
    expect(display.locator(".due-who")).to_be_visible()
    notes = Notes(display, "[data-just-now]")
    hop(table, "0101")
    notes.wait_for("red hopped to 0101")
    assert [text for text in display.evaluate("window.said") if text != "(hush)"] == []
