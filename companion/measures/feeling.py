"""How soon a sensor board is felt, lit and found again; on the simulated board, or on any other that can be pressed."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from companion.measures.sample import Summary, rates, seconds, summary
from companion.sensors.boards import Boards
from companion.sensors.cell_map import CellMap, map_path, write_map
from companion.sensors.virtual_fingers import MODEL
from companion.service import Service
from companion.store import Store
from companion.table import Table
from engines import registry
from firmware_bridge.framing import Unframer, framed
from firmware_bridge.link import LIVE, Link, Sensed
from firmware_bridge.messages import Event, Kind
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.virtual_port import VirtualPort
from firmware_bridge.wire import message_of, payload

GAME = "casablanca_agents"
PATIENCE_S = 30.0
FRAMES = 4000
"""Frames that are parsed in one sample."""
PIECES = 1500
"""Bytes that are parsed at once: what a line brings in 0.13 s."""


class Pressable(Protocol):
    """A sensor board whose switches can be closed from here."""

    @property
    def path(self) -> str: ...

    def put(self, cell: int) -> None: ...

    def lift(self, cell: int) -> None: ...

    def is_lit(self, cell: int) -> bool: ...

    def unplug(self) -> None: ...

    def plug(self) -> None: ...


class SimulatedPressable(VirtualPort):
    """The simulated board, whose lights can be looked at."""

    def is_lit(self, cell: int) -> bool:
        """Whether the light under `cell` shines."""
        return any(self.board.shown[3 * cell : 3 * cell + 3])


def measure_feeling(samples: int) -> dict[str, Summary]:
    """The simulated board, and frames/s that the parser takes."""
    port = SimulatedPressable(MODEL)
    try:
        return measure_board("simulated_board", port, samples) | {"frames_parsed": _frames_parsed(samples)}
    finally:
        port.close()


def measure_board(name: str, board: Pressable, samples: int) -> dict[str, Summary]:
    """ms from a switch to what the link tells, ms from a lift to the light under it, s from plugging in to live."""
    return {
        f"{name}_switch_to_reading": summary(_readings(board, 3 * samples), "ms", "p95 <= 50"),
        f"{name}_replug_to_live": summary(_replugs(board, max(2, samples // 3)), "s", "< 3"),
        f"{name}_lift_to_light": summary(_lights(board, samples), "ms", "p95 <= 60"),
    }


def _frames_parsed(samples: int) -> Summary:
    frames = b"".join(framed(payload(Event(n, 17 * n, n % 90, Kind.TAKEN))) for n in range(FRAMES))

    def parse() -> None:
        unframer = Unframer()
        for at in range(0, len(frames), PIECES):
            for data in unframer.feed(frames[at : at + PIECES]).payloads:
                message_of(data)

    return rates([FRAMES / seconds(parse) for _ in range(samples)], "1/s")


class _Listening:
    """What a link told last, and waiting for it."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self._told: Sensed | None = None
        self._news = threading.Condition()
        link.start(self._take)

    def _take(self, sensed: Sensed) -> None:
        with self._news:
            self._told = sensed
            self._news.notify_all()

    def wait(self, holds: Callable[[Sensed], bool]) -> None:
        """Waits until what was told last holds."""
        with self._news:
            if not self._news.wait_for(lambda: self._told is not None and holds(self._told), PATIENCE_S):
                raise TimeoutError(f"the board told nothing of the kind within {PATIENCE_S:g} s: {self._told}")

    def wait_for_cells(self, cells: set[int]) -> None:
        """Waits until exactly `cells` are taken."""
        self.wait(lambda told: told.felt is not None and told.felt.taken == cells)


def _readings(board: Pressable, samples: int) -> list[float]:
    """ms from closing a switch until the link has told of it."""
    listening = _Listening(SerialLink(board.path))
    listening.wait(lambda told: told.felt is not None)
    found = []
    for number in range(samples):
        cell = number * 7 % 25
        began = time.perf_counter()
        board.put(cell)
        listening.wait_for_cells({cell})
        found.append((time.perf_counter() - began) * 1e3)
        board.lift(cell)
        listening.wait_for_cells(set())
    listening.link.close()
    return found


def _replugs(board: Pressable, samples: int) -> list[float]:
    """s from plugging in until what lies on the board is known."""
    listening = _Listening(SerialLink(board.path))
    listening.wait(lambda told: told.felt is not None)
    found = []
    for _ in range(samples):
        board.unplug()
        listening.wait(lambda told: told.felt is None)
        began = time.perf_counter()
        board.plug()
        listening.wait(lambda told: told.felt is not None)
        found.append(time.perf_counter() - began)
    listening.link.close()
    return found


def _lights(board: Pressable, samples: int) -> list[float]:
    """ms from lifting a piece until the light under it shines, through the whole table."""
    game = registry.find(GAME)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        store = Store.open(data / "bench.db")
        table = Table.open(store, game, {}, clock=time.time)
        service = Service(table)
        for seat in ("red", "blue", "green"):
            service.claim(seat, seat, f"share of {seat}", "en")
        service.begin("en")
        service.begin("en")
        cells = _teach(board, table, data)
        boards = Boards([f"serial:{board.path}"], table, lambda spec: table, data, buzzer=False)
        lying = [place for place, looks in table.moment.placement.items() if len(looks) == 1 and place in cells]
        for place, looks in table.moment.placement.items():
            if looks and place in cells:
                board.put(cells[place])
        boards.start()
        try:
            _until(lambda: all(state.status == LIVE for state in boards.states()))
            return [_lift_to_light(board, cells[lying[number % len(lying)]]) for number in range(samples)]
        finally:
            boards.close()
            store.close()


def _teach(board: Pressable, table: Table, data: Path) -> dict[str, int]:
    """Keeps the natural map for this board; cell numbers by place."""
    listening = _Listening(SerialLink(board.path))
    listening.wait(lambda told: told.felt is not None)
    hello = listening.link.hello
    listening.link.close()
    assert hello is not None
    on = table.moment.board
    kept = CellMap.natural(GAME, on, hello.uid)
    write_map(map_path(data, GAME, on, hello.uid), kept)
    return kept.cells


def _lift_to_light(board: Pressable, cell: int) -> float:
    _until(lambda: not board.is_lit(cell))
    began = time.perf_counter()
    board.lift(cell)
    _until(lambda: board.is_lit(cell))
    found = (time.perf_counter() - began) * 1e3
    board.put(cell)
    return found


def _until(holds: Callable[[], bool]) -> None:
    until = time.perf_counter() + PATIENCE_S
    while not holds():
        if time.perf_counter() > until:
            raise TimeoutError(f"it did not come to that within {PATIENCE_S:g} s")
        time.sleep(0.001)
