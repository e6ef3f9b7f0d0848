"""The table's own link and the firmware that ships, on a pseudo-terminal: pulled out, reset, spoken to in real time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.outcome import MachineError
from companion.cli.sensors import tell_diodes
from companion.sensors.learning import keep_lamps
from companion.sensors.lesson import Lesson
from firmware_bridge.felt import Felt
from firmware_bridge.lamps import lamps_of
from firmware_bridge.link import LIVE
from firmware_bridge.messages import Ack, Capability, Get, Key, Set, Value
from firmware_bridge.wire import cell_list
from tests.hil.conftest import BoardMaker
from tests.hil.linked import LinkedBoard
from tests.waiting import eventually


@pytest.fixture
def linked(new_board: BoardMaker, tmp_path: Path) -> Iterator[LinkedBoard]:
    one = LinkedBoard(new_board("uno-matrix"), tmp_path)
    yield one
    one.close()


def test_the_table_meets_the_board_and_feels_what_is_put_on_it(linked: LinkedBoard) -> None:
    assert linked.link.hello is not None
    assert linked.link.hello.chip == "atmega328p matrix"
    assert Capability.BUZZER in linked.link.hello.capabilities
    for cells in ({5}, {5, 9, 60}, {9, 60}, set[int]()):
        linked.lay(cells)
        linked.is_felt()


def test_a_plug_pulled_at_any_moment_costs_no_change(linked: LinkedBoard) -> None:
    luck = random.Random(4)
    for _ in range(4):
        linked.lay(set(luck.sample(range(64), luck.randrange(30))))
        linked.board.run(ms=luck.uniform(0, 30))
        linked.board.pull()
        linked.ear.wait(lambda: linked.ear.felt is None)
        linked.lay(set(luck.sample(range(64), luck.randrange(30))))
        linked.board.plug(linked.path)
        linked.is_felt()
        assert linked.link.status == LIVE


def test_firmware_that_starts_anew_in_the_middle_of_a_game_is_followed_on(linked: LinkedBoard) -> None:
    assert linked.link.hello is not None
    boot = linked.link.hello.boot
    linked.lay({1, 2, 3})
    linked.is_felt()
    linked.board.reset()
    linked.lay({1, 3, 40})
    linked.is_felt()
    eventually(lambda: linked.link.hello is not None and linked.link.hello.boot == boot + 1)


def test_lights_shine_again_after_the_plug_was_out(linked: LinkedBoard) -> None:
    rgb = bytes((10, 20, 30)) * 96
    linked.link.show(rgb)
    eventually(lambda: b"".join(linked.board.strip().rgb) == rgb)
    linked.board.pull()
    linked.board.plug(linked.path)
    linked.ear.wait(lambda: linked.link.status == LIVE)
    eventually(lambda: b"".join(linked.board.strip().rgb) == rgb)


def test_a_board_is_told_whether_its_switches_have_diodes(
    linked: LinkedBoard, new_board: BoardMaker, tmp_path: Path
) -> None:
    for diodes in (False, True):
        tell_diodes(linked.link, diodes)
        assert linked.link.ask(Get(Key.MATRIX)) == Value(Key.MATRIX, bytes((diodes,)))
    (tmp_path / "chain").mkdir()
    chain = LinkedBoard(new_board("uno-chain"), tmp_path / "chain")
    with pytest.raises(MachineError):
        tell_diodes(chain.link, True)
    chain.close()


def test_a_long_map_is_kept_though_writing_it_takes_longer_than_a_question_waits(
    new_board: BoardMaker, tmp_path: Path
) -> None:
    linked = LinkedBoard(new_board("mega-chain"), tmp_path)
    cells = tuple(range(117, -1, -1))
    assert linked.link.ask(Set(Key.MAP, cell_list(0, cells))) == Ack()
    answer = linked.link.ask(Get(Key.MAP, b"\0\0"))
    assert isinstance(answer, Value)
    assert answer.value == cell_list(0, cells[:100])
    linked.close()


@pytest.mark.parametrize(("name", "far"), [("uno-matrix", 63), ("uno-chain", 127), ("mega-matrix", 255)])
def test_every_board_keeps_which_light_shines_under_which_cell(
    new_board: BoardMaker, tmp_path: Path, name: str, far: int
) -> None:
    linked = LinkedBoard(new_board(name), tmp_path)
    hello = linked.link.hello
    assert hello is not None
    last = hello.lights - 1
    lesson = Lesson("lights", ("0", "1", str(last)), Felt())
    for number, cell in enumerate((7, far, 3), 1):
        lesson.feel(Felt(number, frozenset({cell})))
    taught = {7: 0, far: 1, 3: last}
    assert keep_lamps(linked.link, lesson, hello) == taught
    linked.board.cut_power()
    eventually(lambda: linked.link.hello is not None and linked.link.hello.boot != hello.boot)
    assert lamps_of(linked.link, hello) == taught
    linked.close()
