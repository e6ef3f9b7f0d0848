"""Pieces on the board of a whole table: set-up, moves, warnings by mode, debts, and what cannot be seen."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.readings import Agrees, InHand, Moved, Owes, Repair, TakenBack
from engines.entries import Act, Edit, Outcome, Undo
from engines.physical import Observation
from tests.table.evenings import Evening
from tests.toys.chase import Chase, MoveHunter, MoveRunner, Swap
from web.service import Refused


def test_the_board_is_set_up_piece_by_piece(evening: Evening) -> None:
    evening.service.begin("en")
    right = evening.board()
    wrong = {**right, "0000": ["square:blue", "square:green"], "0704": ["disc:red"]}
    findings = evening.settle(wrong)
    assert set(findings.reading.repairs) == {
        Repair("take_off", "square:green", "0000", None),
        Repair("put", "square:red", None, "0000"),
        Repair("put", "disc:blue", None, "0704"),
    }
    evening.settle(wrong, seconds=2)
    (warning,) = evening.service.snapshot("red", "en").warnings
    assert warning.words == ["The board is not set up yet."]
    assert "Put the red square on 0000." in warning.mend
    assert evening.service.snapshot(None, "en").phase == "setup"
    evening.settle(right)
    assert evening.service.snapshot(None, "en").phase == "playing"
    assert evening.service.snapshot(None, "en").warnings == []


def test_a_hand_over_the_board_does_not_end_the_set_up(evening: Evening) -> None:
    evening.service.begin("en")
    for _ in range(8):
        evening.look(evening.board(), hidden=["0704"])
    assert evening.table.moment.phase == "setup"


def test_the_host_begins_without_a_camera(evening: Evening) -> None:
    evening.begin()
    assert evening.service.snapshot(None, "en").phase == "playing"
    assert isinstance(evening.entries[0], Outcome)


def test_a_settled_move_is_committed_once(evening: Evening) -> None:
    evening.watched()
    moved = evening.board(square_red="0200")
    assert isinstance(evening.look(moved).reading, InHand)
    found = evening.settle(moved)
    assert isinstance(found.reading, Moved)
    assert evening.state.hunters == ("0200", "0000")
    assert evening.entries[1:] == (Act("red", MoveHunter("0200")),)
    assert evening.look(moved).reading == Agrees()


def test_a_piece_that_slides_through_cells_moves_once(evening: Evening) -> None:
    evening.watched()
    evening.look(evening.board(square_red="0100"))
    evening.look(evening.board(square_red="0101"))
    moved = evening.board(square_red="0200")
    assert evening.entries[1:] == ()
    evening.settle(moved)
    assert evening.entries[1:] == (Act("red", MoveHunter("0200")),)


def test_a_piece_lifted_held_and_put_back_is_no_move(evening: Evening) -> None:
    evening.watched()
    start = evening.board()
    evening.settle(evening.board(square_red=None), seconds=5)
    assert evening.service.snapshot("red", "en").warnings == []
    evening.settle(start)
    assert evening.entries[1:] == ()


def test_a_piece_held_for_long_is_asked_for(evening: Evening) -> None:
    evening.watched()
    evening.settle(evening.board(square_red=None), seconds=21)
    (warning,) = evening.service.snapshot("blue", "en").warnings
    assert warning.reading == "InHand"
    assert warning.words == ["Missing: the red square."]


def test_a_move_put_back_is_undone(evening: Evening) -> None:
    evening.watched()
    start = evening.board()
    evening.settle(evening.board(square_red="0200"))
    assert isinstance(evening.settle(start).reading, TakenBack)
    assert evening.entries[-1] == Undo(1)
    assert evening.state.hunters == ("0000", "0000")
    assert evening.look(start).reading == Agrees()


def test_either_physical_order_gives_the_same_game(evening: Evening) -> None:
    evening.watched()
    evening.settle(evening.board(disc_red="0604"))
    assert evening.state.runners[0] == "0604"
    assert evening.state.turn == 1
    evening.settle(evening.board(square_red="0200"))
    assert evening.state.hunters[0] == "0200"
    assert evening.entries[1:] == (
        Act("red", MoveRunner("0604")),
        Undo(1),
        Act("red", MoveHunter("0200")),
        Act("red", MoveRunner("0604")),
    )


def test_a_breach_cites_the_rule_and_says_how_to_mend_it(evening: Evening) -> None:
    evening.watched()
    start = evening.board()
    evening.settle(evening.board(square_red="0400"))
    (warning,) = evening.service.snapshot("blue", "it").warnings
    assert warning.reading == "Breach"
    assert warning.rules[0].text == "Regola hunter.move."
    assert warning.mend == ["Spostare il quadrato rosso da 0400 a 0000."]
    assert warning.cells == ("0400", "0000")
    assert not warning.blocks
    evening.settle(start)
    assert evening.service.snapshot("blue", "it").warnings == []


def test_silent_says_nothing_about_breaches(evening: Evening) -> None:
    evening.service.host_set("mode", "silent", "en")
    evening.watched()
    evening.settle(evening.board(square_red="0400"))
    assert evening.service.snapshot("blue", "en").warnings == []


def test_a_piece_of_a_colour_that_nobody_plays_is_to_be_taken_off(evening: Evening) -> None:
    evening.watched()
    right = evening.board()
    evening.settle({**right, "0402": ["square:green"]}, seconds=2)
    (warning,) = evening.service.snapshot("blue", "en").warnings
    assert (warning.reading, warning.mend) == ("Breach", ["Take the green square off 0402."])
    moved = evening.board(square_red="0200")
    evening.settle({**moved, "0402": ["square:green"]}, seconds=2)
    assert evening.state.hunters[0] == "0200"
    assert len(evening.service.snapshot("blue", "en").warnings) == 1
    evening.settle(evening.board())
    assert evening.service.snapshot("blue", "en").warnings == []


def test_a_strange_piece_beside_one_that_moved_wrongly_is_one_thing_more(evening: Evening) -> None:
    evening.watched()
    evening.settle({**evening.board(square_red="0400"), "0402": ["square:green"]}, seconds=2)
    mend = [step for warning in evening.service.snapshot("blue", "en").warnings for step in warning.mend]
    assert mend == ["Move the red square from 0400 to 0000.", "Take the green square off 0402."]


def test_advise_lets_the_next_player_go_on(evening: Evening) -> None:
    evening.watched()
    broken = evening.board(square_red="0400")
    evening.settle(broken)
    evening.act("red", MoveRunner("0604"))
    assert evening.state.turn == 1


def test_strict_holds_the_turn_until_it_is_mended(evening: Evening) -> None:
    evening.service.host_set("mode", "strict", "en")
    evening.watched()
    start = evening.board()
    evening.settle(evening.board(square_red="0400"))
    (warning,) = evening.service.snapshot("blue", "en").warnings
    assert warning.blocks
    with pytest.raises(Refused, match="must be mended first"):
        evening.act("red", MoveRunner("0604"))
    evening.settle(evening.board(square_red="0400", disc_red="0604"))
    assert evening.entries[1:] == ()
    evening.settle(start)
    evening.act("red", MoveRunner("0604"))
    assert evening.state.turn == 1


def test_the_host_lets_a_breach_pass_and_the_board_owes_it(evening: Evening) -> None:
    evening.service.host_set("mode", "strict", "en")
    evening.watched()
    broken = evening.board(square_red="0400")
    evening.settle(broken)
    evening.service.let_pass("k1", "en")
    evening.service.let_pass("k1", "en")
    assert evening.entries[1:] == (Edit({}),)
    found = evening.settle(broken, seconds=3)
    assert found.reading == Owes((Repair("move", "square:red", "0400", "0000"),))
    evening.act("red", MoveRunner("0604"))
    assert "The host let it pass." in evening.service.snapshot("blue", "en").story


def test_the_host_lets_a_breach_pass_over_which_there_is_a_hand(evening: Evening) -> None:
    evening.service.host_set("mode", "strict", "en")
    evening.watched()
    broken = evening.board(square_red="0400")
    evening.settle(broken)
    for _ in range(6):
        evening.look(broken, hidden=["0400"])
    assert evening.service.snapshot("blue", "en").warnings[0].blocks
    evening.service.let_pass("k1", "en")
    found = evening.settle(broken, seconds=3)
    assert found.reading == Owes((Repair("move", "square:red", "0400", "0000"),))


def test_a_move_entered_by_hand_is_owed_by_the_board_also_after_a_restart(evening: Evening) -> None:
    evening.watched()
    start = evening.board()
    evening.act("red", MoveHunter("0200"))
    assert evening.settle(start).reading == Owes((Repair("move", "square:red", "0000", "0200"),))
    evening.again()
    assert evening.settle(start).reading == Owes((Repair("move", "square:red", "0000", "0200"),))
    assert evening.settle(evening.board()).reading == Agrees()
    evening.again()
    assert evening.look(evening.board()).reading == Agrees()


def test_without_eyes_the_board_owes_nothing(evening: Evening) -> None:
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    evening.again()
    assert evening.store.debts(1) == {}


def test_a_question_is_answered_by_the_player_who_knows(evening: Evening) -> None:
    evening.watched()
    evening.service.edit({"runner.red": "0302"}, "k", "en")
    board = evening.board()
    evening.settle(board)
    board["0302"] = ["disc:red:back"]
    evening.settle(board)
    assert evening.service.snapshot("blue", "en").warnings == []
    (warning,) = evening.service.snapshot("red", "en").warnings
    assert [choice.words for choice in warning.choices] == ["Red: Mount, paying coin", "Red: Mount, paying gold"]
    evening.service.act("red", msgspec.json.encode(warning.choices[1].action), "answer", 0, "en")
    assert evening.state.mounted == (True, False)
    assert evening.state.gold == (0, 1)
    assert evening.look(board).reading == Agrees()


def test_the_confirmed_board_is_known_place_by_place(evening: Evening) -> None:
    evening.watched()
    boxed = evening.board()
    boxed["0000+"] = [boxed["0000"].pop()]
    evening.settle(boxed)
    confirmed = evening.table.confirmed()
    assert confirmed is not None
    assert confirmed["0000+"] == tuple(boxed["0000+"])
    evening.settle(evening.board(square_red=None))
    assert evening.table.confirmed() is None


def test_blindness_is_said_after_a_moment_and_forgotten_when_it_passes(evening: Evening) -> None:
    evening.watched()
    for second in range(5):
        evening.table.observe(Observation(evening.clock.t + second, {}, blind="no_frame"))
    (warning,) = evening.service.snapshot("red", "en").warnings
    assert warning.reading == "Blind"
    evening.clock.t += 10
    evening.settle(evening.board())
    assert evening.service.snapshot("red", "en").warnings == []


def test_a_move_by_phone_while_the_camera_is_blind_is_owed_when_it_sees_again(evening: Evening) -> None:
    evening.watched()
    start = evening.board()
    evening.table.observe(Observation(evening.clock.t, {}, blind="no_frame"))
    evening.act("red", MoveHunter("0200"))
    assert evening.settle(start).reading == Owes((Repair("move", "square:red", "0000", "0200"),))


def test_nothing_is_to_be_mended_once_the_game_is_over(evening: Evening) -> None:
    evening.watched()
    misplaced = evening.board()
    evening.service.edit({"runner.red": "0600"}, "e", "en")
    evening.settle(misplaced, seconds=4)
    assert [each.reading for each in evening.service.snapshot("blue", "en").warnings] == ["Owes"]
    evening.act("red", MoveRunner("0700"))
    assert evening.service.snapshot("blue", "en").phase == "over"
    assert evening.service.snapshot("blue", "en").warnings == []
    evening.settle(misplaced, seconds=4)
    assert evening.service.snapshot("blue", "en").warnings == []


def test_what_a_last_move_on_the_board_leaves_undone_is_not_asked_for(evening: Evening) -> None:
    evening.watched()
    evening.service.edit({"runner.red": "0600"}, "e", "en")
    evening.settle(evening.board(disc_red="0600"))
    evening.settle({**evening.board(disc_red="0700"), "0402": ["square:green"]}, seconds=4)
    assert evening.service.snapshot("blue", "en").phase == "over"
    assert evening.service.snapshot("blue", "en").warnings == []


def test_a_move_put_back_is_told_as_what_the_board_took_back(evening: Evening) -> None:
    evening.watched()
    start = evening.board()
    evening.settle(evening.board(square_red="0200"))
    assert evening.settle(start).reading == TakenBack((1,))
    assert evening.service.snapshot("blue", "en").story[-1] == "Taken back on the board: Red: hunter to 0200"


class OpenSwaps(Chase):
    """The chase in which all see who swaps a number."""

    public_actions = Chase.public_actions | {"swap"}


def test_what_a_phone_did_since_is_not_taken_back_with_the_move_before_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ("red", "blue"), OpenSwaps()).watched()
    start = evening.board()
    evening.settle(evening.board(square_red="0200"))
    evening.act("red", Swap(8))
    found = evening.settle(start)
    assert not isinstance(found.reading, TakenBack)
    assert evening.state.numbers[0] == 8
    assert evening.state.hunters[0] == "0200"


def test_what_a_phone_did_unseen_since_goes_along_for_nobody_may_learn_of_it(evening: Evening) -> None:
    evening.watched()
    start = evening.board()
    evening.settle(evening.board(square_red="0200"))
    evening.act("red", Swap(8))
    assert isinstance(evening.settle(start).reading, TakenBack)
