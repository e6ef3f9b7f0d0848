"""Hands move virtual pieces before a rendered camera; the table commits exactly what the hands did."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.readings import Breach, InHand, Moved, Owes, TakenBack
from engines.casablanca_escape.actions import BuyCamel, Suffer
from tests.evening.room import Room


def rules_broken(readings: list[object]) -> set[str]:
    """The rules that breaches cite."""
    return {violation.rule for found in readings if isinstance(found, Breach) for violation in found.violations}


def test_scattered_pieces_are_brought_right_by_obeying(empty_room: Callable[..., Room]) -> None:
    room = empty_room().begun()
    room.scatter()
    for _ in range(4):
        room.watch(5)
        if room.table.moment.phase == "playing":
            break
        owed = [found for found in room.look() if isinstance(found, Owes)]
        if owed:
            room.obey(owed[0].repairs)
    assert room.table.moment.phase == "playing"
    assert room.truth() == dict(room.wanted())


def test_a_gestapo_and_then_a_fugitive_are_followed(room: Room) -> None:
    room.move("square:red", "2008", "2010")
    room.watch()
    room.move("disc:red", "2602", "2702")
    room.watch()
    assert room.moved == [("red", "gestapo", "2010"), ("red", "fugitive", "2702")]


def test_a_fugitive_and_then_a_gestapo_are_followed(room: Room) -> None:
    room.move("disc:red", "2602", "2702")
    room.watch()
    room.move("square:red", "2008", "2010")
    room.watch()
    assert room.moved == [("red", "gestapo", "2010"), ("red", "fugitive", "2702")]


def test_a_piece_slid_with_a_frame_on_every_hex_made_one_move(room: Room) -> None:
    for origin, to in (("2008", "2009"), ("2009", "2109"), ("2109", "2010")):
        room.move("square:red", origin, to)
        room.look()
    room.watch()
    assert room.moved == [("red", "gestapo", "2010")]


def test_a_piece_lifted_held_and_put_back_made_no_move(room: Room) -> None:
    piece = room.lift("disc:red", "2602")
    readings = room.watch(8)
    assert any(isinstance(found, InHand) and found.pieces for found in readings)
    room.put_back(piece)
    room.watch()
    assert room.moved == []
    assert room.truth() == dict(room.wanted())


def test_a_move_put_back_is_taken_back(room: Room) -> None:
    room.move("disc:red", "2602", "2702")
    room.watch()
    assert room.moved == [("red", "fugitive", "2702")]
    room.move("disc:red", "2702", "2602")
    assert any(isinstance(found, TakenBack) for found in room.watch())
    assert room.moved == []


def test_two_players_who_move_at_once_are_both_followed(room: Room) -> None:
    room.move("square:red", "2008", "2010")
    room.move("disc:red", "2602", "2702")
    room.move("square:blue", "2008", "1907")
    room.watch()
    assert room.moved == [("red", "gestapo", "2010"), ("red", "fugitive", "2702"), ("blue", "gestapo", "1907")]


def test_three_hexes_are_a_breach_that_mends(room: Room) -> None:
    room.move("square:red", "2008", "2011")
    readings = room.watch()
    assert rules_broken(readings) == {"gestapo.move"}
    (repair,) = next(found for found in readings if isinstance(found, Breach)).repairs
    assert (repair.kind, repair.origin, repair.to) == ("move", "2011", "2008")
    room.obey([repair])
    room.watch()
    assert room.moved == []
    assert room.table.moment.ruling.warnings == ()


def test_a_ship_leaves_only_from_a_port(room: Room) -> None:
    room.move("square:red", "2008", "1822")
    readings = room.watch()
    assert not any(isinstance(found, Moved) for found in readings)
    assert rules_broken(readings)
    assert room.moved == []


def test_a_camel_is_bought_by_turning_the_piece(room: Room) -> None:
    room.position(red_fugitive="1524", red_gold=1)
    room.position(turn="red", step=0)
    room.turn("disc:red", "1524")
    room.watch(6)
    assert any(isinstance(act.action, BuyCamel) for act in room.done)
    assert room.state.players[0].mounted


def test_the_marker_may_follow_late(room: Room) -> None:
    room.position(blue_fugitive="2010")
    room.move("square:red", "2008", "2010")
    room.watch()
    room.act("blue", Suffer())
    assert any(isinstance(found, Owes) for found in room.watch(4))
    room.move("disc:red", "2602", "2702")
    room.watch()
    assert room.moved[-1] == ("red", "fugitive", "2702")
    room.move("disc:blue", "T0", "T2")
    room.watch()
    assert room.truth() == dict(room.wanted())
    assert room.table.moment.ruling.warnings == ()


def test_a_bump_is_mended_by_obeying(room: Room) -> None:
    room.move("disc:red", "2602", "2504")
    room.move("disc:blue", "2802", "2904")
    readings = room.watch()
    assert not any(isinstance(found, Moved) for found in readings)
    for _ in range(2):
        for found in room.look():
            if isinstance(found, Breach | Owes):
                room.obey(found.repairs)
        room.watch(4)
    assert room.moved == []
    assert room.truth() == dict(room.wanted())


def test_the_game_goes_on_after_a_restart(room: Room) -> None:
    room.move("square:red", "2008", "2010")
    room.watch()
    room.again().watch()
    assert room.moved == [("red", "gestapo", "2010")]
    room.move("disc:red", "2602", "2702")
    room.watch()
    assert room.moved == [("red", "gestapo", "2010"), ("red", "fugitive", "2702")]


@pytest.mark.parametrize(
    "fault", [{"dusk": 0.6}, {"glare": 0.7}, {"covered_corner": 0.6}, {"hand": 0.7}, {"nudge": 0.8}, {"warm_lamp": 0.7}]
)
def test_faults_never_make_a_wrong_move(room: Room, fault: dict[str, float]) -> None:
    room.light(**fault).watch(4)
    room.move("square:red", "2008", "2010")
    room.watch(6)
    assert room.moved in ([], [("red", "gestapo", "2010")])
    room.light().watch(6)
    assert room.moved == [("red", "gestapo", "2010")]
