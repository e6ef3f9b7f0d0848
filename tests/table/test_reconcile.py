"""Every reading of the board, each from a drawn position of the toy chase."""

from __future__ import annotations

import pytest

from companion import reconcile
from companion.lying import accepted
from companion.prospects import Prospects
from companion.readings import Agrees, Ambiguous, Breach, InHand, Moved, Owes, Repair, TakenBack
from engines.game import Intent, Violation
from engines.physical import Change, Lying
from tests.table.drawn import drawn, looking
from tests.table.drawn_evenings import BOARD, START, TOKENS, TRACK, Evening, moved
from tests.toys.chase import GAME, Action, Chase, EndTurn, Mount, MoveHunter, MoveRunner, State


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


def test_what_would_only_be_asked_about_is_not_condemned_with_a_piece_that_went_too_far() -> None:
    evening = Evening().place(runners=("0302", "0704"))
    rows = """
    B  . . . . . . R
    .  . . . . . . .
    .  . . m . . . .
    .  . . . . . . .
    .  . . . . . . b
    """
    found = evening.shows(rows)
    assert isinstance(found.reading, Breach)
    assert found.reading.repairs == (Repair("move", "square:red", "0700", "0000"),)
    assert not any(isinstance(reading, Breach) for reading in found.rest), "how it was paid is asked afterwards"


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


def test_whoever_acts_where_the_stories_part_is_asked_and_not_who_moved_first() -> None:
    evening = Evening().place(runners=("0704", "0302"))
    rows = """
    B  . R . . . . .
    .  . . . . . . .
    .  . . w . . . .
    .  . . . . . . .
    .  . . . . . r .
    """
    found = evening.look(looking(BOARD, {**drawn(rows, {**TOKENS, "w": "disc:blue:back"}), **TRACK}))
    assert isinstance(found.reading, Ambiguous)
    assert found.reading.seat == "blue"
    assert {story[-1] for story in found.reading.choices} == {moved("blue", Mount()), moved("blue", Mount(True))}


def test_of_what_an_illegal_move_may_mean_the_one_with_the_least_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    interpret, judge = Chase.interpret, Chase.judge
    worse = moved("red", MoveHunter("9999"))

    def both_ways(game: Chase, state: State, change: Change) -> list[Intent[Action]]:
        found = interpret(game, state, change)
        return [worse, *found, worse] if found else []

    def twice_wrong(game: Chase, state: State, seat: str, action: Action) -> tuple[Violation, ...]:
        return judge(game, state, seat, action) * (2 if action == worse.action else 1)

    monkeypatch.setattr(Chase, "interpret", both_ways)
    monkeypatch.setattr(Chase, "judge", twice_wrong)
    found = Evening().shows(START.replace("RB . . .", "B . . R"))
    assert isinstance(found.reading, Breach)
    assert found.reading.actions == (moved("red", MoveHunter("0300")),)


def test_boards_that_were_read_are_forgotten_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconcile, "REMEMBERED", 3)
    evening = Evening()
    prospects = Prospects(GAME)
    for cell in ("0200", "0100", "0101", "0001", "0200"):
        rows = {**drawn(START, TOKENS), **TRACK, "0000": ["square:blue"], cell: ["square:red"]}
        assert evening.look(looking(BOARD, rows), prospects).reading == Moved((moved("red", MoveHunter(cell)),))
        assert len(prospects.explained) <= 3
