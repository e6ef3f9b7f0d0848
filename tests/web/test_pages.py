"""What phones, displays and hosts can do, and what they are told when they ask for nonsense."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web import fake_services, fakes

Browser = Callable[..., FlaskClient]
KEY = "0123456789abcdef"
HOP = {"type": "hop", "to": "0303"}


def test_the_front_door_speaks_the_phones_language(guest: Browser) -> None:
    assert "Siediti al tavolo" in guest("it-CH,it;q=0.9").get("/").get_data(as_text=True)
    assert "Nimm Platz" in guest("de").get("/").get_data(as_text=True)
    assert "Take a seat" in guest("fr").get("/").get_data(as_text=True)


def test_the_language_chosen_wins(guest: Browser) -> None:
    phone = guest("it")
    phone.post("/language", data={"lang": "de", "back": "/"})
    assert "Nimm Platz" in phone.get("/").get_data(as_text=True)


def test_sitting_down_gives_the_phones_share_of_chance(table: fakes.FakeTable, seated: Browser) -> None:
    seated("red")
    assert table.entropies == ["ab" * 32]
    assert table.names == {"red": "Ilsa"}


@pytest.mark.parametrize(
    ("form", "status", "words"),
    [
        ({"seat": "red", "name": "  \n "}, 422, "nome"),
        ({"seat": "mauve", "name": "Ilsa"}, 409, "preso"),
        ({}, 422, "nome"),
    ],
)
def test_the_front_door_says_what_is_missing(guest: Browser, form: dict[str, str], status: int, words: str) -> None:
    reply = guest("it").post("/join", data=form)
    assert reply.status_code == status
    assert words in reply.get_data(as_text=True)


def test_a_seat_can_be_taken_once(seated: Browser, guest: Browser) -> None:
    seated("red")
    assert guest().post("/join", data={"seat": "red", "name": "Rick"}).status_code == 409


@pytest.mark.parametrize("name", ["Ilsa", "ilsa", " Ilsa  "])
def test_two_people_with_one_name_are_asked_to_tell_themselves_apart(
    table: fakes.FakeTable, seated: Browser, guest: Browser, name: str
) -> None:
    seated("red", "Ilsa")
    reply = guest("it").post("/join", data={"seat": "blue", "name": name})
    assert reply.status_code == 409
    assert "è già al tavolo" in reply.get_data(as_text=True)
    assert table.names == {"red": "Ilsa"}


def test_whoever_plays_two_seats_may_keep_the_name(table: fakes.FakeTable, seated: Browser) -> None:
    assert seated("red", "Ilsa").post("/join", data={"seat": "blue", "name": "Ilsa"}).status_code == 303
    assert table.names == {"red": "Ilsa", "blue": "Ilsa"}


def test_one_phone_may_hold_several_seats(table: fakes.FakeTable, seated: Browser) -> None:
    phone = seated("red")
    assert phone.post("/join", data={"seat": "blue", "name": "Rick"}).location == "/seat/blue"
    phone.post("/seat/red/lift")
    page = phone.get("/seat/red").get_data(as_text=True)
    assert 'href="/seat/blue/pass"' in page


def test_an_action_is_done_and_its_retry_acts_once(table: fakes.FakeTable, seated: Browser) -> None:
    red = seated("red")
    table.begin_playing()
    request = {"action": HOP, "key": KEY, "seen": 1}
    first = red.post("/seat/red/act", json=request)
    second = red.post("/seat/red/act", json=request)
    assert first.get_json() == second.get_json()
    assert table.acted == [("red", "0303")]


def test_a_refusal_comes_in_the_phones_language(table: fakes.FakeTable, seated: Browser) -> None:
    red = seated("red", lang="it")
    seated("blue", "Rick")
    table.begin_playing()
    there = table.places["blue"]
    reply = red.post("/seat/red/act", json={"action": {"type": "hop", "to": there}, "key": KEY, "seen": 1})
    assert reply.status_code == 409
    assert reply.get_json() == {"error": "Lì c'è già qualcuno"}


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ({"key": KEY, "seen": 1}, "action"),
        ({"action": HOP, "seen": 1}, "key"),
        ({"action": HOP, "key": KEY}, "seen"),
        ({"action": HOP, "key": "short", "seen": 1}, "key"),
        ({"action": HOP, "key": KEY + "/../", "seen": 1}, "key"),
        ({"action": HOP, "key": KEY, "seen": -1}, "seen"),
        ({"action": HOP, "key": KEY, "seen": "1"}, "seen"),
        ({"action": HOP, "key": KEY, "seen": 1, "as": "blue"}, "as"),
        ([1, 2], "object"),
    ],
)
def test_a_bad_action_is_named(table: fakes.FakeTable, seated: Browser, body: object, names: str) -> None:
    red = seated("red")
    table.begin_playing()
    reply = red.post("/seat/red/act", json=body)
    assert reply.status_code == 400
    assert names in reply.get_json()["error"]
    assert not table.acted


def test_an_unknown_action_is_refused_by_the_table(table: fakes.FakeTable, seated: Browser) -> None:
    red = seated("red")
    table.begin_playing()
    for action in ({"type": "win"}, None, [], "hop", {"type": "hop", "to": 3}, {"type": "hop", "to": "0303", "x": 1}):
        reply = red.post("/seat/red/act", json={"action": action, "key": KEY, "seen": 1})
        assert reply.status_code == 422


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 5000, b'{"action": {"type": "hop"}'])
def test_what_is_no_json_is_refused(table: fakes.FakeTable, seated: Browser, body: bytes) -> None:
    red = seated("red")
    assert red.post("/seat/red/act", data=body, content_type="application/json").status_code == 400


def test_a_form_is_no_action(seated: Browser) -> None:
    assert seated("red").post("/seat/red/undo", data={"key": KEY}).status_code == 415


def test_dice_are_rolled_fair_or_typed(table: fakes.FakeTable, seated: Browser) -> None:
    red = seated("red")
    table.begin_playing()
    table.dice = "red"
    page = red.get("/seat/red").get_data(as_text=True)
    assert "Who hops first?" in page
    assert red.post("/seat/red/roll", json={"key": KEY, "typed": [6, 2]}).status_code == 200
    assert table.rolled is not None
    assert table.rolled.values == (6, 2)


@pytest.mark.parametrize("typed", [[0, 1], [1], ["6", "2"], [1] * 30, "62"])
def test_impossible_dice_are_refused(table: fakes.FakeTable, seated: Browser, typed: object) -> None:
    red = seated("red")
    table.begin_playing()
    table.dice = "red"
    assert red.post("/seat/red/roll", json={"key": KEY, "typed": typed}).status_code in (400, 422)
    assert table.dice == "red"


def test_choices_carry_what_is_sent_back_and_the_places_they_light(table: fakes.FakeTable, seated: Browser) -> None:
    red = seated("red", lang="it")
    table.begin_playing()
    page = red.get("/seat/red").get_data(as_text=True)
    action = (
        """data-action='{"to": "0303", "type": "hop"}' data-kind="hop" data-cells="0000 0303">Hop to 0303</button>"""
    )
    assert action in page
    assert "Salta" in page


def test_a_warning_cites_the_rule_and_says_how_to_mend_it(
    table: fakes.FakeTable, seated: Browser, guest: Browser
) -> None:
    red = seated("red", lang="it")
    table.begin_playing()
    table.warnings = [fakes.a_breach()]
    for browser, page in ((red, "/seat/red"), (guest("it"), "/table"), (guest("it"), "/virtual")):
        text = browser.get(page).get_data(as_text=True)
        for words in (
            "Non è permesso",
            "Regola, §3",
            "Si salta di una o due caselle.",
            "Come rimediare",
            "Riporta il disco",
        ):
            assert words in text
        assert 'role="alert"' in text


def test_what_may_be_chosen_before_a_game_stands_in_the_games_own_order(
    table: fakes.FakeTable, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = table.host_report("it")
    told = msgspec.structs.replace(report, option_choices={"version": ("base", "whole"), **report.option_choices})
    monkeypatch.setattr(table, "host_report", lambda lang: told)
    page = host.get("/host").get_data(as_text=True)
    assert 0 < page.index('data-option="version"') < page.index('data-option="length"')


def test_the_host_starts_sets_and_corrects(table: fakes.FakeTable, host: FlaskClient, seated: Browser) -> None:
    seated("red")
    assert host.post("/host/set/option", json={"value": "length=long"}).status_code == 200
    assert host.post("/host/set/mode", json={"value": "strict"}).status_code == 200
    assert host.post("/host/begin", json={}).status_code == 200
    assert host.post("/host/edit", json={"facts": {"red": "0505"}, "key": KEY}).status_code == 200
    assert host.post("/host/recording", json={"on": True}).status_code == 200
    assert (table.options["length"], table.mode, table.phase) == ("long", "strict", "playing")
    assert table.places["red"] == "0505"
    assert table.recording
    assert "0505" in host.get("/host/facts").get_data(as_text=True)


def test_whose_turn_it_is_is_chosen_among_the_names_of_those_who_sit_there(
    table: fakes.FakeTable, host: FlaskClient
) -> None:
    table.names = {"red": "Ilsa", "blue": "Rick"}
    table.begin_playing("red", "blue")
    table.places = {"turn": "red"}
    form = host.get("/host/facts", headers={"Accept-Language": "de"}).get_data(as_text=True)
    assert '<option value="red" selected>Ilsa</option>' in form
    assert '<option value="blue">Rick</option>' in form


def test_what_is_one_of_a_few_is_chosen_by_its_word_and_may_be_nothing(
    table: fakes.FakeTable, host: FlaskClient
) -> None:
    table.begin_playing("red", "blue")
    table.places = {"red.rose": "green", "blue.rose": ""}
    table.choices = {key: {"red": "rot", "green": "grün"} for key in table.places}
    red, blue = re.findall(r"<select.*?</select>", host.get("/host/facts").get_data(as_text=True))
    assert 'data-was="green"' in red
    assert '<option value="green" selected>grün</option>' in red
    assert 'data-was=""' in blue
    assert '<option value="">–</option><option value="red">rot</option>' in blue


def test_what_is_to_be_corrected_of_one_player_stands_together(table: fakes.FakeTable, host: FlaskClient) -> None:
    table.begin_playing("red", "blue")
    table.places = {"red.ship": "0101", "red.gold": "3", "blue.ship": "0202", "blue.gold": "1", "turn": "red"}
    groups = host.get("/host/facts").get_data(as_text=True).split('<div class="facts">')[1:]
    names = [re.findall(r'name="([^"]+)"', group) for group in groups]
    assert names == [["red.ship", "red.gold"], ["blue.ship", "blue.gold"], ["turn"]]


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("/host/set/option", {"value": "colour=mauve"}, 422),
        ("/host/set/pin", {"value": "1"}, 404),
        ("/host/set/mode", {}, 400),
        ("/host/edit", {"facts": {"crown": 1}, "key": KEY}, 422),
        ("/host/edit", {"facts": {"red": [1]}, "key": KEY}, 400),
        ("/host/begin", {}, 409),
        ("/host/free-seat", {"seat": "../red"}, 400),
        ("/host/recording", {"on": "yes"}, 400),
    ],
)
def test_the_host_is_told_what_cannot_be(host: FlaskClient, address: str, body: object, status: int) -> None:
    reply = host.post(address, json=body)
    assert reply.status_code == status
    assert reply.get_json()["error"]


def test_the_host_downloads_log_and_recording(table: fakes.FakeTable, host: FlaskClient) -> None:
    table.story = ["red hopped"]
    assert host.get("/host/log.jsonl").get_data() == b'{"story":"red hopped"}\n'
    assert host.get("/host/recording.zip").status_code == 404
    assert "recording.zip" not in host.get("/host").get_data(as_text=True), "no link leads nowhere"
    assert "recording.zip" not in host.get("/host/recording").get_data(as_text=True)
    table.recording = True
    assert "recording.zip" in host.get("/host").get_data(as_text=True)
    assert "recording.zip" in host.get("/host/recording").get_data(as_text=True)
    assert host.get("/host/recording.zip").get_data() == b"PK"
    assert host.get("/host/camera.jpg").mimetype == "image/jpeg"


def test_the_host_frees_a_seat_with_a_code_to_scan(table: fakes.FakeTable, host: FlaskClient, seated: Browser) -> None:
    seated("red")
    text = host.post("/host/free-seat", json={"seat": "red"}).get_data(as_text=True)
    assert "<svg" in text
    assert any(code in text for code in table.codes)


def test_before_the_game_began_no_board_is_laid_out_and_the_page_says_why(
    top: fake_services.FakeTop, guest: Browser
) -> None:
    refused = guest().post("/virtual/lay-out", json={})
    assert refused.status_code == 409
    assert "The game has not begun" in refused.get_data(as_text=True)
    assert not top.laid_out, "what lies there stays"


def test_pieces_of_the_virtual_table_are_moved_and_turned(
    top: fake_services.FakeTop, table: fakes.FakeTable, guest: Browser
) -> None:
    table.begin_playing("red", "blue")
    browser = guest()
    assert browser.post("/virtual/move", json={"piece": "p1", "x": 44, "y": 60.5}).status_code == 200
    assert browser.post("/virtual/flip", json={"piece": "p2"}).status_code == 200
    assert browser.post("/virtual/fault", json={"name": "glare", "level": 0.5}).status_code == 200
    assert browser.post("/virtual/lay-out", json={}).status_code == 200
    assert (top.lying["p1"]["x"], top.lying["p1"]["y"], top.flipped, top.levels["glare"]) == (44, 60.5, ["p2"], 0.5)
    assert len(top.laid_out) == 1
    told = browser.get("/virtual/pieces.json").get_json()
    assert told["faults"]["glare"] == 0.5
    assert {piece["name"] for piece in told["pieces"]} == {"Disc red", "Disc blue"}, "by name, not as the eye knows it"


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("/virtual/move", {"piece": "p9", "x": 1, "y": 1}, 404),
        ("/virtual/move", {"piece": "p1", "x": -5, "y": 1}, 422),
        ("/virtual/move", {"piece": "p1", "x": 1e9, "y": 1}, 400),
        ("/virtual/move", {"piece": "p1", "x": "1", "y": 1}, 400),
        ("/virtual/flip", {"piece": "p9"}, 404),
        ("/virtual/flip", {"piece": "p1"}, 422),
        ("/virtual/fault", {"name": "earthquake", "level": 1}, 404),
        ("/virtual/fault", {"name": "glare", "level": 2}, 400),
    ],
)
def test_the_virtual_table_says_what_cannot_be(guest: Browser, address: str, body: object, status: int) -> None:
    assert guest().post(address, json=body).status_code == status


def test_assets_are_kept_for_ever_under_a_name_that_changes(guest: Browser) -> None:
    browser = guest()
    page = browser.get("/").get_data(as_text=True)
    sheets = re.findall(r'href="(/assets/[0-9a-f]{12}/css/[a-z]+\.css)"', page)
    assert sheets
    reply = browser.get(sheets[0], headers={"Accept-Encoding": "gzip"})
    assert "immutable" in reply.headers["Cache-Control"]
    assert reply.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(reply.get_data()) == browser.get(sheets[0]).get_data()
    assert browser.get(re.sub(r"[0-9a-f]{12}", "0" * 12, sheets[0])).status_code == 404


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "js/../../app.py", "/etc/passwd"])
def test_assets_are_only_assets(app: Flask, guest: Browser, name: str) -> None:
    version = app.extensions["tavolo"].assets.version
    assert guest().get(f"/assets/{version}/{name}").status_code in (404, 308)


def test_the_first_load_of_a_phone_is_light(table: fakes.FakeTable, seated: Browser) -> None:
    red = seated("red")
    table.begin_playing()
    page = red.get("/seat/red")
    total = len(page.get_data())
    names = set(re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.get_data(as_text=True)))
    seen: set[str] = set()
    while names - seen:
        name = (names - seen).pop()
        seen.add(name)
        content = red.get(name, headers={"Accept-Encoding": "gzip"})
        total += len(content.get_data())
        if name.endswith(".js"):
            text = red.get(name).get_data(as_text=True)
            names |= {name.rsplit("/", 1)[0] + "/" + other for other in re.findall(r'from "\./([a-z]+\.js)"', text)}
    assert total < 150_000


def test_the_board_is_packed_and_kept(guest: Browser, table: fakes.FakeTable) -> None:
    browser = guest()
    page = browser.get("/watch").get_data(as_text=True)
    art = re.search(r'"art": "(/board/[0-9a-f]{12}\.svg)"', page)
    assert art
    reply = browser.get(art[1], headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(reply.get_data()).decode() == fakes.board_svg()
    assert browser.get("/board/0123456789ab.svg").location == art[1]


def test_pieces_are_drawn_by_look_as_todays_board_has_them(app: Flask, guest: Browser) -> None:
    found = re.search(r'data-pieces="([^"]+)"', guest().get("/table").get_data(as_text=True))
    assert found is not None
    assert b"<circle" in guest().get(f"{found[1]}disc:red.svg").get_data()
    assert guest().get(f"{found[1]}disc:mauve.svg").status_code == 404
    version = app.extensions["tavolo"].assets.version
    assert guest().get(f"/pieces/{version}-anotherboard/disc:red.svg").status_code == 404


def test_an_unknown_page_is_answered_in_the_readers_language(guest: Browser) -> None:
    reply = guest("de").get("/nirgends")
    assert reply.status_code == 404
    assert "Hier ist nichts." in reply.get_data(as_text=True)
    assert guest("it").get("/host/", headers={"Accept": "text/html"}).status_code == 200
