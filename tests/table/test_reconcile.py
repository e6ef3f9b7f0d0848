"""Every reading of the board, each from a drawn position of the toy chase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from companion.lying import accepted
from companion.prospects import Prospects
from companion.readings import Agrees, Ambiguous, Blind, Breach, InHand, Moved, Owes, Repair, TakenBack
from companion.reconcile import Findings, Situation, Standing, reconcile
from companion.sight import Sight
from engines.entries import Act, Outcome
from engines.game import Intent
from engines.physical import Lying, Observation
from tests.table.drawn import Doubts, Sees, drawn, looking
from tests.toys.chase import GAME, Action, EndTurn, Mount, MoveHunter, MoveRunner, State

BOARD = GAME.board({})
TOKENS = {
    "R": "square:red",
    "r": "disc:red",
    "m": "disc:red:back",
    "B": "square:blue",
    "b": "disc:blue",
    "G": "square:green",
    "g": "disc:green",
}
TRACK = {"T0": ["disc:blue", "disc:red"]}

START = """
RB . . . . . . .
.  . . . . . . .
.  . . . . . . .
.  . . . . . . .
.  . . . . . . rb
"""
LOOKS = frozenset(
    f"{kind}:{seat}{back}" for kind in ("disc", "square") for seat in ("red", "blue") for back in ("", ":back")
)


class Evening:
    """A game played by hand: what the table would know before it looks."""

    def __init__(self) -> None:
        self.state: State = GAME.new({}, ("red", "blue"))
        self.state = GAME.apply(self.state, Outcome("numbers", tuple(range(9)))).state
        self.lying: Mapping[str, tuple[str, ...]] = dict(GAME.placement(self.state).cells)
        self.tail: list[Standing] = []
        self.acted: str | None = None
        self.seq = 1
        self.sight = Sight(BOARD)

    def place(self, **cells: Any) -> Evening:
        self.state = msgspec.structs.replace(self.state, **cells)
        self.lying = dict(GAME.placement(self.state).cells)
        return self

    def act(self, seat: str, action: Action, follows: bool = True) -> Evening:
        """`seat` acts; the board follows unless it does not (an action from a phone)."""
        step = GAME.apply(self.state, Act(seat, action))
        self.tail = [] if step.reveals else [Standing(self.seq, seat, self.state, self.acted, True), *self.tail]
        self.state, self.acted, self.seq = step.state, seat, self.seq + 1
        if follows:
            self.lying = dict(GAME.placement(self.state).cells)
        return self

    def look(self, observation: Observation) -> Findings:
        self.sight.take(observation)
        situation = Situation(
            Prospects(GAME), self.state, self.lying, self.tail, self.acted, LOOKS, lambda one, other: 1.0
        )
        return reconcile(situation, self.sight)

    def shows(self, rows: str, track: Mapping[str, Sequence[str]] = TRACK, hidden: Sequence[str] = ()) -> Findings:
        return self.look(looking(BOARD, {**drawn(rows, TOKENS), **track}, hidden=hidden))


def moved(seat: str, action: Action) -> Intent[Action]:
    return Intent(seat, action)


def test_the_board_agrees() -> None:
    assert Evening().shows(START).all == (Agrees(),)


def test_pieces_in_the_holding_box_stand_in_its_cell() -> None:
    rows = START.replace("RB", ". ")
    found = Evening().shows(rows, {**TRACK, "0000+": ["square:red", "square:blue"]})
    assert found.all == (Agrees(),)
    found = Evening().shows(START.replace("RB", "R "), {**TRACK, "0000+": ["square:blue"]})
    assert found.all == (Agrees(),)


def test_a_hunter_leaves_the_holding_box() -> None:
    rows = START.replace("RB . .", ". . R")
    found = Evening().shows(rows, {**TRACK, "0000+": ["square:blue"]})
    assert found.reading == Moved((moved("red", MoveHunter("0200")),))


def test_a_lifted_piece_is_in_somebodys_hand() -> None:
    found = Evening().shows(START.replace("RB", "B "))
    assert found.reading == InHand((Lying("0000", "square:red"),), (Repair("put", "square:red", None, "0000"),))


def test_one_legal_move() -> None:
    found = Evening().shows(START.replace("RB . .", "B . R"))
    assert found.all == (Moved((moved("red", MoveHunter("0200")),)),)


def test_both_pieces_of_a_player_between_two_looks() -> None:
    rows = """
    B . R . . . . .
    .  . . . . . . .
    .  . . . . . . .
    .  . . . . . . .
    .  . . . . . r b
    """
    found = Evening().shows(rows)
    assert found.reading == Moved((moved("red", MoveHunter("0200")), moved("red", MoveRunner("0604"))))


def test_runner_first_then_hunter_is_told_in_the_order_of_the_rules() -> None:
    evening = Evening().act("red", MoveRunner("0604"))
    rows = """
    B . R . . . . .
    .  . . . . . . .
    .  . . . . . . .
    .  . . . . . . .
    .  . . . . . r b
    """
    found = evening.shows(rows)
    assert found.reading == Moved((moved("red", MoveHunter("0200")), moved("red", MoveRunner("0604"))), undone=(1,))


def test_a_piece_slid_on_after_it_stood_is_one_move() -> None:
    evening = Evening().act("red", MoveHunter("0100"))
    found = evening.shows(START.replace("RB . .", "B . R"))
    assert found.reading == Moved((moved("red", MoveHunter("0200")),), undone=(1,))


def test_a_move_put_back_is_taken_back() -> None:
    evening = Evening().act("red", MoveHunter("0200"))
    assert evening.shows(START).reading == TakenBack((1,))


def test_two_moves_put_back_are_taken_back_together() -> None:
    evening = Evening().act("red", MoveHunter("0200")).act("red", MoveRunner("0604"))
    assert evening.shows(START).reading == TakenBack((1, 2))


def test_what_was_revealed_is_not_taken_back() -> None:
    evening = Evening().act("red", MoveRunner("0604")).act("blue", MoveRunner("0603"))
    assert evening.tail == []
    rows = """
    RB . . . . . . .
    .  . . . . . . .
    .  . . . . . . .
    .  . . . . . . .
    .  . . . . . r b
    """
    assert isinstance(evening.shows(rows).reading, Breach)


def test_two_players_move_at_once() -> None:
    evening = Evening()
    rows = """
    .  . R . . . . .
    B  . . . . . . .
    .  . . . . . . .
    .  . . . . . . .
    .  . . . . . r b
    """
    found = evening.shows(rows)
    assert found.reading == Moved(
        (moved("red", MoveHunter("0200")), moved("red", MoveRunner("0604")), moved("blue", MoveHunter("0001")))
    )


def test_a_player_who_has_moved_the_hunter_may_leave_the_runner_in_silence() -> None:
    evening = Evening().act("red", MoveHunter("0200"))
    found = evening.shows(START.replace("RB . . .", ". . RB ."))
    assert found.reading == Moved((moved("red", EndTurn()), moved("blue", MoveHunter("0200"))))


def test_nobodys_turn_is_passed_before_they_have_acted() -> None:
    found = Evening().shows(START.replace("RB . .", "R . B"))
    assert isinstance(found.reading, Breach)
    assert [violation.rule for violation in found.reading.violations] == ["turn.order"]


def test_a_silent_pass_that_would_turn_a_card_is_asked_for() -> None:
    evening = Evening().act("red", MoveRunner("0604")).act("blue", MoveHunter("0200"))
    found = evening.shows(
        """
        . R B . . . . .
        .  . . . . . . .
        .  . . . . . . .
        .  . . . . . . .
        .  . . . . . r b
        """
    )
    assert found.reading == Ambiguous("blue", ((moved("blue", EndTurn()), moved("red", MoveHunter("0100"))),))


def test_a_hunter_three_hexes_away_breaks_the_rule() -> None:
    found = Evening().shows(START.replace("RB . . .", "B . . R"))
    assert isinstance(found.reading, Breach)
    assert found.reading.actions == (moved("red", MoveHunter("0300")),)
    assert [(v.rule, dict(v.facts)) for v in found.reading.violations] == [("hunter.move", {"steps": 3, "most": 2})]
    assert found.reading.repairs == (Repair("move", "square:red", "0300", "0000"),)


def test_a_piece_from_nowhere_is_explained_by_nothing() -> None:
    found = Evening().shows(START.replace("RB . .", "RB . r"))
    assert found.reading == Breach((), (), (Repair("take_off", "disc:red", "0200", None),))


def test_a_legal_move_is_told_beside_a_breach() -> None:
    rows = """
    . . R . . B . .
    .  . . . . . . .
    .  . . . . . . .
    .  . . . . . . .
    .  . . . . . . rb
    """
    found = Evening().shows(rows)
    assert found.reading == Moved((moved("red", MoveHunter("0200")),))
    assert isinstance(found.rest[0], Breach)
    assert [violation.rule for violation in found.rest[0].violations] == ["hunter.move"]


CATCH = """
. . . . . . . .
. . . . . . . .
. . R . . . . .
. . b . . B . .
. . . . . . . r
"""


def caught() -> Evening:
    """Red's hunter stands next to blue's runner."""
    return Evening().place(hunters=("0202", "0503"), runners=("0704", "0203"))


def test_a_capture_leaves_the_runner_and_its_marker_to_be_moved() -> None:
    rows = CATCH.replace(". . b .", ". . bR .").replace(". . R .", ". . . .")
    found = caught().shows(rows)
    assert found.reading == Moved((moved("red", MoveHunter("0203")),))
    assert isinstance(found.rest[0], Owes)
    assert set(found.rest[0].repairs) in (
        {Repair("move", "disc:blue", "0203", "0704"), Repair("move", "disc:blue", "T0", "T1")},
        {Repair("move", "disc:blue", "0203", "T1"), Repair("move", "disc:blue", "T0", "0704")},
    )


def test_the_captured_piece_may_be_removed_first() -> None:
    evening = caught()
    assert isinstance(evening.shows(CATCH.replace(". . b .", ". . . .")).reading, InHand)
    rows = CATCH.replace(". . b .", ". . R .").replace(". . R .", ". . . .", 1)
    found = evening.shows(rows)
    assert found.reading == Moved((moved("red", MoveHunter("0203")),))


def test_debts_are_never_read_as_moves() -> None:
    evening = caught()
    rows = CATCH.replace(". . b .", ". . bR .").replace(". . R .", ". . . .")
    before = evening.shows(rows)
    evening.act("red", MoveHunter("0203"), follows=False)
    evening.lying = accepted(before.seen, GAME.placement(evening.state))
    assert [type(reading) for reading in evening.shows(rows).all] == [Owes]
    half = rows.replace("bR", "R")
    assert [type(reading) for reading in evening.shows(half).all] == [Owes]
    assert [type(reading) for reading in evening.shows(rows).all] == [Owes]
    mended = half.replace(". . . . . . . r", ". . . . . . . rb")
    found = evening.shows(mended, {"T0": ["disc:red"], "T1": ["disc:blue"]})
    assert found.all == (Agrees(),)


def test_a_debt_blocks_no_move() -> None:
    evening = caught()
    rows = CATCH.replace(". . b .", ". . bR .").replace(". . R .", ". . . .")
    before = evening.shows(rows)
    evening.act("red", MoveHunter("0203"), follows=False)
    evening.lying = accepted(before.seen, GAME.placement(evening.state))
    found = evening.shows(rows.replace(". . . . . . . r", ". . . . . . r ."))
    assert found.reading == Moved((moved("red", MoveRunner("0604")),))
    assert isinstance(found.rest[0], Owes)


def test_a_move_entered_by_hand_is_owed_until_the_board_follows() -> None:
    evening = Evening().act("red", MoveHunter("0200"), follows=False)
    assert evening.shows(START).reading == Owes((Repair("move", "square:red", "0000", "0200"),))
    assert evening.shows(START.replace("RB . .", "B . R")).reading == Agrees()


def test_a_turned_piece_asks_how_it_was_paid() -> None:
    evening = Evening().place(runners=("0302", "0704"))
    rows = """
    RB . . . . . . .
    .  . . . . . . .
    .  . . m . . . .
    .  . . . . . . .
    .  . . . . . . b
    """
    found = evening.shows(rows)
    assert found.reading == Ambiguous("red", ((moved("red", Mount()),), (moved("red", Mount(True)),)))


def test_a_piece_turned_with_one_way_to_pay_has_moved() -> None:
    evening = Evening().place(runners=("0302", "0704"), gold=(0, 0))
    rows = """
    RB . . . . . . .
    .  . . . . . . .
    .  . . m . . . .
    .  . . . . . . .
    .  . . . . . . b
    """
    assert evening.shows(rows).reading == Moved((moved("red", Mount()),))


def test_a_wrongly_turned_piece_is_to_be_turned_back() -> None:
    found = Evening().shows(START.replace("rb", "mb"))
    assert isinstance(found.reading, Breach)
    assert found.reading.repairs == (Repair("turn", "disc:red", "0704", "0704"),)


def test_no_verdict_under_a_hand() -> None:
    evening = Evening()
    evening.shows(START)
    assert evening.shows(START.replace("RB", ". "), hidden=["0000"]).reading == Agrees()


def test_the_rest_of_the_board_goes_on_under_a_hand() -> None:
    evening = Evening()
    evening.shows(START)
    rows = START.replace("RB . .", "B . R")
    assert evening.shows(rows, hidden=["0703", "0704"]).reading == Moved((moved("red", MoveHunter("0200")),))


def test_a_move_into_the_shadow_of_a_hand_is_waited_for() -> None:
    evening = Evening()
    evening.shows(START)
    assert isinstance(evening.shows(START.replace("RB", "B "), hidden=["0200"]).reading, InHand)


def test_a_piece_that_left_a_hidden_cell_is_known_by_where_it_arrived() -> None:
    evening = Evening()
    evening.shows(START)
    found = evening.shows(START.replace("RB . .", "B . R"), hidden=["0000"])
    assert found.reading == Moved((moved("red", MoveHunter("0200")),))


def test_blind_says_why() -> None:
    assert Evening().look(Observation(0.0, {}, blind="no frame")).reading == Blind("no frame")


def test_doubtful_colours_are_decided_by_what_is_legal() -> None:
    evening = Evening()
    cells = {
        place: Sees(tuple(sorted(drawn(START, TOKENS).get(place, TRACK.get(place, []))))) for place in BOARD.places
    }
    doubtful = Doubts({("square:blue",): -1.0, ("square:red",): -1.5, (): -20.0})
    found = evening.look(Observation(0.0, {**cells, "0000": Sees(("square:blue",)), "0200": doubtful}))
    assert found.reading == Moved((moved("red", MoveHunter("0200")),))


@pytest.mark.parametrize("nats", [0.5, 2.5])
def test_what_is_expected_is_believed_against_weak_evidence(nats: float) -> None:
    evening = Evening()
    evening.shows(START)
    weak = Doubts({(): -nats, ("disc:red",): 0.0})
    assert evening.look(Observation(1.0, {"0303": weak})).reading == Agrees()


def on_the_line(one: float, other: float) -> Findings:
    """Red's hunter lies on the line between 0101 and 0200, which the evidence gives these log-likelihoods."""
    evening = Evening()
    pieces = {**drawn(START, TOKENS), **TRACK}
    cells = {place: Sees(tuple(sorted(pieces.get(place, [])))) for place in BOARD.places}
    hunter = ("square:red",)
    left, right = Doubts({hunter: one, (): other}), Doubts({hunter: other, (): one})
    return evening.look(Observation(0.0, {**cells, "0000": Sees(("square:blue",)), "0101": left, "0200": right}))


def test_a_piece_on_a_line_belongs_where_it_rather_lies() -> None:
    assert on_the_line(0.0, -4.0).reading == Moved((moved("red", MoveHunter("0101")),))
    assert on_the_line(-4.0, 0.0).reading == Moved((moved("red", MoveHunter("0200")),))


def test_a_piece_on_a_line_that_could_be_either_is_asked_for() -> None:
    asked = on_the_line(-0.7, -0.9).reading
    assert isinstance(asked, Ambiguous)
    assert asked.seat == "red"
    assert set(asked.choices) == {(moved("red", MoveHunter("0101")),), (moved("red", MoveHunter("0200")),)}


def test_a_piece_that_another_hides_has_not_gone_where_nothing_is_seen_of_it() -> None:
    evening = Evening()
    pieces = {**drawn(START, TOKENS), **TRACK}
    cells = {place: Sees(tuple(sorted(pieces.get(place, [])))) for place in BOARD.places}
    covered = Doubts({("square:blue",): 0.0, ("square:blue", "square:red"): -5.0})
    in_shade = Doubts({(): 0.0, ("square:red",): -2.5})
    found = evening.look(Observation(0.0, {**cells, "0000": covered, "0200": in_shade}))
    assert isinstance(found.reading, InHand)
