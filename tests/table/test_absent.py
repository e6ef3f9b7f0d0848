"""Players who sleep: the evening goes on when the house wants it, and the log says who answered."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.evening import Evening as CameralessEvening
from companion.evening_settings import EveningSettings
from companion.table import Table
from engines import registry
from engines.entries import Act, Outcome
from tests.table.absent import Absent, NoDefault, Secret, Together, last
from tests.table.evenings import Clock
from tests.toys.chase import EndTurn, Gamble, MoveHunter, Swap
from web.service import Refused


def test_nobody_is_hurried_unless_the_house_wants_it(playing: Absent) -> None:
    assert not playing.wait(100_000)


def test_who_sleeps_is_answered_for_with_the_default_and_the_log_says_so(playing: Absent) -> None:
    playing.evenings.set_patience(60, "en")
    assert not playing.wait(59)
    assert playing.wait(2)
    assert last(playing) == Act("red", EndTurn(), "table")
    assert playing.story() == ["Red did not answer, so the table did."]
    assert b'"by":"table"' in b"".join(playing.service.log())


def test_the_time_begins_anew_with_every_entry(playing: Absent) -> None:
    playing.evenings.set_patience(60, "en")
    playing.wait(40)
    playing.act("red", MoveHunter("0200"))
    assert not playing.wait(40)
    assert playing.wait(21)


def test_the_time_begins_anew_after_a_restart(playing: Absent) -> None:
    playing.evenings.set_patience(60, "en")
    playing.wait(59)
    playing.again()
    assert not playing.wait(30)
    assert playing.wait(31)


@pytest.mark.parametrize("set_by_s", [86_400, -3_600])
def test_a_clock_that_the_network_sets_neither_ends_a_turn_nor_stops_the_waiting(tmp_path: Path, set_by_s: int) -> None:
    evening = Absent(tmp_path)
    evening.begin()
    passed = Clock()
    table = Table.open(evening.store, evening.game, clock=evening.clock, stopwatch=passed)
    table.set_patience(60)
    table.tick()
    passed.t += 30
    evening.clock.t += set_by_s
    assert not table.tick()
    assert table.answers_in_s == 30
    passed.t += 31
    assert table.tick()


def test_an_evening_measures_waiting_by_no_clock_that_can_be_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead, now = [0.0], time.time
    monkeypatch.setattr(time, "time", lambda: now() + ahead[0])
    game = registry.find("casablanca_escape")
    evening = CameralessEvening(EveningSettings(game, {}, ("red", "blue"), "", "127.0.0.1", 0, tmp_path))
    try:
        for seat in ("red", "blue"):
            evening.service.claim(seat, seat.title(), "share", "en")
        evening.service.begin("en")
        evening.service.begin("en")
        evening.table.set_patience(300)
        evening.table.tick()
        ahead[0] = 86_400.0
        assert not evening.table.tick()
        assert (evening.table.answers_in_s or 0.0) > 200
    finally:
        evening.close()


def test_whoever_moves_a_piece_does_not_sleep(lobby: Absent) -> None:
    lobby.evenings.set_patience(15, "en")
    lobby.watched()
    for _ in range(40):
        lobby.settle(lobby.board(square_red=None), seconds=1)
        assert not lobby.tick()


def test_dice_fall_for_who_sleeps_fairly(playing: Absent) -> None:
    playing.evenings.set_patience(15, "en")
    playing.act("red", Gamble())
    assert playing.wait(16)
    assert isinstance(last(playing), Outcome)
    assert last(playing).source == "fair"


def test_without_a_default_the_table_waits_and_the_host_may_answer(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue"), NoDefault())
    evening.begin()
    evening.evenings.set_patience(15, "en")
    assert not evening.wait(1000)
    evening.evenings.answer_for("red", "k", "en")
    evening.evenings.answer_for("red", "k", "en")
    assert (last(evening).seat, last(evening).by) == ("red", "host")
    assert "The host answered for Red." in evening.story("blue")


def test_without_a_default_the_others_may_let_the_table_draw_lots_once_the_time_is_up(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue"), NoDefault())
    evening.begin()
    evening.evenings.set_patience(15, "en")
    evening.wait(14)
    assert evening.service.snapshot("blue", "en").overdue == []
    with pytest.raises(Refused, match="still has time"):
        evening.evenings.answer_overdue("red", "blue", "k", "en")
    evening.wait(2)
    assert evening.service.snapshot("blue", "en").overdue == ["red"]
    with pytest.raises(Refused):
        evening.evenings.answer_overdue("red", "red", "k", "en")
    evening.evenings.answer_overdue("red", "blue", "k", "en")
    evening.evenings.answer_overdue("red", "blue", "k", "en")
    assert [(entry.seat, entry.by) for entry in evening.entries if isinstance(entry, Act)] == [("red", "table")]
    assert "Red did not answer, so the table did." in evening.story("blue")


def test_who_answers_in_the_last_moment_is_no_longer_offered_to_the_others(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue"), NoDefault())
    evening.begin()
    evening.evenings.set_patience(15, "en")
    evening.wait(16)
    evening.act("red", MoveHunter("0200"))
    assert evening.service.snapshot("blue", "en").overdue == []
    evening.wait(1)
    assert evening.service.snapshot("blue", "en").overdue == []


def test_nobody_learns_that_a_secret_answer_is_overdue(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue"), Secret())
    evening.begin()
    evening.evenings.set_patience(15, "en")
    evening.wait(16)
    assert evening.service.snapshot("blue", "en").overdue == []


def test_all_who_are_asked_at_once_are_answered_for_at_once(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue", "green"), Together())
    evening.begin()
    evening.evenings.set_patience(15, "en")
    evening.act("blue", Swap(7))
    assert evening.wait(16)
    assert evening.entries[-2:] == (Act("red", Swap(8), "table"), Act("green", Swap(8), "table"))


def test_the_pages_say_what_will_happen(playing: Absent) -> None:
    playing.evenings.set_patience(30, "en")
    snapshot = playing.service.snapshot("blue", "en")
    assert snapshot.asks == "Red: Red is to move. (30 s, then the table answers.)"
    assert [(awaited.seat, awaited.answer) for awaited in snapshot.waiting_for] == [("red", "End the turn")]
    assert playing.evenings.patience() == (30, (0, 15, 30, 60, 120, 300))
    with pytest.raises(Refused, match="no setting 7"):
        playing.evenings.set_patience(7, "en")


def test_the_host_answers_only_for_who_is_asked(playing: Absent) -> None:
    with pytest.raises(Refused, match="Blue is not asked anything now"):
        playing.evenings.answer_for("blue", "k", "en")
    playing.evenings.answer_for("red", "k2", "en")
    assert last(playing) == Act("red", EndTurn(), "host")


def test_who_wakes_up_takes_it_back_while_nothing_hangs_on_it(playing: Absent) -> None:
    playing.evenings.answer_for("red", "k", "en")
    playing.service.undo("red", "u", "en")
    assert playing.state.turn == 0


def test_that_a_secret_question_was_answered_is_told_to_its_seat_alone(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue"), Secret())
    evening.begin()
    evening.evenings.set_patience(15, "en")
    assert evening.service.snapshot("blue", "en").waiting_for == []
    with pytest.raises(Refused, match="Red is not asked"):
        evening.evenings.answer_for("red", "k", "en")
    evening.wait(16)
    assert evening.story("red") == ["Red did not answer, so the table did."]
    assert evening.story("blue") == evening.story(None) == []
