"""A game that raises, at whatever it is asked: pages say what they cannot show, and all else can be played."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.sensors import herald
from companion.table import FailingRules
from engines import registry
from engines.pending import Dice
from engines.texts import LANGUAGES
from tests.table.evenings import Evening
from tests.waiting import comes_true
from tests.web import fakes
from tests.web.test_faults import SAYS_SO
from tests.web.wire import Stream
from web import streams
from web.app import create_app
from web.server import Server

RULES_ARE_WRONG = {
    "en": "Something is wrong in the game's rules",
    "it": "Qualcosa non va nelle regole del gioco",
    "de": "In den Regeln des Spiels stimmt etwas nicht",
}
ESCAPE = registry.find("casablanca_escape")


class Failing:
    """A method of the escape's, which raises as long as it is `broken`; a view for `whom` (all if empty)."""

    def __init__(self, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.broken, self.whom = False, ""
        game = type(ESCAPE)
        well = getattr(game, method)

        def failing(escape: Any, state: Any, *more: Any) -> object:
            if self.broken and self.whom in ("", *more):
                raise ZeroDivisionError("nobody has so many")
            return well(escape, state, *more)

        monkeypatch.setattr(game, method, failing)


@pytest.fixture
def view(monkeypatch: pytest.MonkeyPatch) -> Failing:
    return Failing("view", monkeypatch)


@pytest.fixture
def pending(monkeypatch: pytest.MonkeyPatch) -> Failing:
    return Failing("pending", monkeypatch)


@pytest.fixture
def placement(monkeypatch: pytest.MonkeyPatch) -> Failing:
    return Failing("placement", monkeypatch)


@pytest.fixture
def playing(tmp_path: Path) -> Evening:
    """Red and blue have rolled, and one of them is asked."""
    evening = Evening(tmp_path, game=ESCAPE).begin()
    while isinstance(dice := ESCAPE.pending(evening.state), Dice):
        evening.service.roll(dice.seat or "red", None, evening.key(), "en")
    if evening.table.moment.phase == "setup":
        evening.service.begin("en")
    return evening


@pytest.fixture
def port(playing: Evening, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(streams, "SLICE_S", 0.1)
    app = create_app(
        playing.service, virtual=None, host_pin=fakes.PIN, board_svg=fakes.board_svg, piece_svg=fakes.piece_svg
    )
    server = Server(app, "127.0.0.1", 0)
    server.start()
    yield server.port
    server.stop()


def phone(evening: Evening, port: int, seat: str, lang: str = "en") -> Stream:
    return Stream(port, f"/events/seat/{seat}", cookie=f"seat_{seat}={evening.tokens[seat]}", lang=lang)


def turn_of(evening: Evening) -> str:
    pending = ESCAPE.pending(evening.state)
    return str(pending.seats[0])


@pytest.mark.parametrize("lang", SAYS_SO)
def test_a_phone_says_so_and_its_stream_goes_on(playing: Evening, view: Failing, port: int, lang: str) -> None:
    seat = turn_of(playing)
    with phone(playing, port, seat, lang) as stream:
        before = stream.next().data["html"]
        assert SAYS_SO[lang] not in "".join(before.values())
        view.broken = True
        playing.act(seat, next(iter(ESCAPE.legal(playing.state, seat))))
        told = stream.next().data["html"]
        assert SAYS_SO[lang] in told["hand"]
        assert SAYS_SO[lang] not in told["story"] + told["undo"]
        view.broken = False
        playing.service.undo(seat, playing.key(), "en")
        assert SAYS_SO[lang] not in stream.next().data["html"]["hand"]


def test_what_can_be_done_is_still_offered_and_done(playing: Evening, view: Failing, port: int) -> None:
    view.broken = True
    seat = turn_of(playing)
    with phone(playing, port, seat) as stream:
        html = stream.next().data["html"]
        assert "data-action" in html["choices"]
        offered = playing.service.snapshot(seat, "en").choices[0]
        before = len(playing.entries)
        playing.service.act(seat, msgspec.json.encode(offered.action), playing.key(), 0, "en")
        assert len(playing.entries) > before
        assert stream.next().kind == "state"


def test_other_phones_do_not_notice(playing: Evening, view: Failing, port: int) -> None:
    view.broken, view.whom = True, "red"
    with phone(playing, port, "blue") as stream:
        assert SAYS_SO["en"] not in "".join(stream.next().data["html"].values())


def test_the_log_has_the_trace_once(playing: Evening, view: Failing, caplog: pytest.LogCaptureFixture) -> None:
    view.broken, view.whom = True, "red"
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            playing.table.touch()
            playing.service.snapshot("red", "en")
    (trace,) = [record for record in caplog.records if record.exc_info]
    assert "view" in trace.getMessage()
    assert "red" in trace.getMessage()
    assert "nobody has so many" in caplog.text


@pytest.mark.parametrize("lang", SAYS_SO)
def test_a_phone_says_that_it_cannot_tell_what_is_asked_and_hears_when_it_can(
    playing: Evening, pending: Failing, port: int, lang: str
) -> None:
    seat = turn_of(playing)
    with phone(playing, port, seat, lang) as stream:
        assert SAYS_SO[lang] not in "".join(stream.next().data["html"].values())
        pending.broken = True
        playing.table.touch()
        told = stream.next().data["html"]
        assert SAYS_SO[lang] in told["ask"]
        assert told["choices"] == ""
        assert SAYS_SO[lang] not in "".join(words for region, words in told.items() if region != "ask")
        pending.broken = False
        playing.table.touch()
        assert "data-action" in stream.next().data["html"]["choices"]


def test_what_is_asked_cannot_be_told_and_dice_that_fell_fall_no_second_time(
    playing: Evening, pending: Failing, port: int
) -> None:
    with phone(playing, port, turn_of(playing)) as stream:
        fallen = stream.next().data["rolled"]
        for pending.broken in (True, False):
            playing.table.touch()
            assert "rolled" not in stream.next().data
    pending.broken = True
    assert playing.service.snapshot(None, "en").rolled.count == fallen["count"]


@pytest.mark.parametrize("path", ["/seat/red", "/table", "/watch", "/host/"])
def test_each_page_says_once_that_what_is_asked_cannot_be_told_and_keeps_cards_and_players(
    playing: Evening, pending: Failing, path: str
) -> None:
    app = create_app(
        playing.service, virtual=None, host_pin=fakes.PIN, board_svg=fakes.board_svg, piece_svg=fakes.piece_svg
    )
    guest = app.test_client()
    guest.environ_base |= {"HTTP_ORIGIN": "http://localhost", "HTTP_ACCEPT_LANGUAGE": "en"}
    guest.post("/host/login", data={"pin": fakes.PIN})
    guest.set_cookie("seat_red", playing.tokens["red"])
    kept = {"/seat/red": "data-home", "/host/": "data-free-seat"}.get(path, "region-story")
    assert kept in guest.get(path).text
    pending.broken = True
    playing.table.touch()
    page = guest.get(path).text
    assert page.count(SAYS_SO["en"]) == 1
    assert kept in page


def test_all_pages_say_that_the_board_cannot_be_shown_and_play_goes_on(
    playing: Evening, placement: Failing, port: int
) -> None:
    seat = turn_of(playing)
    with phone(playing, port, seat) as stream, Stream(port, "/events/page/table") as display:
        assert [one.next().data["board"]["placement"] != {} for one in (stream, display)] == [True, True]
        placement.broken = True
        playing.table.touch()
        for one in (stream, display):
            told = one.next().data
            assert SAYS_SO["en"] in told["html"]["board"]
            assert told["board"]["placement"] == {}
        assert playing.service.snapshot(seat, "en").choices
        placement.broken = False
        playing.table.touch()
        assert SAYS_SO["en"] not in stream.next().data["html"]["board"]


def test_what_raises_for_many_fields_is_logged_once(
    playing: Evening, pending: Failing, caplog: pytest.LogCaptureFixture
) -> None:
    pending.broken = True
    with caplog.at_level(logging.ERROR):
        playing.table.touch()
        playing.service.snapshot("red", "en")
    (trace,) = [record for record in caplog.records if record.exc_info]
    assert "'asks'" in trace.getMessage()
    assert "'choices'" in trace.getMessage()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_board_that_the_rules_fail_to_judge_is_said_to_be_followed_no_more_and_then_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, lang: str
) -> None:
    interpret = Failing("interpret", monkeypatch)
    evening = Evening(tmp_path, game=ESCAPE)
    evening.service.begin("en")
    while isinstance(dice := ESCAPE.pending(evening.state), Dice):
        evening.service.roll(dice.seat or "red", None, evening.key(), "en")
    evening.settle(evening.board())
    assert evening.table.moment.phase == "playing"
    seat = turn_of(evening)
    going = next(one for one in evening.service.snapshot(seat, "en").choices if one.kind == "move_fugitive")
    moved = evening.board(**{f"disc_{seat}": going.cells[-1]})
    interpret.broken = True
    evening.settle(moved, 3.5)
    (warning,) = evening.service.snapshot(None, lang).warnings
    assert warning.reading == "Blind"
    assert RULES_ARE_WRONG[lang] in " ".join(warning.words)
    assert evening.table.confirmed() is None
    assert len([record for record in caplog.records if record.exc_info]) == 1
    before = len(evening.entries)
    interpret.broken = False
    evening.settle(moved)
    assert len(evening.entries) == before + 1
    assert not evening.service.snapshot(None, lang).warnings


@pytest.mark.parametrize("method", ["pending", "placement", "apply"])
def test_an_evening_that_the_rules_can_no_longer_go_on_with_is_refused_in_words_and_kept(
    playing: Evening, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    before = len(playing.entries)
    failing = Failing(method, monkeypatch)
    failing.broken = True
    with pytest.raises(FailingRules, match=r"casablanca_escape\) cannot go on, .*nobody has so many.*--data FOLDER"):
        playing.again()
    failing.broken = False
    assert len(playing.again().entries) == before


class Broker:
    """What a broker keeps."""

    prefix = "tavolo"

    def __init__(self) -> None:
        self.kept: list[bytes] = []

    def keep(self, topic: str, payload: bytes) -> None:
        self.kept.append(payload)


def test_the_broker_hears_again_how_the_table_stands_once_that_can_be_told(
    playing: Evening, pending: Failing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(herald, "AFTER_FAULT_S", 0.05)
    broker: Any = Broker()
    pending.broken = True
    telling = herald.Herald(playing.table, broker, {})
    telling.start()
    try:
        assert not comes_true(lambda: broker.kept, within_s=0.3)
        pending.broken = False
        assert comes_true(lambda: broker.kept, within_s=5.0)
    finally:
        telling.close()
