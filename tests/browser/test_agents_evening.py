"""An evening of the agents in Chromium: four phones, bribes, objections won and lost, a bluff, a strike, the case home.

One agent is slid on the virtual table and read by the camera; in the middle of a duel one phone's Wi-Fi goes.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.evening import Evening
from engines.casablanca_agents.actions import Bribe, First, Move, Settle
from tests.browser.conftest import PHONE, TABLET, Opener
from tests.browser.room import VirtualTablePage, begin, correct, corrections, join, log_in, says, serve
from tests.browser.stage import Stage

SEATS = {"red": "Ilsa", "blue": "Rick", "green": "Sam", "yellow": "Ugarte"}
PURSES = {
    "red": {"bleu": 2500, "gray": 300, "sheela": 200},
    "blue": {"bleu": 2600, "astaire": 2000, "blanco": 100},
    "green": {"gray": 700, "greenwood": 100, "brauninger": 100},
    "yellow": {"gelbmann": 500, "sheela": 500, "astaire": 500},
}


class Room:
    """Everybody's screens around one table."""

    def __init__(self, evening: Evening, open_page: Opener) -> None:
        base = f"http://127.0.0.1:{evening.port}"
        self.evening = evening
        self.phones = {seat: open_page(base, PHONE) for seat in SEATS}
        self.host = open_page(f"{base}/host", TABLET)
        self.top = VirtualTablePage(open_page(f"{base}/virtual", TABLET))

    def tells(self, words: str) -> None:
        """Waits until the story says that, on every phone."""
        for phone in self.phones.values():
            expect(phone.locator("#region-story")).to_contain_text(words, timeout=60_000)

    def let_stand(self, *seats: str) -> None:
        """Each of `seats` lets it stand, in this order."""
        for seat in seats:
            phone = self.phones[seat]
            expect(phone.locator("#region-choices .announced")).to_be_visible(timeout=60_000)
            phone.get_by_role("button", name="Lascia valere").click()

    def object(self, seat: str) -> Page:
        """`seat` objects: the large button, and once more to be sure."""
        phone = self.phones[seat]
        expect(phone.locator("#region-choices .announced")).to_be_visible(timeout=60_000)
        phone.locator("details.object summary").click()
        phone.get_by_role("button", name="Obiezione!").click()
        return phone

    def act(self, seat: str, agent: str, words: str) -> None:
        """`seat` picks an agent and one of its ways, once it is that seat's turn."""
        phone = self.phones[seat]
        picked = phone.locator(f'[data-pick="{agent}"]')
        expect(picked).to_be_enabled(timeout=60_000)
        if picked.get_attribute("aria-expanded") != "true":
            picked.click()
        phone.locator(f'[data-deeds="{agent}"]').get_by_role("button", name=words, exact=True).click()


@pytest.fixture
def room(tmp_path: Path, open_page: Opener) -> object:
    evening = serve(tmp_path, "casablanca_agents", {"first": "chosen"})
    yield Room(evening, open_page)
    evening.close()


def test_an_evening_of_the_agents_from_the_bribes_to_the_case_at_home(room: Room) -> None:
    four_people_sit_down_and_bribe(room)
    a_slid_agent_is_an_announcement_and_stands(room)
    an_objection_is_won_while_a_phone_is_cut_off(room)
    a_bluff_is_believed(room)
    an_objection_is_lost(room)
    an_agent_is_struck(room)
    the_case_comes_home(room)


def test_a_sheet_that_is_half_filled_outlives_a_reload_and_is_forgotten_once_settled(
    tmp_path: Path, open_page: Opener
) -> None:
    with Stage(tmp_path, "casablanca_agents", {"first": "chosen"}, eye="") as stage:
        stage.playing(2)
        stage.act("red", First("red"))
        red = open_page(f"{stage.base}/seat/red", PHONE, cookies=[stage.cookies["red"]])
        form = red.locator("[data-bribes]")
        for agent, amount in PURSES["red"].items():
            field = form.locator(f'[data-agent="{agent}"] [data-amount]')
            field.fill(str(amount))
            field.blur()
        red.reload()
        for agent, amount in PURSES["red"].items():
            expect(form.locator(f'[data-agent="{agent}"] [data-amount]')).to_have_value(str(amount))
        expect(form.locator("[data-settle]")).to_be_enabled()
        form.locator("[data-settle]").click()
        expect(form).to_have_count(0)
        assert red.evaluate("Object.keys(localStorage).filter(key => key.includes('pencil'))") == []


def test_a_sheet_that_was_not_settled_is_forgotten_with_its_turn(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, "casablanca_agents", {"first": "chosen"}, eye="") as stage:
        stage.playing(2)
        stage.act("red", First("red"))
        red = open_page(f"{stage.base}/seat/red", PHONE, cookies=[stage.cookies["red"]])
        red.locator('[data-agent="gray"] [data-more]').click()
        kept = "Object.keys(localStorage).filter(key => key.includes('pencil')).length"
        assert red.evaluate(kept) == 1
        for agent in ("bleu", "gray", "sheela"):
            stage.act("red", Bribe(agent, 100))
        stage.act("red", Settle())
        red.wait_for_function(f"() => {kept} === 0")


def four_people_sit_down_and_bribe(room: Room) -> None:
    for seat, name in SEATS.items():
        join(room.phones[seat], seat, name)
    log_in(room.host, room.evening.pin)
    begin(room.host)
    room.top.lay_out()
    red = room.phones["red"]
    red.get_by_role("button", name="La persona più silenziosa è Ilsa: comincia").click(timeout=60_000)
    for seat, purse in PURSES.items():
        phone = room.phones[seat]
        form = phone.locator("[data-bribes]")
        expect(form).to_be_visible(timeout=60_000)
        expect(form.locator("[data-settle]")).to_be_disabled()
        for agent, amount in purse.items():
            field = form.locator(f'[data-agent="{agent}"] [data-amount]')
            field.fill(str(amount))
            field.blur()
        form.locator("[data-settle]").click()
    room.tells("Ugarte corrompe.")
    for seat in ("blue", "green", "yellow"):
        assert "2500" not in room.phones[seat].content(), "what red gave stands nowhere on another phone"


def a_slid_agent_is_an_announcement_and_stands(room: Room) -> None:
    expect(room.phones["red"].locator('[data-pick="gray"]')).to_be_enabled(timeout=60_000)
    room.top.drag("agent-gray-1", "24")
    room.tells("Ilsa annuncia: Michael Gray dal Posto di polizia alla casa 24.")
    room.let_stand("yellow", "green", "blue")  # green and yellow before they are asked
    room.tells("Ilsa: Michael Gray va dal Posto di polizia alla casa 24.")


def an_objection_is_won_while_a_phone_is_cut_off(room: Room) -> None:
    room.act("blue", "astaire", "Red Astaire → casa 2")
    room.let_stand("green")
    yellow = room.object("yellow")
    blue = room.phones["blue"]
    blue.get_by_role("button", name="Accetta la sfida").click()
    expect(yellow.locator("form[data-bid]")).to_be_visible()
    yellow.context.set_offline(True)
    yellow.locator("[data-raise='500']").click()
    with yellow.expect_event("requestfailed", lambda request: request.url.endswith("/act")):
        yellow.locator("form[data-bid] button.go").click()  # tried again until it gets through
    expect(blue.locator("#region-choices .bid")).to_have_text("?")
    yellow.context.set_offline(False)
    says(blue.locator("#region-choices .bid"), "500", 30)
    room.phones["blue"].get_by_role("button", name="Passo").click()
    room.tells("L'obiezione di Ugarte vince: non accade nulla.")


def a_bluff_is_believed(room: Room) -> None:
    room.act("blue", "brauninger", "F.J. Brauninger → casa 6")
    room.let_stand("green", "yellow")
    room.object("red")
    room.phones["blue"].get_by_role("button", name="Ritirati").click()
    room.tells("Rick si ritira.")
    room.phones["blue"].get_by_role("button", name="Rinuncia: fine del turno").click()
    room.tells("Rick rinuncia al turno.")


def an_objection_is_lost(room: Room) -> None:
    room.act("green", "greenwood", "Don Greenwood → casa 4")
    room.let_stand("yellow")
    red = room.object("red")
    room.phones["green"].get_by_role("button", name="Accetta la sfida").click()
    expect(red.locator("#region-choices")).to_contain_text("Non puoi andare oltre.")
    red.get_by_role("button", name="Passo").click()
    room.tells("L'obiezione di Ilsa fallisce.")
    room.let_stand("blue")
    room.tells("Sam: Don Greenwood va dal Caffè di Rick alla casa 4.")
    room.top.lay_out()


def an_agent_is_struck(room: Room) -> None:
    correct(room.host, turn="red")
    room.act("red", "bleu", "Gordon Bleu colpisce Dr. R. Blanco")
    room.let_stand("blue", "green", "yellow")
    room.tells("Ilsa: Gordon Bleu manda Dr. R. Blanco nel deserto.")
    room.tells("Rick aveva 100\N{NARROW NO-BREAK SPACE}$ su Dr. R. Blanco.")
    says(room.phones["red"].locator("#region-warnings"), "Dr. R. Blanco", 30)
    room.top.lay_out()


def the_case_comes_home(room: Room) -> None:
    correct(room.host, bleu_house="16", case="16", turn="red")
    form = corrections(room.host)
    form.locator('[name="gray.carried"]').check()
    form.get_by_role("button").click()
    room.top.lay_out()
    room.act("red", "bleu", "Gordon Bleu → Albergo, con la valigetta")
    room.let_stand("blue", "green", "yellow")
    for phone in room.phones.values():
        says(phone.locator("#region-ask"), re.compile("Rick aveva dato di più a chi la portava e vince"), 20)
    green = room.phones["green"]
    green.locator('[data-tab-to="people"]').click()
    says(green.locator("#region-standing"), "Tutti i fogli")
    says(green.locator("#region-standing"), "2600")


def announced(stage: Stage, players: int) -> None:
    """Everybody has bribed, and red announces a move."""
    stage.playing(players)
    stage.act("red", First("red"))
    for _ in range(players):
        (seat,) = stage.game.pending(stage.state).seats
        for agent, amount in PURSES["red"].items():
            stage.act(seat, Bribe(agent, amount))
        stage.act(seat, Settle())
    stage.act("red", Move("gray", "20"))


@pytest.mark.parametrize("players", [5, 8])
def test_what_is_announced_stays_on_a_low_display_however_many_play(
    tmp_path: Path, open_page: Opener, players: int
) -> None:
    with Stage(tmp_path, "casablanca_agents", {"first": "chosen"}, eye="") as stage:
        announced(stage, players)
        display = open_page(f"{stage.base}/table", {"width": 1280, "height": 720}, "de-DE")
        expect(display.locator(".announced .said")).to_be_in_viewport(ratio=1)
        expect(display.locator(".announced .order .asked")).to_be_in_viewport(ratio=1)


def test_what_has_been_shown_stays_on_a_low_display_while_a_move_is_announced(
    tmp_path: Path, open_page: Opener
) -> None:
    with Stage(tmp_path, "casablanca_agents", {"first": "chosen"}, eye="") as stage:
        announced(stage, 4)
        for lang in ("en-GB", "de-DE"):
            display = open_page(f"{stage.base}/table", {"width": 1280, "height": 720}, lang)
            expect(display.locator(".announced .said")).to_be_in_viewport(ratio=1)
            expect(display.locator(".matrix tbody tr").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [390, 360, 320])
def test_the_largest_bribe_is_read_in_all_its_digits(tmp_path: Path, open_page: Opener, width: int) -> None:
    with Stage(tmp_path, "casablanca_agents", {"first": "chosen"}, eye="") as stage:
        stage.playing(2)
        stage.act("red", First("red"))
        red = open_page(f"{stage.base}/seat/red", {"width": width, "height": 640}, cookies=[stage.cookies["red"]])
        field = red.locator("[data-amount]").first
        field.fill("10000")
        field.blur()
        expect(field).to_have_value("10000")
        assert field.evaluate("field => field.scrollWidth - field.clientWidth") <= 0
        assert red.evaluate("document.documentElement.scrollWidth") <= width
