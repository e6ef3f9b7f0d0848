"""The escape from Warsaw on a real-size board: what friends' hands do, read as the rules tell it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.readings import Agrees, Breach, InHand, Moved, Owes, Repair, TakenBack
from engines import registry
from engines.casablanca_escape.actions import BuyCamel, MoveFugitive, MoveGestapo, Restart, Suffer
from engines.game import Intent
from tests.table.evenings import Evening

ESCAPE = registry.find("casablanca_escape")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Red and blue sit down, red moves first; the board is set up in front of the camera."""
    evening = Evening(tmp_path, ("red", "blue"), ESCAPE)
    evening.watched()
    evening.service.roll("red", [6, 6], "roll red", "en")
    evening.service.roll("blue", [1, 2], "roll blue", "en")
    return evening.stands()


def position(evening: Evening, **facts: str | int | bool) -> Evening:
    """Corrects facts (``red_gestapo="2008"``) and lays the board out accordingly."""
    evening.service.edit({key.replace("_", "."): value for key, value in facts.items()}, evening.key(), "en")
    return evening.stands()


def test_the_pieces_are_put_on_their_starts_after_the_roll(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ("red", "blue"), ESCAPE).watched()
    board = evening.board()
    evening.service.roll("red", [1, 2], "roll red", "en")
    evening.service.roll("blue", [6, 6], "roll blue", "en")
    found = evening.settle(board)
    assert found.reading == Owes((Repair("put", "disc:blue", None, "2602"), Repair("put", "disc:red", None, "2802")))
    assert evening.settle(evening.board()).reading == Agrees()


def test_before_the_board_is_set_up_the_table_waits_for_whose_dice_are_due(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ("red", "blue"), ESCAPE)
    evening.service.begin("en")
    snapshot = evening.service.snapshot("blue", "en")
    assert (snapshot.phase, [one.seat for one in snapshot.waiting_for]) == ("setup", ["red"])
    evening.table.answer_for("red", "the host rolls")
    assert [one.seat for one in evening.service.snapshot(None, "en").waiting_for] == ["blue"]


def test_a_gestapo_leaves_the_holding_box_of_munich(evening: Evening) -> None:
    board = evening.board()
    board["2008+"] = board.pop("2008")
    assert evening.settle(board).reading == Agrees()
    board["2008+"].remove("square:red")
    board["2010"] = ["square:red"]
    assert evening.settle(board).reading == Moved((Intent("red", MoveGestapo("2010")),))


def test_gestapo_and_fugitive_in_the_order_of_the_rules(evening: Evening) -> None:
    evening.settle(evening.board(square_red="2010"))
    evening.settle(evening.board(disc_red="2702"))
    red = evening.state.players[0]
    assert (red.gestapo, red.fugitive) == ("2010", "2702")


def test_the_fugitive_first_and_the_gestapo_after_it_is_the_same_game(evening: Evening) -> None:
    evening.settle(evening.board(disc_red="2702"))
    found = evening.settle(evening.board(square_red="2010"))
    assert isinstance(found.reading, Moved)
    assert found.reading.actions == (Intent("red", MoveGestapo("2010")), Intent("red", MoveFugitive("2702")))
    assert len(found.reading.undone) == 1
    red = evening.state.players[0]
    assert (red.gestapo, red.fugitive) == ("2010", "2702")
    assert evening.settle(evening.board()).reading == Agrees()


def test_two_players_move_at_once(evening: Evening) -> None:
    found = evening.settle(evening.board(square_red="2010", disc_red="2702", square_blue="1907"))
    assert isinstance(found.reading, Moved)
    assert [intent.seat for intent in found.reading.actions][-1] == "blue"
    red, blue = evening.state.players
    assert (red.gestapo, red.fugitive, blue.gestapo) == ("2010", "2702", "1907")


def test_a_gestapo_may_not_move_three_hexes(evening: Evening) -> None:
    evening.settle(evening.board(square_red="2011"))
    (warning,) = evening.service.snapshot("blue", "it").warnings
    assert warning.reading == "Breach"
    assert warning.rules[0].id == "gestapo.move"
    assert "Venezia" in warning.mend[0]


def test_a_piece_lifted_held_and_put_back_made_no_move(evening: Evening) -> None:
    start, entries = evening.board(), len(evening.entries)
    assert isinstance(evening.settle(evening.board(disc_red=None), seconds=6).reading, InHand)
    assert evening.settle(start).reading == Agrees()
    assert len(evening.entries) == entries


def test_a_piece_slid_through_hexes_made_one_move(evening: Evening) -> None:
    entries = len(evening.entries)
    for cell in ("2009", "2109"):
        evening.look(evening.board(square_red=cell))
    evening.settle(evening.board(square_red="2010"))
    assert len(evening.entries) == entries + 1
    assert evening.state.players[0].gestapo == "2010"


def test_a_piece_stopped_on_the_way_and_slid_on_made_one_move(evening: Evening) -> None:
    evening.settle(evening.board(square_red="2009"))
    assert evening.state.players[0].gestapo == "2009"
    found = evening.settle(evening.board(square_red="2010"))
    assert isinstance(found.reading, Moved)
    assert found.reading.actions == (Intent("red", MoveGestapo("2010")),)
    assert len(found.reading.undone) == 1


def test_a_move_put_back_is_taken_back(evening: Evening) -> None:
    start = evening.board()
    evening.settle(evening.board(square_red="2010"))
    assert isinstance(evening.settle(start).reading, TakenBack)
    assert evening.state.players[0].gestapo == "2008"


def test_an_interception_owes_the_marker(evening: Evening) -> None:
    position(evening, blue_fugitive="2010")
    met = evening.board(square_red="2010")
    evening.settle(met)
    evening.act("blue", Suffer())
    assert evening.state.players[1].level == 2
    found = evening.settle(met, seconds=3)
    assert found.reading == Owes((Repair("move", "disc:blue", "T0", "T2"),))
    mend = evening.service.snapshot("blue", "en").warnings[0].mend
    assert mend == ["Move the blue disc from space 0 of the interception track to space 2 of the interception track."]
    entries = len(evening.entries)
    assert evening.settle(evening.board()).reading == Agrees()
    assert len(evening.entries) == entries


def test_a_debt_blocks_no_move_and_is_never_read_as_one(evening: Evening) -> None:
    board = evening.board()
    evening.service.edit({"blue.level": 4}, "edit", "en")
    assert evening.settle(board).reading == Owes((Repair("move", "disc:blue", "T0", "T4"),))
    board["2008"].remove("square:red")
    board["2010"] = ["square:red"]
    found = evening.settle(board)
    assert found.reading == Moved((Intent("red", MoveGestapo("2010")),))
    board["T0"].remove("disc:blue")
    assert [type(reading) for reading in evening.settle(board).all] == [Owes]
    board["T4"] = ["disc:blue"]
    assert evening.settle(board).reading == Agrees()


def test_the_captured_fugitive_may_be_removed_first(evening: Evening) -> None:
    position(evening, blue_fugitive="2010", blue_level=10)
    assert isinstance(evening.settle(evening.board(disc_blue=None)).reading, InHand)
    found = evening.settle(evening.board(disc_blue=None, square_red="2010"))
    assert found.reading == Moved((Intent("red", MoveGestapo("2010")),))
    evening.act("blue", Suffer())
    assert evening.game.pending(evening.state).kind == "restart"
    found = evening.settle(evening.board(disc_blue="2601"))
    assert found.reading == Moved((Intent("blue", Restart("2601")),))


def test_a_piece_turned_over_is_a_camel_bought(evening: Evening) -> None:
    position(evening, red_fugitive="1524", red_gold=1)
    evening.service.edit({"turn": "red", "step": 0}, evening.key(), "en")
    board = evening.board()
    board["1524"] = ["disc:red:back"]
    assert evening.settle(board).reading == Moved((Intent("red", BuyCamel(gold=1)),))
    assert evening.state.players[0].mounted


def test_a_piece_turned_over_where_no_camel_is_sold_is_to_be_turned_back(evening: Evening) -> None:
    board = evening.board()
    board["2602"] = ["disc:red:back"]
    found = evening.settle(board).reading
    assert isinstance(found, Breach)
    assert [violation.rule for violation in found.violations] == ["camel.buy"]
    assert found.repairs == (Repair("turn", "disc:red", "2602", "2602"),)


def test_a_hand_over_munich_does_not_stop_the_fugitives(evening: Evening) -> None:
    board = evening.board(disc_red="2702")
    for _ in range(6):
        found = evening.look(board, hidden=["2008", "2008+", "2009"])
        if isinstance(found.reading, Moved):
            break
    assert found.reading == Moved((Intent("red", MoveFugitive("2702")),))
