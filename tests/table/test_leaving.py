"""Players who leave for good: who agrees, what becomes of the seat, and how the others go on."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.fair_chance import SecretChain, verify
from engines.entries import Act, Edit
from tests.table.absent import Absent, Departing, NoDefault, Together, Wandering, last
from tests.toys.chase import EndTurn, MoveRunner, Sides, Swap
from web.service import Refused


def test_a_player_leaves_when_the_others_agree(playing: Absent) -> None:
    playing.evenings.leave_game("blue", "en")
    playing.evenings.let_go("red", "blue", "en")
    (leaving,) = playing.service.snapshot("green", "en").leaving
    assert (leaving.seat, leaving.agreed) == ("blue", ["red"])
    assert playing.service.seat_of(playing.tokens["blue"]) == "blue"
    playing.evenings.let_go("green", "blue", "en")
    snapshot = playing.service.snapshot("red", "en")
    assert [player.seat for player in snapshot.players if player.gone] == ["blue"]
    assert snapshot.leaving == []
    assert snapshot.story == ["Blue has left the game."]
    assert last(playing) == Edit({}, by="blue")
    assert playing.service.seat_of(playing.tokens["blue"]) is None


def test_who_meant_to_leave_stays(playing: Absent) -> None:
    playing.evenings.leave_game("blue", "en")
    playing.evenings.stay("blue", "en")
    with pytest.raises(Refused, match="Blue is not leaving"):
        playing.evenings.let_go("red", "blue", "en")


def test_who_wants_to_leave_and_who_agreed_holds_over_a_restart(playing: Absent) -> None:
    playing.evenings.leave_game("blue", "en")
    playing.evenings.let_go("red", "blue", "en")
    playing.again()
    (leaving,) = playing.service.snapshot("green", "en").leaving
    assert (leaving.seat, leaving.agreed) == ("blue", ["red"])
    playing.evenings.let_go("green", "blue", "en")
    playing.again()
    assert [player.seat for player in playing.service.snapshot("red", "en").players if player.gone] == ["blue"]
    assert playing.service.snapshot("red", "en").leaving == []


def test_nobody_wants_to_leave_the_next_game_for_having_wanted_to_leave_this_one(playing: Absent) -> None:
    playing.evenings.leave_game("blue", "en")
    playing.service.new_game("en")
    playing.begin()
    assert playing.service.snapshot("red", "en").leaving == []
    playing.again()
    assert playing.service.snapshot("red", "en").leaving == []


def test_the_host_decides_about_who_went_without_a_word(playing: Absent) -> None:
    playing.gone("blue")
    assert playing.service.seat_of(playing.tokens["blue"]) is None
    with pytest.raises(Refused, match="There is no seat Blue"):
        playing.evenings.send_away("blue", "en")


def test_the_table_answers_for_a_seat_that_nobody_holds(playing: Absent) -> None:
    playing.gone("blue")
    assert not playing.wait(5)
    playing.act("red", EndTurn())
    assert playing.tick()
    assert last(playing) == Act("blue", EndTurn(), "table")
    assert not playing.tick()
    assert playing.state.turn == 2


def test_of_who_left_it_is_said_that_the_table_acts_and_not_that_nobody_answered(playing: Absent) -> None:
    playing.gone("blue")
    playing.act("red", EndTurn())
    assert playing.tick()
    assert playing.service.snapshot("red", "en").story[-1] == "Blue has left, so the table acts."


def test_that_the_table_acts_is_said_once_for_all_that_it_does_in_a_turn(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue"), Wandering())
    evening.begin()
    evening.gone("red")
    for _ in range(3):
        assert evening.tick()
    assert evening.story().count("Red has left, so the table acts.") == 1


def test_there_is_time_to_take_a_move_back_before_the_table_goes_on(playing: Absent) -> None:
    playing.gone("blue")
    playing.act("red", EndTurn())
    assert not playing.wait(2)
    assert playing.wait(1)


def test_a_log_with_answers_for_absent_players_is_replayed_and_verified(playing: Absent, tmp_path: Path) -> None:
    playing.gone("green")
    playing.evenings.answer_for("red", "k", "en")
    playing.service.edit({"runner.blue": "0600"}, "e", "en")
    playing.act("blue", MoveRunner("0700"))
    row, journal = playing.table.moment.row, playing.table.moment.journal
    assert journal is not None
    secret = SecretChain(row.chance_seed, row.chance_index).secret()
    entries = [
        msgspec.json.decode(msgspec.json.encode(entry), type=playing.game.entry_type) for entry in journal.entries
    ]
    assert verify(playing.game, row.options, row.seats, entries, row.commitment, secret, row.shares) == []
    assert sum(isinstance(entry, Act) and entry.by == "host" for entry in entries) == 1


def test_also_where_the_rulebook_has_no_default(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue"), NoDefault())
    evening.begin()
    evening.gone("red")
    for _ in range(30):
        evening.tick()
        if evening.state.turn == 1:
            break
    assert evening.state.turn == 1
    assert {entry.by for entry in evening.entries if isinstance(entry, Act)} == {"table"}


def test_the_lot_does_not_walk_in_circles(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue"), Wandering())
    evening.begin()
    evening.gone("red")
    stood = [evening.state]
    for _ in range(8):
        assert evening.tick()
        assert evening.state not in stood
        stood.append(evening.state)


def test_who_has_answered_in_a_window_is_not_answered_for_again(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue", "green"), Together())
    evening.begin()
    evening.gone("blue")
    assert evening.tick()
    assert last(evening) == Act("blue", Swap(8), "table")
    assert not evening.tick()


def test_what_the_rulebook_has_for_leaving_is_one_entry(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue"), Departing())
    evening.begin()
    evening.gone("blue")
    assert last(evening) == Edit({}, by="blue")
    evening.act("red", EndTurn())
    assert evening.state.runners[1] != "0302", "until blue is asked somebody may take the seat over as it is"
    assert evening.tick()
    assert Edit({"runner.blue": "0302"}, by="blue") in evening.entries
    assert evening.state.runners[1] == "0302"
    assert len([entry for entry in evening.entries if isinstance(entry, Edit)]) == 2


def test_it_holds_for_who_has_left_before_play_began(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue"), Departing())
    evening.service.begin("en")
    assert evening.table.moment.phase == "setup"
    evening.gone("blue")
    evening.service.begin("en")
    evening.act("red", EndTurn())
    assert evening.tick()
    assert evening.state.runners[1] == "0302"


def test_who_takes_the_seat_over_in_time_finds_everything_as_it_was(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue"), Departing())
    evening.begin()
    before = evening.state.runners[1]
    evening.gone("blue")
    evening.service.take_over(evening.service.free_seat("blue", "en"), "en")
    evening.act("red", EndTurn())
    assert not evening.tick()
    assert evening.state.runners[1] == before


def test_somebody_else_takes_the_seat_over(playing: Absent) -> None:
    playing.gone("blue")
    token = playing.service.take_over(playing.service.free_seat("blue", "en"), "en")
    assert playing.service.seat_of(token) == "blue"
    assert not any(player.gone for player in playing.service.snapshot(None, "en").players)
    playing.act("red", EndTurn())
    assert not playing.tick()


def test_a_side_of_several_phones_that_was_left_is_taken_over_whole(tmp_path: Path) -> None:
    evening = Absent(tmp_path, ("red", "blue", "green"), Sides())
    evening.begin()
    evening.gone("blue")
    token = evening.service.take_over(evening.service.free_seat("blue", "en"), "en")
    assert evening.service.seat_of(token) == "blue"
    assert not any(player.gone for player in evening.service.snapshot(None, "en").players)


def test_a_table_that_everybody_left_plays_no_game_with_itself(playing: Absent) -> None:
    for seat in ("red", "blue", "green"):
        playing.gone(seat)
    assert not playing.wait(10)


def test_who_left_stays_away_after_a_restart_and_from_the_next_game(playing: Absent) -> None:
    playing.gone("blue")
    playing.again()
    playing.act("red", EndTurn())
    assert playing.tick()
    playing.service.new_game("en")
    assert [player.seat for player in playing.service.snapshot(None, "en").players] == ["red", "green"]


def test_nobody_leaves_before_the_game(lobby: Absent) -> None:
    with pytest.raises(Refused, match="not begun"):
        lobby.evenings.leave_game("red", "en")


def test_the_runner_still_wins_after_others_were_answered_for(playing: Absent) -> None:
    playing.gone("green")
    playing.service.edit({"runner.blue": "0600"}, "e", "en")
    playing.evenings.answer_for("red", "k", "en")
    playing.act("blue", MoveRunner("0700"))
    assert playing.service.snapshot(None, "en").phase == "over"
    assert not playing.tick()
