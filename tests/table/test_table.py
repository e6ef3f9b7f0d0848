"""An evening at the table: set-up, phones and pieces, undo, edits, modes, and starting again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.readings import Agrees, InHand, Moved, Owes, Repair, TakenBack
from companion.service import Service
from companion.store import Store
from companion.table import OtherRules, Table
from engines.game import Act, Edit, Outcome, Undo
from engines.physical import Observation
from tests.table.evenings import Evening
from tests.toys.chase import GAME, EndTurn, Gamble, MoveHunter, MoveRunner, Swap
from web.service import Refused


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_seats_are_taken_until_none_is_left(evening: Evening) -> None:
    assert evening.service.free_seats() == ("green",)
    with pytest.raises(Refused, match="Red is taken"):
        evening.service.claim("red", "Eve", "", "en")
    with pytest.raises(Refused, match="ist vergeben"):
        evening.service.claim("red", "Eve", "", "de")


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
    assert "Put Red square on 0000." in warning.mend
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
    assert warning.words == ["Is somebody holding a piece? Missing: Red square."]


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
    assert warning.mend == ["Spostare quadrato it: Red da 0400 a 0000."]
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
    assert (warning.reading, warning.mend) == ("Breach", ["Take Green square off 0402."])
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
    assert mend == ["Move Red square from 0400 to 0000.", "Take Green square off 0402."]


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
    assert evening.service.snapshot("blue", "en").story == ["Red took a move back."]


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
    assert (rolled.name, rolled.seat, rolled.count) == ("gamble", "red", 1)
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


def test_seats_and_state_survive_a_restart(evening: Evening) -> None:
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    state = evening.state
    evening.again()
    assert evening.state == state
    assert evening.service.seat_of(evening.tokens["blue"]) == "blue"
    assert evening.service.seat_of("somebody else's") is None
    evening.act("red", MoveRunner("0604"))


def test_a_seat_moves_to_another_phone_with_a_one_time_code(evening: Evening) -> None:
    code = evening.service.free_seat("red", "en")
    token = evening.service.take_over(code, "en")
    assert evening.service.seat_of(token) == "red"
    assert evening.service.seat_of(evening.tokens["red"]) is None
    with pytest.raises(Refused, match="not \\(or no longer\\) good"):
        evening.service.take_over(code, "en")


def test_a_game_ends_and_another_begins_with_the_same_seats(evening: Evening) -> None:
    evening.begin()
    evening.service.edit({"runner.red": "0600"}, "e", "en")
    evening.act("red", MoveRunner("0700"))
    assert evening.service.snapshot("blue", "en").phase == "over"
    assert evening.service.snapshot("blue", "en").asks == "Red reached the goal"
    with pytest.raises(Refused, match="over"):
        evening.act("blue", EndTurn())
    evening.service.new_game("en")
    assert [player.seat for player in evening.service.snapshot(None, "en").players] == ["red", "blue"]
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    assert evening.again().state.hunters[0] == "0200"


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


def test_two_tables_on_one_store_do_not_both_win(evening: Evening) -> None:
    evening.begin()
    other = Service(Table.open(Store.open(evening.folder / "evening.db"), GAME, clock=evening.clock))
    evening.act("red", MoveHunter("0200"))
    with pytest.raises(Refused, match="Another Tavolo is using this store") as refused:
        other.act("red", msgspec.json.encode(MoveHunter("0100")), "k", 0, "en")
    assert refused.value.status == 503
    assert evening.again().state.hunters[0] == "0200"


def test_a_game_under_other_rules_is_not_finished_with_these(evening: Evening) -> None:
    evening.begin()
    evening.store.change_game(1, rules_version=0)
    evening.store.close()
    with pytest.raises(OtherRules, match="begun under rules version 0 of chase, this program has version 1"):
        Table.open(Store.open(evening.folder / "evening.db"), GAME, clock=evening.clock)


def test_options_are_the_hosts_until_the_game_begins(evening: Evening) -> None:
    evening.service.host_set("option", "pace=fast", "en")
    assert evening.service.host_report("en").options == {"pace": "fast"}
    with pytest.raises(Refused, match="pace='warp' is impossible"):
        evening.service.host_set("option", "pace=warp", "en")
    evening.begin()
    with pytest.raises(Refused, match="has begun"):
        evening.service.host_set("option", "pace=slow", "en")


def test_nobody_begins_alone(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ("red",))
    with pytest.raises(Refused, match="1 players are impossible"):
        evening.service.begin("en")
    assert evening.service.snapshot(None, "en").phase == "lobby"


def test_a_seat_is_given_back_in_the_lobby(evening: Evening) -> None:
    evening.service.leave(evening.tokens["blue"], "en")
    assert evening.service.free_seats() == ("blue", "green")
    assert evening.service.seat_of(evening.tokens["blue"]) is None


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
