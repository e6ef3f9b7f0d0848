"""Teaching a board where the houses are: one piece on each, what is left out stays out, and the map is found again."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.sensors.cell_map import map_path, read_map
from companion.sensors.learning import Learner, NotThere
from engines import registry
from engines.data import DataError
from engines.options import chosen
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.virtual_port import VirtualPort
from tests.firmware_bridge.conftest import eventually

AGENTS = registry.find("casablanca_agents")
BOARD = AGENTS.board(chosen(AGENTS.options, {}))


def never() -> bool:
    return False


def test_a_board_learns_its_houses_and_lights(board: VirtualPort, tmp_path: Path) -> None:
    learner = Learner(SerialLink(board.path), AGENTS.id, BOARD, tmp_path)
    hello = learner.meet(30)
    for lamp, cell in zip(learner.lamps(), (9, 8, 7)):
        eventually(lambda lamp=lamp: board.board.shown[lamp * 3] > 0)
        board.put(cell)
        assert learner.next_cell(never) == cell
        learner.lamp_is_under(lamp, cell)
        board.lift(cell)
    learner.keep_lamps()
    for place, cell in zip(learner.places(), (20, 21, None, 22)):
        if cell is not None:
            board.put(cell)
        taught = learner.next_cell(never if cell is not None else lambda: True)
        assert taught == cell
        learner.place_is(place, taught)
    path = learner.keep()
    learner.close()
    kept = read_map(map_path(tmp_path, AGENTS.id, BOARD, hello.uid))
    first, second, _, fourth = list(learner.places())[:4]
    assert kept is not None
    assert kept.places == {20: first, 21: second, 22: fourth}
    assert path.parent == tmp_path / "sensors"


def test_where_no_board_answers_nothing_is_taught(tmp_path: Path) -> None:
    learner = Learner(SerialLink("/dev/there-is-none"), AGENTS.id, BOARD, tmp_path)
    with pytest.raises(NotThere, match="there-is-none"):
        learner.meet(0.5)
    learner.close()


def test_a_damaged_map_is_named(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    path.write_text('{"game": 3}')
    with pytest.raises(DataError, match=r"map\.json"):
        read_map(path)
