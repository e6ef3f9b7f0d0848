"""Players who sleep, are absent or leave: the evening goes on, and the log says who answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.evenings import Evenings
from companion.fair_chance import SecretChain, verify
from engines.entries import Act, Edit, Outcome
from engines.game import Violation
from engines.pending import Decision, Pending
from tests.table.evenings import Evening
from tests.toys.chase import Action, Chase, EndTurn, Gamble, MoveHunter, MoveRunner, Sides, State, Swap
from web.service import Refused


class NoDefault(Chase):
    """The chase in which the rulebook has no default for red."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if isinstance(pending, Decision) and state.seats[state.turn] == "red":
            return Decision(("red",), "turn")
        return pending


class Secret(Chase):
    """The chase in which nobody but the seat itself may know that it is asked."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        return msgspec.structs.replace(pending, secret=True) if isinstance(pending, Decision) else pending


class Departing(Chase):
    """The chase in which the runner of a player who leaves goes back to the camp."""

    def departure(self, state: State, seat: str) -> Mapping[str, str | int | bool | None]:
        return {f"runner.{seat}": "0302"}


class Together(Chase):
    """Two seats are asked at once, and each is done when it has swapped its number."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Decision):
            return pending
        left = tuple(seat for seat, swaps in zip(state.seats, state.swaps) if not swaps)
        return Decision(left, "swap", default=Swap(8)) if left else pending

    def judge(self, state: State, seat: str, action: Action) -> tuple[Violation, ...]:
        who = state.seats.index(seat)
        return super().judge(msgspec.structs.replace(state, turn=who), seat, action)

    def apply(self, state: State, entry: Any) -> Any:
        if isinstance(entry, Act) and isinstance(entry.action, Swap):
            who = state.seats.index(entry.seat)
            step = super().apply(msgspec.structs.replace(state, turn=who), entry)
            return msgspec.structs.replace(step, state=msgspec.structs.replace(step.state, turn=0))
        return super().apply(state, entry)


class Absent(Evening):
    """An evening with a clock to be turned and the pages of absent players."""

    @property
    def evenings(self) -> Evenings:
        return Evenings(self.table)

    def wait(self, seconds: float) -> bool:
        """Time passes; whether the table has answered for somebody by then."""
        answered = self.table.tick()
        self.clock.t += seconds
        return self.table.tick() or answered

    def tick(self) -> bool:
        """The table looks twice, a moment apart."""
        answered = self.table.tick()
        self.clock.t += 3
        return self.table.tick() or answered

    def story(self, seat: str | None = None) -> list[str]:
        return list(self.service.snapshot(seat, "en").story)

    def gone(self, seat: str) -> None:
        self.evenings.send_away(seat, "en")


@pytest.fixture
def evening(tmp_path: Path) -> Absent:
    return Absent(tmp_path, ("red", "blue", "green"))


@pytest.fixture
def playing(evening: Absent) -> Iterator[Absent]:
    evening.begin()
    yield evening
    before = evening.table.moment
    after = evening.again().table.moment  # whatever was entered replays
    assert (after.journal and after.journal.state) == (before.journal and before.journal.state)


def last(evening: Evening) -> Any:
    return evening.entries[-1]


# Sleeping


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


def test_whoever_moves_a_piece_does_not_sleep(evening: Absent) -> None:
    evening.evenings.set_patience(15, "en")
    evening.watched()
    for _ in range(40):
        evening.settle(evening.board(square_red=None), seconds=1)
        assert not evening.tick()


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


# Leaving


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
    evening = Absent(tmp_path, ("red", "blue"), NoDefault())
    evening.begin()
    evening.gone("red")
    stood = [evening.state.hunters]
    while evening.state.turn == 0:
        assert evening.tick()
        assert evening.state.hunters == stood[-1] or evening.state.hunters not in stood
        stood.append(evening.state.hunters)


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
    assert last(evening) == Edit({"runner.blue": "0302"}, by="blue")
    assert evening.state.runners[1] == "0302"


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


def test_nobody_leaves_before_the_game(evening: Absent) -> None:
    with pytest.raises(Refused, match="not begun"):
        evening.evenings.leave_game("red", "en")


def test_the_runner_still_wins_after_others_were_answered_for(playing: Absent) -> None:
    playing.gone("green")
    playing.service.edit({"runner.blue": "0600"}, "e", "en")
    playing.evenings.answer_for("red", "k", "en")
    playing.act("blue", MoveRunner("0700"))
    assert playing.service.snapshot(None, "en").phase == "over"
    assert not playing.tick()
