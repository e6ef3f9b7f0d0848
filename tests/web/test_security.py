"""Strangers, other web sites and curious players stay outside."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web import fakes
from web.security import is_own_host

Browser = Callable[..., FlaskClient]
KEY = "0123456789abcdef"
OPEN_PAGES = ("/", "/table", "/watch", "/host", "/virtual", "/qr.svg", "/nowhere")
CHANGES = (
    "/join",
    "/take-over",
    "/language",
    "/seat/red/act",
    "/seat/red/roll",
    "/seat/red/undo",
    "/seat/red/leave",
    "/seat/red/hand-over",
    "/seat/red/why",
    "/host/login",
    "/host/begin",
    "/host/edit",
    "/host/set/mode",
    "/host/let-pass",
    "/host/free-seat",
    "/host/recording",
    "/host/new-game",
    "/host/logout",
    "/host/doctor",
    "/host/choose-game",
    "/host/take-out",
    "/host/rematch",
    "/host/forget",
    "/host/patience",
    "/host/keep-pictures",
    "/host/answer-for",
    "/host/send-away",
    "/seat/red/want-rematch",
    "/seat/red/leave-game",
    "/seat/red/stay",
    "/seat/red/let-go",
    "/seat/red/answer-for",
    "/seat/red/lift",
    "/seat/red/lower",
    "/virtual/move",
    "/virtual/flip",
    "/virtual/fault",
    "/virtual/lay-out",
    "/camera/frame",
    "/camera/place",
    "/camera/corners",
    "/camera/print",
    "/camera/print/forget",
    "/camera/1/frame",
    "/camera/1/place",
    "/camera/1/corners",
    "/camera/1/print",
    "/camera/1/print/forget",
    "/sensors/begin",
    "/sensors/skip",
    "/sensors/back",
    "/sensors/keep",
    "/sensors/stop",
    "/tiles/learn",
    "/tiles/forget",
)


@pytest.mark.parametrize("page", OPEN_PAGES)
def test_every_reply_forbids_inline_scripts_frames_and_guessing_of_types(guest: Browser, page: str) -> None:
    headers = guest().get(page).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_parts_of_a_page_bear_no_headers_that_only_documents_are_judged_by(guest: Browser) -> None:
    """A phone's page takes some thirty parts: the policy on each of them was a fifteenth of all that it weighs."""
    browser = guest()
    icon, style, script = (
        browser.get(re.findall(rf'(?:src|href)="(/assets/[^"]+\.{kind})"', browser.get("/").text)[0]).headers
        for kind in ("svg", "css", "js")
    )
    for headers in (style, script, icon):
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert not any("Policy" in name for name in {*style.keys(), *script.keys()} - {"Cross-Origin-Resource-Policy"})
    assert "default-src 'self'" in icon["Content-Security-Policy"], "an SVG can be opened by itself"


@pytest.mark.parametrize("page", OPEN_PAGES)
def test_no_page_holds_inline_scripts_styles_or_handlers(guest: Browser, page: str) -> None:
    text = guest().get(page).get_data(as_text=True)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert "<style" not in text
    assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", text)


@pytest.mark.parametrize("page", OPEN_PAGES)
def test_pages_load_nothing_from_elsewhere(guest: Browser, page: str) -> None:
    text = guest().get(page).get_data(as_text=True)
    sources = re.findall(r'(?:src|href|action)="([^"]+)"', text)
    assert all(source.startswith(("/", "#")) for source in sources)


def test_the_list_of_changing_addresses_is_complete(app: Flask) -> None:
    rules = {
        rule.rule.replace("<name>", "mode").replace("<seat>", "red").replace("<int:eye>", "1")
        for rule in app.url_map.iter_rules()
        if rule.methods and "POST" in rule.methods
    }
    assert rules == set(CHANGES)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:81"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_another_web_site_cannot_change_anything(guest: Browser, headers: dict[str, str]) -> None:
    browser = guest(origin=None)
    for address in CHANGES:
        assert browser.post(address, json={}, headers=headers).status_code == 403, address


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}], ids=["Origin", "Sec-Fetch-Site"]
)
def test_the_tables_own_pages_can_change_things(guest: Browser, headers: dict[str, str]) -> None:
    reply = guest(origin=None).post("/language", data={"lang": "de", "back": "/watch"}, headers=headers)
    assert (reply.status_code, reply.location) == (303, "/watch")


@pytest.mark.parametrize("host", ["evil.example", "tavolo.local.evil.example", "8.8.8.8", "", "localhost@evil.example"])
def test_a_name_of_somebody_elses_is_not_answered(guest: Browser, host: str) -> None:
    reply = guest("it").get("/", headers={"Host": host})
    assert reply.status_code in (400, 421)


@pytest.mark.parametrize(
    "host",
    ["localhost", "TAVOLO.local:8080", "tavolo.local.", "192.168.1.7:8080", "10.0.0.3", "[fe80::1]:8080", "127.0.0.1"],
)
def test_own_names_and_addresses_at_home_are_answered(host: str) -> None:
    assert is_own_host(host, {"localhost", "tavolo.local"})


def test_seats_are_held_by_cookies_that_scripts_cannot_read(guest: Browser) -> None:
    reply = guest().post("/join", data={"seat": "red", "name": "Ilsa"})
    cookie = reply.headers["Set-Cookie"]
    token = re.match(r"seat_red=([^;]+);", cookie)
    assert token
    assert len(token[1]) >= 32
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "token" not in reply.location


def test_without_the_cookie_a_seat_stays_closed(seated: Browser, guest: Browser) -> None:
    seated("red")
    stranger = guest()
    assert stranger.get("/seat/red").location == "/"
    assert stranger.get("/events/seat/red").status_code == 403
    assert stranger.post("/seat/red/act", json={"action": {}, "key": KEY, "seen": 1}).status_code == 403
    stranger.set_cookie("seat_red", "guess")
    assert stranger.get("/seat/red").location == "/"


def test_the_cookie_of_one_seat_does_not_open_another(seated: Browser) -> None:
    seated("red", "Ilsa")
    blue = seated("blue", "Rick")
    token = blue.get_cookie("seat_blue")
    assert token
    blue.set_cookie("seat_red", token.value)
    assert blue.get("/seat/red").location == "/seat/blue"
    assert blue.post("/seat/red/undo", json={"key": KEY}).status_code == 403


def test_a_page_shows_no_hand_but_its_own(table: fakes.FakeTable, seated: Browser, guest: Browser) -> None:
    red, blue = seated("red"), seated("blue", "Rick")
    table.begin_playing()
    for client, own in ((red, "red"), (blue, "blue"), (guest(), "")):
        shown = [client.get(page, follow_redirects=True) for page in (f"/seat/{own}", "/", "/table", "/watch")]
        text = "".join(reply.get_data(as_text=True) for reply in shown)
        for seat in fakes.SEATS:
            assert f"secret-word-of-{seat}" not in text or seat == own


def test_the_host_page_wants_the_pin(guest: Browser) -> None:
    browser = guest()
    assert 'name="pin"' in browser.get("/host").get_data(as_text=True)
    for address in ("/host/report", "/host/facts", "/host/camera.jpg", "/host/log.jsonl", "/host/recording.zip"):
        assert browser.get(address).status_code == 403
    assert browser.post("/host/begin", json={}).status_code == 403
    assert browser.get("/events/page/host").status_code == 404


def test_a_wrong_pin_is_refused_and_guessing_is_slowed(table: fakes.FakeTable) -> None:
    app = fakes.parlour(table)
    now = [0.0]
    limits = app.extensions["tavolo"]
    for limit in (limits.pin_limit, limits.pin_limit_of_all, limits.ask_limit):
        limit._clock = lambda: now[0]
    browser = app.test_client()
    origin = {"Origin": "http://localhost"}

    def try_pin(pin: str) -> int:
        return browser.post("/host/login", data={"pin": pin}, headers=origin).status_code

    assert [try_pin(f"{guess:06}") for guess in range(5)] == [403] * 5
    assert try_pin(fakes.PIN) == 429
    now[0] += 13
    assert try_pin(fakes.PIN) == 303


def test_guessing_from_many_addresses_is_slowed_too(app: Flask) -> None:
    origin = {"Origin": "http://localhost"}
    tries = [
        app.test_client().post(
            "/host/login", data={"pin": "000000"}, headers=origin, environ_base={"REMOTE_ADDR": f"10.0.0.{n}"}
        )
        for n in range(1, 31)
    ]
    assert 429 in [reply.status_code for reply in tries]


def test_joining_again_and_again_is_slowed(guest: Browser) -> None:
    browser = guest()
    answers = [browser.post("/take-over", data={"code": f"GUESS{n}"}).status_code for n in range(20)]
    assert answers[0] == 403
    assert answers[-1] == 429


def test_a_phone_that_hammers_is_told_to_wait(table: fakes.FakeTable, seated: Browser) -> None:
    red = seated("red")
    table.begin_playing()
    answers = {red.post("/seat/red/undo", json={"key": "bad key!"}).status_code for _ in range(60)}
    assert 429 in answers


def test_a_body_too_large_is_refused(table: fakes.FakeTable, seated: Browser) -> None:
    red = seated("red")
    reply = red.post("/seat/red/act", data=b" " * 40_000, content_type="application/json")
    assert reply.status_code == 413


def test_codes_stand_in_the_fragment_which_no_server_sees(seated: Browser) -> None:
    text = seated("red").post("/seat/red/hand-over", json={}).get_data(as_text=True)
    assert "<svg" in text
    assert "?code=" not in text


def test_a_seat_moves_to_another_phone_and_leaves_the_first(
    table: fakes.FakeTable, seated: Browser, guest: Browser
) -> None:
    old = seated("red")
    code = table.free_seat("red", "en")
    new = guest()
    assert new.post("/take-over", data={"code": code}).location == "/seat/red"
    assert new.get("/seat/red").status_code == 200
    assert old.get("/seat/red").location == "/"
    assert guest().post("/take-over", data={"code": code}).status_code == 403


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "/\r\nSet-Cookie: host=x",
        "javascript:alert(1)",
    ],
)
def test_choosing_a_language_leads_nowhere_else(guest: Browser, back: str) -> None:
    assert guest().post("/language", data={"lang": "it", "back": back}).location == "/"


def test_a_language_chosen_after_a_refused_form_leads_to_a_page(guest: Browser) -> None:
    stranger = guest()
    for refused in (stranger.post("/take-over", data={"code": "WRONGCOD"}), stranger.post("/join", data={})):
        back = re.search(r'name="back" value="([^"]*)"', refused.text)
        assert back is not None
        chosen = stranger.post("/language", data={"lang": "it", "back": back[1]})
        assert stranger.get(chosen.location).status_code == 200


def test_names_are_shown_as_text(table: fakes.FakeTable, seated: Browser) -> None:
    red = seated("red", "<script>x</script>")
    assert "<script>x" not in red.get("/seat/red").get_data(as_text=True)


def test_what_the_server_says_of_errors_holds_no_trace(
    table: fakes.FakeTable, guest: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(seat: str | None, lang: str) -> None:
        raise RuntimeError("secret-word-of-red in /home/host")

    monkeypatch.setattr(table, "snapshot", fails)
    reply = guest("it").get("/watch", headers={"Accept": "application/json"})
    assert reply.status_code == 500
    assert "secret" not in reply.get_data(as_text=True)
    assert "Qualcosa" in json.loads(reply.get_data())["error"]
