"""The thread that feels goes on where a map cannot be read or the table cannot take what was felt."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.sensors.cell_map import CellMap
from companion.sensors.fingers import Known
from companion.sensors.sensing import UNLEARNT, Sensing
from engines import registry
from engines.boards.board import Board
from engines.data import DataError
from engines.physical import Observation, Placement
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.virtual_port import VirtualPort
from tests.waiting import eventually

AGENTS = registry.find("casablanca_agents").board({})
HORN = registry.find("cape_horn").board({})


class OneBoard:
    """A table with nothing on it but a board."""

    def __init__(self) -> None:
        self.on_table: Board = AGENTS
        self.full = False
        self.told: list[Observation] = []

    def board(self) -> Board:
        return self.on_table

    def known(self) -> Known:
        return Known(Placement({}), {})

    def mark(self) -> object:
        return id(self.on_table)

    def observe(self, observation: Observation) -> None:
        if self.full:
            raise OSError("no space left on device")
        self.told.append(observation)


@pytest.fixture
def table() -> OneBoard:
    return OneBoard()


@pytest.fixture
def feel(board: VirtualPort, table: OneBoard) -> Iterator[Callable[..., Sensing]]:
    begun: list[Sensing] = []

    def begin(places: Callable[[Board, bytes], CellMap | None]) -> Sensing:
        begun.append(Sensing(SerialLink(board.path), table, table, places))
        begun[-1].start()
        return begun[-1]

    yield begin
    for each in begun:
        each.close()


def natural(board: Board, uid: bytes) -> CellMap:
    return CellMap.natural("chase", board, uid)


def test_where_the_map_of_the_next_game_is_damaged_that_of_the_last_one_does_not_count(
    table: OneBoard, feel: Callable[..., Sensing]
) -> None:
    def places(board: Board, uid: bytes) -> CellMap:
        if board is HORN:
            raise DataError("map.json", "", "is damaged")
        return natural(board, uid)

    felt = feel(places)
    eventually(lambda: bool(table.told) and bool(table.told[-1].evidence))
    table.on_table = HORN
    eventually(lambda: felt.map is None)
    table.told.clear()
    eventually(lambda: bool(table.told))
    assert {told.blind for told in table.told} == {UNLEARNT}


def test_after_a_disk_was_full_the_table_feels_again(table: OneBoard, feel: Callable[..., Sensing]) -> None:
    table.full = True
    felt = feel(natural)
    eventually(lambda: felt.map is not None)
    table.full = False
    eventually(lambda: bool(table.told) and bool(table.told[-1].evidence))
