"""Corteo's counters with tags before the rendered camera: the eye tells equal ones apart, and the table asks nobody."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.readings import Agrees, Ambiguous, Reading
from engines.corteo.actions import Move, Place
from engines.corteo.game import GAME
from engines.corteo.state import SUPPLY
from engines.physical import Look
from tests.corteo.corteo_positions import Begun, Table
from tests.evening.room import Room

SEATS = ("march", "power")
PRINTED = (("tags", "printed"),)
FIRST, SECOND = "counter:mov-4-2.1", "counter:mov-4-2.2"


def street(tmp_path: Path, pictures: Path) -> Room:
    """Two equal units of the march two hexes apart on a street, and one of the police far away; nobody else."""
    table = Table({"A": ("mov-4-2", "1005"), "B": ("mov-4-2", "1205"), "x": ("riot", "2712")}, options=dict(PRINTED))
    spots = tuple(spot if unit in table.unit.values() else SUPPLY for unit, spot in enumerate(table.state.march))
    begun = Begun(msgspec.structs.replace(table.state, march=spots))
    room = Room(tmp_path, pictures, SEATS, board="100x70", game=GAME.id, more=PRINTED, begun=begun)
    return laid_out(room)


def laid_out(room: Room) -> Room:
    room.table.begin()
    room.watch(2)
    room.lay_out()
    room.watch(6)
    assert room.table.moment.phase == "playing", room.look()
    return room


def changing_places(room: Room, one: Look, other: Look) -> list[Reading]:
    """A hand takes the one counter up, puts the other where it lay, and it where the other lay."""
    held, to = room.lift(one, "1005"), room.piece(other, "1205")
    readings = room.watch(3)
    room.top = room.top.moved(to.id, held.x, held.y)
    readings += room.watch(5)
    room.top = room.top.moved(held.id, to.x, to.y)
    return readings + room.watch(5)


def test_of_two_equal_counters_that_change_places_each_is_seen_to_move(tmp_path: Path, pictures: Path) -> None:
    room = street(tmp_path, pictures)
    readings = changing_places(room, FIRST, SECOND)
    assert not [reading for reading in readings if isinstance(reading, Ambiguous)]
    moves = {(act.action.unit, act.action.to) for act in room.done if isinstance(act.action, Move)}
    names = {unit: kind for unit, kind in enumerate(GAME.supply(dict(PRINTED), SEATS)) if kind in (FIRST, SECOND)}
    assert {(names[unit], to) for unit, to in moves} == {(FIRST, "1205"), (SECOND, "1005")}
    assert isinstance(room.look()[0], Agrees)


def test_the_counter_that_is_put_down_first_is_the_one_that_was_taken(tmp_path: Path, pictures: Path) -> None:
    room = Room(tmp_path, pictures, SEATS, board="100x70", game=GAME.id, more=PRINTED)
    laid_out(room)
    placings = [action for action in GAME.legal(room.state, "march") if isinstance(action, Place)]
    square = min(place.to for place in placings if place.kind == "mov-4-2")
    third = next(piece for piece in room.supply if piece.look == "counter:mov-4-2.3")
    room._put_down(third, square)
    room.watch(6)
    assert room.wanted()[square] == ("counter:mov-4-2.3",)
    assert isinstance(room.look()[0], Agrees)
