"""What phones ask of a whole table: actions, undo, dice, edits, retries, and what each phone hears."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engines.entries import Act
from engines.pending import Decision, Pending
from tests.table.evenings import Evening
from tests.toys.chase import Chase, EndTurn, Gamble, MoveHunter, MoveRunner, State, Swap
from web.service import Refused


class Steps(Chase):
    """The chase in which hunter and runner are two questions."""

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        return msgspec.structs.replace(pending, kind=f"step{state.step}") if isinstance(pending, Decision) else pending


def test_an_illegal_action_is_refused_with_its_rule(evening: Evening) -> None:
    evening.begin()
    with pytest.raises(Refused, match="the piece went 4 hexes, at most 2"):
        evening.act("red", MoveHunter("0400"))
    with pytest.raises(Refused, match="it is Red's turn"):
        evening.act("blue", MoveHunter("0100"))


@pytest.mark.parametrize("action", [b"", b"{", b"[]", b'{"type":"fly"}', b'{"type":"move_hunter","to":5}', b"\xff\xfe"])
def test_nonsense_from_a_phone_is_refused_and_nothing_is_lost(evening: Evening, action: bytes) -> None:
    evening.begin()
    with pytest.raises(Refused, match="no action of the game"):
        evening.service.act("red", action, "k", 0, "en")
    evening.act("red", MoveHunter("0200"))


def test_nothing_is_played_before_the_board_is_set_up(evening: Evening) -> None:
    evening.service.begin("en")
    with pytest.raises(Refused, match="not begun"):
        evening.act("red", MoveHunter("0200"))
    assert evening.entries[1:] == ()


def test_a_seat_that_does_not_play_changes_nothing(evening: Evening) -> None:
    evening.begin()
    for ask in (lambda: evening.act("green", EndTurn()), lambda: evening.service.undo("green", "u", "en")):
        with pytest.raises(Refused, match="do not hold this seat") as refused:
            ask()
        assert refused.value.status == 403


def test_what_was_meant_as_the_answer_to_an_earlier_question_is_refused(tmp_path: Path) -> None:
    evening = Evening(tmp_path, game=Steps()).begin()
    shown = evening.service.number("red")
    evening.act("red", MoveHunter("0200"))
    with pytest.raises(Refused, match="moved on"):
        evening.service.act("red", msgspec.json.encode(EndTurn()), "late", shown, "en")
    evening.service.act("red", msgspec.json.encode(EndTurn()), "now", evening.service.number("red"), "en")
    assert evening.state.turn == 1


def test_the_same_request_twice_acts_once(evening: Evening) -> None:
    evening.begin()
    action = msgspec.json.encode(MoveHunter("0200"))
    first = evening.service.act("red", action, "once", 0, "en")
    assert evening.service.act("red", action, "once", 0, "en") == first
    evening.again()
    evening.service.act("red", action, "once", 0, "en")
    assert evening.entries[1:] == (Act("red", MoveHunter("0200")),)


def test_an_action_from_a_page_that_showed_another_question_is_refused(evening: Evening) -> None:
    evening.begin()
    seen = evening.service.number("red")
    evening.act("red", EndTurn())
    evening.act("blue", EndTurn())
    with pytest.raises(Refused, match="moved on"):  # a tap of the last round that got through only now
        evening.service.act("red", msgspec.json.encode(MoveHunter("0200")), "late", seen, "en")
    evening.service.act("red", msgspec.json.encode(MoveHunter("0200")), "k", evening.service.number("red"), "en")


def test_a_tap_of_the_last_game_does_nothing_in_this_one(evening: Evening) -> None:
    evening.begin()
    seen = evening.service.number("red")
    evening.service.new_game("en")
    evening.begin()
    with pytest.raises(Refused, match="moved on"):
        evening.service.act("red", msgspec.json.encode(MoveHunter("0200")), "late", seen, "en")


def test_what_a_page_had_not_heard_of_yet_does_no_harm(evening: Evening) -> None:
    evening.watched()
    seen = evening.service.number("red")
    evening.settle(evening.board(square_red="0200"))
    assert evening.service.number("red") != seen
    evening.service.act("red", msgspec.json.encode(MoveRunner("0604")), "k", seen, "en")
    assert evening.state.runners[0] == "0604"


def test_the_answer_to_a_question_that_has_changed_is_refused(evening: Evening) -> None:
    evening.watched()
    evening.service.edit({"runner.red": "0302"}, "k", "en")
    board = evening.board()
    evening.settle(board)
    evening.settle({**board, "0302": ["disc:red:back"]})
    seen = evening.service.number("red")
    (warning,) = evening.service.snapshot("red", "en").warnings
    answer = msgspec.json.encode(warning.choices[1].action)
    evening.settle(board)
    evening.service.number("red")
    with pytest.raises(Refused, match="moved on"):
        evening.service.act("red", answer, "late", seen, "en")


def test_keys_of_different_phones_do_not_meet(evening: Evening) -> None:
    evening.begin()
    evening.service.act("red", msgspec.json.encode(EndTurn()), "k", 0, "en")
    evening.service.act("blue", msgspec.json.encode(MoveHunter("0100")), "k", 0, "en")
    assert evening.state.hunters == ("0000", "0100")


def test_the_last_own_entry_is_undone_by_phone(evening: Evening) -> None:
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    assert evening.service.snapshot("red", "en").undo == "Hunter to 0200"
    assert evening.service.snapshot("blue", "en").undo == ""
    evening.service.undo("red", "u", "en")
    evening.service.undo("red", "u", "en")
    assert evening.state.hunters == ("0000", "0000")
    assert evening.service.snapshot("blue", "en").story == ["Red took back: Red: hunter to 0200"]


def test_of_a_secret_taken_back_the_others_do_not_read_what_it_was(evening: Evening) -> None:
    evening.begin()
    evening.act("red", Swap(8))
    evening.service.undo("red", "u", "en")
    assert "8" in evening.service.snapshot("red", "en").story[-1]
    assert evening.service.snapshot("blue", "en").story == []


def test_nobody_takes_back_by_phone_what_another_has_done_since(evening: Evening) -> None:
    evening.begin()
    evening.act("red", EndTurn())
    assert evening.service.snapshot("red", "en").undo != ""
    evening.act("blue", MoveHunter("0200"))
    assert evening.service.snapshot("red", "en").undo == ""
    with pytest.raises(Refused, match="taken back"):
        evening.service.undo("red", "u", "en")
    evening.service.undo("blue", "v", "en")
    assert evening.service.snapshot("red", "en").undo != ""


def test_no_undo_past_a_die(evening: Evening) -> None:
    evening.begin()
    evening.act("red", Gamble())
    evening.service.roll("red", [3], "r", "en")
    with pytest.raises(Refused, match="can be taken back"):
        evening.service.undo("red", "u", "en")


def test_dice_are_rolled_by_whom_they_are_asked_of(evening: Evening) -> None:
    evening.begin()
    evening.act("red", Gamble())
    assert evening.service.snapshot("red", "en").roll is not None
    assert evening.service.snapshot("blue", "en").roll is None
    with pytest.raises(Refused, match="No dice"):
        evening.service.roll("blue", None, "r", "en")
    with pytest.raises(Refused, match="Type 1 numbers from 1 to 6"):
        evening.service.roll("red", [7], "r", "en")
    evening.service.roll("red", None, "r", "en")
    rolled = evening.service.snapshot("blue", "en").rolled
    assert rolled is not None
    assert (rolled.name, rolled.seat, rolled.sides, rolled.count) == ("gamble", "red", 6, 1)
    assert evening.entries[-1].source == "fair"


def test_an_edit_is_an_entry_that_everybody_sees(evening: Evening) -> None:
    evening.begin()
    evening.service.edit({"hunter.red": "0303"}, "e", "en")
    assert evening.state.hunters[0] == "0303"
    assert evening.service.snapshot("blue", "en").story == ["The host corrected: hunter.red."]
    with pytest.raises(Refused, match=r"hunter\.red"):
        evening.service.edit({"hunter.red": "9999"}, "e2", "en")


def test_a_secret_action_changes_nobody_elses_snapshot(evening: Evening) -> None:
    evening.begin()
    before = {seat: evening.service.snapshot(seat, "en") for seat in ("blue", None)}
    evening.act("red", Swap(8))
    assert evening.service.snapshot("red", "en").story == ["You hold 8 now"]
    for seat, snapshot in before.items():
        assert evening.service.snapshot(seat, "en") == snapshot


def test_numbers_count_only_what_a_seat_sees(evening: Evening) -> None:
    evening.begin()
    blue, red = evening.service.number("blue"), evening.service.number("red")
    evening.act("red", Swap(8))
    assert evening.service.number("blue") == blue
    assert evening.service.number("red") == red + 1


def test_a_phone_waits_for_what_concerns_it(evening: Evening) -> None:
    evening.begin()
    subscription = evening.service.subscribe("blue")
    number = evening.service.number("blue")
    evening.act("red", Swap(8))
    assert not subscription.wait(number, 0.05)
    evening.act("red", MoveHunter("0200"))
    assert subscription.wait(number, 0.05)
    assert {player.seat: player.present for player in evening.service.snapshot(None, "en").players}["blue"]
    subscription.close()
    assert not any(player.present for player in evening.service.snapshot(None, "en").players)
