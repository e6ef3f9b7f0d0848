"""A whole evening in Chromium: three phones, the table display, the host and the virtual table, from door to flight.

Pieces are dragged on the virtual table and read by the camera's eye; nothing is told to the game behind its back but
what the host corrects in edit mode to shorten the way.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.evening import Evening
from tests.browser.conftest import PHONE, TABLET, TV, Opener
from tests.browser.room import VirtualTablePage, begin, correct, join, log_in, says, serve, tap_cell, type_dice

SEATS = {"red": "Ilsa", "blue": "Rick", "green": "Sam"}
MOVEMENTS = range(1, 21)
TIDIES = 3
"""How often the pieces are straightened before the evening is given up."""


class Room:
    """Everybody's screens around one table."""

    def __init__(self, evening: Evening, data: Path, open_page: Opener) -> None:
        self.evening = evening
        self.data = data
        base = f"http://127.0.0.1:{evening.port}"
        self.phones = {seat: open_page(base, PHONE) for seat in SEATS}
        self.display = open_page(f"{base}/table", TV)
        self.host = open_page(f"{base}/host", TABLET)
        self.top = VirtualTablePage(open_page(f"{base}/virtual", TABLET))

    def restart(self) -> None:
        """Stops the service and starts it again over the same store, at the same address."""
        port = self.evening.port
        self.evening.close()
        self.evening = serve(self.data, port=port)

    def asks(self, words: str | re.Pattern[str]) -> None:
        """Waits until the phones say that this is due."""
        says(self.phones["green"].locator("#region-ask"), words)

    def taps(self, seat: str, name: str, then: str) -> None:
        """Taps a button of the phone until the phones say what comes then: a tap while the board is still being
        corrected is refused in words, and people tap again.
        """
        for _ in range(TIDIES):
            self.phones[seat].get_by_role("button", name=name).click()
            try:
                return says(self.phones["green"].locator("#region-ask"), then, 15)
            except AssertionError:
                continue
        return self.asks(then)

    def tells(self, words: str | re.Pattern[str]) -> None:
        """Waits until the story says that (the display shows its newest lines, and keeps the others)."""
        expect(self.display.locator("#region-story")).to_contain_text(words, timeout=180_000)

    def end_turn(self, seat: str) -> None:
        """Ends the movement turn from the phone, where it did not end by itself."""
        self.phones[seat].get_by_role("button", name="Fine del turno").click()

    def mended(self) -> None:
        """Puts pieces where the game wants them until nothing is left to mend; straightens them again, as people do."""
        for _ in range(TIDIES - 1):
            self.top.lay_out()
            try:
                return self.nothing_wrong(10)
            except AssertionError:
                continue
        self.top.lay_out()
        return self.nothing_wrong(20)

    def nothing_wrong(self, seconds: float = 30) -> None:
        """Waits until no screen warns of anything: below a warning everything else of a phone moves when it goes."""
        for page in (self.display, *self.phones.values()):
            expect(page.locator("#region-warnings")).to_have_text(re.compile(r"^\s*$"), timeout=seconds * 1000)


@pytest.fixture
def room(tmp_path: Path, open_page: Opener) -> object:
    evening = serve(tmp_path)
    room = Room(evening, tmp_path, open_page)
    yield room
    room.evening.close()


def test_an_evening_from_the_front_door_to_the_flight_from_casablanca(room: Room) -> None:
    three_friends_sit_down(room)
    the_board_is_set_up(room)
    red_plays_a_card_and_moves_the_gestapo(room)
    an_illegal_move_is_cited_and_mended(room)
    red_ends_the_turn_from_the_phone(room)
    the_plug_is_pulled(room)
    blue_intercepts_red(room)
    red_flies_from_casablanca(room)


def three_friends_sit_down(room: Room) -> None:
    expect(room.display.locator(".welcome .qr svg")).to_be_visible()
    for seat, name in SEATS.items():
        join(room.phones[seat], seat, name)
        says(room.display.locator("#region-players"), name)
    log_in(room.host, room.evening.pin)
    with room.host.expect_response("**/host/set/option"):
        room.host.locator(".option summary").get_by_text("Versione", exact=True).click()
        room.host.locator('[data-option="version"][value="articulated"] + span').click()
    begin(room.host)


def the_board_is_set_up(room: Room) -> None:
    room.asks("Ilsa tira i dadi")
    type_dice(room.phones["red"], 6, 6)
    room.asks("Rick tira i dadi")
    type_dice(room.phones["blue"], 1, 2)
    room.asks("Sam tira i dadi")
    room.phones["green"].get_by_role("button", name="Tira", exact=True).click()
    room.display.wait_for_function("() => document.querySelectorAll('.fallen [class*=shows-]').length === 2")
    room.asks(re.compile("Preparate il tabellone|Ilsa tira i dadi"))
    if "tira" in room.phones["green"].locator("#region-ask").inner_text():  # once in thirty-six evenings green ties
        type_dice(room.phones["red"], 6, 6)
        room.asks("Sam tira i dadi")
        type_dice(room.phones["green"], 1, 1)
    says(room.display.locator("#region-warnings"), "Il tabellone non è ancora pronto.")
    room.mended()
    room.asks("Ilsa: giocare una carta rossa per tutti")


def red_plays_a_card_and_moves_the_gestapo(room: Room) -> None:
    red = room.phones["red"]
    expect(red.locator(".ticket-button").first).to_be_visible()
    actions = [ticket.get_attribute("data-action") for ticket in red.locator(".ticket-button").all()]
    cards = [int(re.search(r'"card": (\d+)', action or "")[1]) for action in actions]  # type: ignore[index]
    card = next(card for card in cards if card in MOVEMENTS)
    red.locator(f""".ticket-button[data-action='{{"card": {card}, "type": "play_red"}}']""").click()
    room.tells(re.compile(rf"Ilsa gioca {card} · "))
    room.asks("Ilsa: muovere Gestapo e fuggiasco")

    room.top.drag("square-red-1", "2108")
    room.tells("La Gestapo di Ilsa va da Monaco a 2108.")


def an_illegal_move_is_cited_and_mended(room: Room) -> None:
    fugitive = fugitive_of(room, "red")
    room.top.drag(fugitive, "2206")
    for page in (room.phones["red"], room.display):
        warning = page.locator("#region-warnings .warning.breach")
        says(warning, re.compile(r"Ilsa: .*esagoni"))
        says(warning, "Regola, §3")
        says(warning, re.compile(r"Come rimediare", re.IGNORECASE))
        says(warning, re.compile(r"Spostare il disco rosso da 2206 a \d{4}"))
    room.top.drag(fugitive, place_of(room, "red.fugitive"))
    room.nothing_wrong()


def place_of(room: Room, fact: str) -> str:
    """The id of the place that a fact says."""
    now = room.evening.table.moment
    assert now.journal is not None
    return str(now.game.public_facts(now.journal.state)[fact])


def fugitive_of(room: Room, seat: str) -> str:
    """The id of the seat's disc that stands on the map (the other one lies on the interception track)."""
    place = room.evening.table.moment.board.places[place_of(room, f"{seat}.fugitive")].centre
    discs = room.top.lying(f"disc:{seat}")
    return str(min(discs, key=lambda disc: abs(disc["x"] - place[0]) + abs(disc["y"] - place[1]))["id"])


def red_ends_the_turn_from_the_phone(room: Room) -> None:
    red = room.phones["red"]
    choice = red.locator("[data-kind=move_fugitive][data-cells]").first
    cell = str(choice.get_attribute("data-cells")).split()[-1]
    words = choice.text_content() or ""
    tap_cell(red, cell)
    red.locator("[data-confirm]").get_by_role("button", name=words).click()
    room.tells(re.compile(rf"Ilsa va da \S+ a {re.escape(words.removeprefix('Fuggiasco a '))}\."))
    room.mended()
    room.asks("Rick: muovere Gestapo e fuggiasco")


def the_plug_is_pulled(room: Room) -> None:
    room.restart()
    for seat, phone in room.phones.items():
        expect(phone.locator("[data-offline]")).to_be_hidden(timeout=180_000)
        assert phone.url.endswith(f"/seat/{seat}")
    room.asks("Rick: muovere Gestapo e fuggiasco")
    room.host.reload()
    room.host.wait_for_selector("body.host")  # who was let in stays in


def blue_intercepts_red(room: Room) -> None:
    correct(room.host, red_fugitive="2404", blue_gestapo="2303")
    room.tells(re.compile("corre(tto|gge)"))
    room.mended()
    room.top.drag("square-blue-1", "2404")
    room.tells("La Gestapo di Rick va da 2303 a 2404.")
    room.tells("La Gestapo intercetta Ilsa a 2404.")
    suffer = room.phones["red"].get_by_role("button", name="Subisci l'intercettazione")
    if suffer.count():
        suffer.click()
    room.tells(re.compile(r"Intercettazione di Ilsa: \+?2, ora 2\."))
    room.top.lay_out()
    room.end_turn("blue")
    room.asks("Sam: muovere Gestapo e fuggiasco")


def red_flies_from_casablanca(room: Room) -> None:
    correct(room.host, red_fugitive="0426", turn="red")
    room.top.lay_out()
    room.asks("Ilsa: muovere Gestapo e fuggiasco")
    room.taps("red", "All'aereo", "Ilsa tira i dadi")
    type_dice(room.phones["red"], 6, 6)
    room.asks("Ilsa decolla da Casablanca e vince.")
    for phone in room.phones.values():
        says(phone.locator("#region-ask"), "Ilsa decolla da Casablanca e vince.")
