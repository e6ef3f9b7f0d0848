"""Pages between and around games, over a real table of the toy chase: shelf, curtain, leaving, what is kept."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.evenings import Evenings
from companion.keeping import Keeping
from tests.table.evenings import Evening
from tests.table.full_disk import full_disk
from tests.toys.chase import GAME, MoveHunter, MoveRunner, Swap
from tests.web import fakes
from web.app import create_app

KEY = "0123456789abcdef"


class Room:
    """A served table of the chase, and browsers around it."""

    def __init__(self, folder: Path) -> None:
        self.evening = Evening(folder, ())
        self.keeping = Keeping(folder)
        self.build()

    def build(self) -> None:
        """The pages, as after the service was started."""
        evening = self.evening
        self.app = create_app(
            evening.service,
            virtual=None,
            host_pin=fakes.PIN,
            board_svg=lambda lang: evening.table.moment.board.mirror_svg(lang),
            piece_svg=fakes.piece_svg,
            game_texts=lambda game: GAME.texts,
            evenings_service=Evenings(evening.table, self.keeping, evening.service),
        )

    def again(self) -> None:
        """The service is stopped and started; browsers keep their cookies."""
        self.evening.again()
        self.build()

    def browser(self, lang: str = "en") -> FlaskClient:
        client = self.app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
        client.environ_base["HTTP_ORIGIN"] = "http://localhost"
        return client

    def phone(self, *seats: str) -> FlaskClient:
        """A phone that has taken these seats, one after the other."""
        phone = self.browser()
        for seat in seats:
            reply = phone.post("/join", data={"seat": seat, "name": seat.title(), "entropy": "ab" * 32})
            assert reply.status_code == 303, reply.get_data(as_text=True)
        return phone

    def host(self) -> FlaskClient:
        browser = self.browser()
        assert browser.post("/host/login", data={"pin": fakes.PIN}).status_code == 303
        return browser

    def play(self) -> None:
        self.evening.service.begin("en")
        self.evening.service.begin("en")


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def text(client: FlaskClient, path: str) -> str:
    reply = client.get(path)
    assert reply.status_code == 200, (path, reply.status_code)
    return str(reply.get_data(as_text=True))


# Two players share a phone


def test_a_phone_with_two_seats_shows_no_hand_until_its_owner_lifts_the_curtain(room: Room) -> None:
    phone, other = room.phone("red", "blue"), room.phone("green")
    room.play()
    room.evening.act("red", Swap(8))
    assert "You hold 8 now" not in text(phone, "/seat/red")
    assert "Pass the phone to" in text(phone, "/seat/red")
    assert phone.get("/events/seat/red").status_code == 403
    assert phone.post("/seat/red/lift").location == "/seat/red"
    assert "You hold 8 now" in text(phone, "/seat/red")
    assert "Pass the phone to" not in text(other, "/seat/green")


def test_lifting_one_curtain_lets_the_other_fall(room: Room) -> None:
    phone = room.phone("red", "blue")
    room.play()
    phone.post("/seat/red/lift")
    assert "I am Blue: show me" in text(phone, "/seat/blue")
    assert "I am Red: show me" in text(phone, "/seat/red")  # also when the way back is taken


def test_the_curtain_falls_when_the_phone_is_put_away(room: Room) -> None:
    phone = room.phone("red", "blue")
    room.play()
    phone.post("/seat/red/lift")
    phone.post("/seat/red/lower", json={})
    assert "I am Red: show me" in text(phone, "/seat/red")
    phone.post("/seat/red/lift")
    assert "I am Red: show me" in text(phone, "/seat/red/pass")
    assert "I am Red: show me" in text(phone, "/seat/red")


def test_nobody_lifts_the_curtain_of_a_seat_on_another_phone(room: Room) -> None:
    phone = room.phone("red", "blue")
    room.phone("green")
    assert phone.post("/seat/green/lift").status_code == 403
    assert phone.get("/seat/green/pass").location == "/"


def test_a_phone_that_is_passed_to_a_seat_which_has_moved_to_another_is_at_the_front_door(room: Room) -> None:
    phone = room.phone("red", "blue")
    room.play()
    phone.delete_cookie("seat_blue")
    assert "I am Blue" not in text(phone, "/seat/red/pass")
    assert phone.get("/seat/blue/pass").location == "/"


def test_the_page_says_to_whom_the_phone_goes_next(room: Room) -> None:
    phone = room.phone("red", "blue")
    room.play()
    phone.post("/seat/blue/lift")
    page = text(phone, "/seat/blue")
    assert 'data-waiting="red"' in page
    assert 'href="/seat/red/pass" data-to="red" hidden' in page


def test_both_who_share_a_phone_are_there(room: Room) -> None:
    phone = room.phone("red", "blue")
    room.play()
    phone.post("/seat/red/lift")
    stream = phone.get("/events/seat/red", buffered=False)
    next(iter(stream.response))
    here = room.evening.service.snapshot(None, "en").players
    assert [player.present for player in here] == [True, True]
    stream.close()
    assert not any(player.present for player in room.evening.service.snapshot(None, "en").players)


def test_a_phone_with_one_seat_knows_no_curtain(room: Room) -> None:
    phone = room.phone("red")
    page = text(phone, "/seat/red")
    assert "curtain" not in page


# The shelf


def test_the_host_packs_away_and_takes_out(room: Room) -> None:
    room.phone("red")
    room.phone("blue")
    host = room.host()
    room.play()
    room.evening.act("red", MoveHunter("0200"))
    packed = room.evening.table.moment.row.id
    assert "No other game has been put away." in text(host, "/host/shelf")
    host.post("/host/new-game", json={})
    shelf = text(host, "/host/shelf")
    assert "Red: Red is to move." in shelf
    stamp = re.search(r'src="(/host/shelf/[^"]+)"', shelf)
    assert stamp is not None
    assert "<circle" in text(host, stamp[1])
    assert host.post("/host/take-out", json={"game": packed}).status_code == 200
    assert "Lay the board out as it was." in text(host, "/host/")
    assert host.post("/host/take-out", json={"game": 4711}).status_code == 404


def test_the_shelf_is_the_hosts(room: Room) -> None:
    guest = room.browser()
    for path in ("/host/shelf", "/host/games", "/host/shelf/1/1-1.svg"):
        assert guest.get(path).status_code == 403
    for path in (
        "take-out",
        "forget",
        "rematch",
        "choose-game",
        "patience",
        "keep-pictures",
        "answer-for",
        "send-away",
    ):
        assert guest.post(f"/host/{path}", json={}).status_code == 403


def test_the_host_stays_logged_in_over_a_restart_and_logs_out_for_good(room: Room) -> None:
    host = room.host()
    cookie = host.get_cookie("host")
    assert cookie is not None
    stored = b"".join(path.read_bytes() for path in room.evening.folder.glob("evening.db*"))
    assert cookie.value.encode() not in stored
    room.again()
    later = room.browser()
    later.set_cookie("host", cookie.value)
    assert later.get("/host/report").status_code == 200
    later.post("/host/logout", json={})
    later.set_cookie("host", cookie.value)
    assert later.get("/host/report").status_code == 403


# Rematch, leaving, sleeping


def test_phones_are_offered_a_rematch_which_begins_when_all_want_it(room: Room) -> None:
    red, blue = room.phone("red"), room.phone("blue")
    room.play()
    room.evening.service.edit({"runner.red": "0600"}, "e", "en")
    room.evening.act("red", MoveRunner("0700"))
    assert "Another game!" in text(red, "/seat/red")
    red.post("/seat/red/want-rematch", json={"on": True})
    page = text(blue, "/seat/blue")
    assert "Another game – yes from:" in page
    assert "Another game!" in page
    assert "As soon as everybody wants it" in text(red, "/seat/red")
    red.post("/seat/red/want-rematch", json={"on": False})
    assert "yes from:" not in text(blue, "/seat/blue"), "who said yes may think better of it"
    blue.post("/seat/blue/want-rematch", json={"on": True})
    assert room.evening.table.moment.phase == "over", "not both want it"
    assert "No other game after all" in text(blue, "/seat/blue")
    red.post("/seat/red/want-rematch", json={"on": True})
    assert room.evening.table.moment.phase == "setup"
    assert red.get("/seat/red").status_code == 200


def test_the_others_are_asked_before_a_player_leaves(room: Room) -> None:
    red, blue = room.phone("red"), room.phone("blue")
    room.play()
    assert "I have to leave the game" in text(red, "/seat/red")
    red.post("/seat/red/leave-game", json={})
    assert "The others are asked whether you may go." in text(red, "/seat/red")
    assert "Red has to leave the game." in text(blue, "/seat/blue")
    blue.post("/seat/blue/let-go", json={"seat": "red"})
    assert red.get("/seat/red").status_code == 303
    assert "has left" in text(blue, "/seat/blue")


def test_the_host_answers_and_sets_how_long_the_table_waits(room: Room) -> None:
    room.phone("red")
    room.phone("blue")
    host = room.host()
    room.play()
    assert "Answer for Red: End the turn" in text(host, "/host/")
    assert host.post("/host/answer-for", json={"seat": "red", "key": KEY}).status_code == 200
    assert "The host answered for Red." in text(host, "/host/")
    assert host.post("/host/patience", json={"seconds": 30}).status_code == 200
    assert "30 s, then the table answers" in text(host, "/host/")
    assert host.post("/host/patience", json={"seconds": -1}).status_code == 400


# What is kept


def test_everybody_can_read_what_is_kept(room: Room) -> None:
    room.phone("red")
    assert "sends nothing to it" in text(room.browser(), "/kept")
    assert "manda niente" in text(room.browser("it"), "/kept")
    guest = text(room.browser(), "/kept")
    assert str(room.evening.folder) not in guest
    assert "data-forget" not in guest
    assert str(room.evening.folder) in text(room.host(), "/kept")


def test_pictures_are_kept_only_if_asked_and_everybody_sees_it(room: Room) -> None:
    phone = room.phone("red")
    room.phone("blue")
    host = room.host()
    room.play()
    assert "are being kept" not in text(phone, "/seat/red")
    host.post("/host/keep-pictures", json={"on": True})
    assert room.evening.table.moment.keeps_pictures
    assert "are being kept" in text(phone, "/seat/red")
    assert "are being kept" in text(room.browser(), "/kept")
    room.again()
    assert room.evening.table.moment.keeps_pictures
    room.evening.service.new_game("en")
    assert not room.evening.table.moment.keeps_pictures


def test_the_size_of_what_is_kept_does_not_count_what_is_done_in_secret(room: Room) -> None:
    room.phone("red")
    room.phone("blue")
    host = room.host()
    room.play()
    before = [text(browser, "/kept") for browser in (room.browser(), host)]
    for number in range(1, 17):
        if number % 2:
            room.evening.act("red", Swap(number % 9))
        else:
            room.evening.service.undo("red", f"u{number}", "en")
    assert [text(browser, "/kept") for browser in (room.browser(), host)] == before


def test_one_button_forgets_a_game_with_all_that_belongs_to_it(room: Room) -> None:
    room.phone("red")
    room.phone("blue")
    host = room.host()
    room.play()
    game = room.evening.table.moment.row.id
    recording = room.keeping.recordings_of(game) / "2026-01-01-200000"
    picture = room.evening.folder / "moments" / str(game) / "000001.jpg"
    for path in (recording / "recording.json", picture):
        path.parent.mkdir(parents=True)
        path.write_bytes(b"{}")
    host.post("/host/new-game", json={})
    assert "Games: 2" in text(host, "/kept")
    assert "Recordings of the camera: 1" in text(host, "/kept")
    assert host.post("/host/forget", json={"game": game}).status_code == 200
    assert not recording.exists()
    assert not picture.exists()
    assert "Games: 1" in text(host, "/kept")


def test_everything_is_forgotten(room: Room) -> None:
    phone = room.phone("red")
    room.phone("blue")
    host = room.host()
    room.play()
    (room.evening.folder / "evening.db.damaged-1").write_bytes(b"Red was here")
    (room.evening.folder / "recordings" / "2025-01-01").mkdir(parents=True)
    assert host.post("/host/forget", json={"game": None}).status_code == 200
    left = b"".join(path.read_bytes() for path in room.evening.folder.rglob("*") if path.is_file())
    assert b"move_" not in left
    assert b"Red" not in left
    assert not (room.evening.folder / "recordings").exists()
    assert phone.get("/seat/red").status_code == 303
    assert host.get("/host/report").status_code == 200
    assert "Games: 0" in text(host, "/kept")


# A disk that is full


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "the table's disk is full"),
        ("it", "il disco del tavolo è pieno"),
        ("de", "Die Platte des Tisches ist voll"),
    ],
)
def test_a_full_disk_is_named_to_the_host_who_logs_in_or_out_and_no_folder_is(
    room: Room, lang: str, words: str
) -> None:
    host, fresh = room.browser(lang), room.browser(lang)
    assert host.post("/host/login", data={"pin": fakes.PIN}).status_code == 303
    with full_disk():
        replies = [fresh.post("/host/login", data={"pin": fakes.PIN}), host.post("/host/logout")]
    for reply in replies:
        assert reply.status_code == 503
        page = html.unescape(reply.get_data(as_text=True))
        assert words in page
        assert str(room.keeping.data) not in page
    assert host.get("/host").status_code == 200
    assert fresh.post("/host/login", data={"pin": fakes.PIN}).status_code == 303


def test_a_player_whose_act_is_not_kept_learns_why_but_no_folder(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    red = room.phone("red", "blue")
    room.play()
    act = {"action": {"type": "move_hunter", "to": "0200"}, "key": KEY, "seen": 0}
    with full_disk():
        reply = red.post("/seat/red/act", json=act)
    assert (reply.status_code, "disk is full" in reply.json["error"]) == (503, True)
    assert str(room.keeping.data) not in reply.get_data(as_text=True)
    assert str(room.keeping.data) in caplog.text
    room.evening.act("red", MoveHunter("0200"))
