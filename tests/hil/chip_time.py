"""What a board costs in its own time: cycles of the emulated chip and bytes on its line, however busy the machine is.

The table's share, from the event to the picture of the lights, is counted in processor time.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

from companion.measures.sample import Summary, summary
from companion.sensors.cell_map import CellMap
from companion.sensors.light_picture import LightPicture
from engines import registry
from firmware_bridge.conversation import changed_lights
from firmware_bridge.lamps import BRIGHTNESS
from firmware_bridge.lights import frame
from firmware_bridge.messages import Event, Key, LightFlag, Lights, Set
from tests.firmware_bridge.touching import TouchedEvening
from tests.hil.emulated import EmulatedBoard

CYCLES_PER_MS = 16_000
STEP_US = 100
"""How finely the moment is found at which lights shine."""
UNEVEN_MS = 3.0
"""Pins change at any moment of the chip's millisecond, not at its beginning."""
LIT = 9
"""Lights that a lifted piece changes: the house it came from and its neighbours'."""
AGENTS = registry.find("casablanca_agents")


class _Timed:
    """A board and its clock."""

    def __init__(self, board: EmulatedBoard) -> None:
        self.board = board
        board.has_diodes(True)
        board.start()
        if board.columns:
            board.ask(Set(Key.MATRIX, b"\x01"))
        self._luck = random.Random(7)

    def ms(self) -> float:
        return int(self.board.tell("cycle").split()[0]) / CYCLES_PER_MS

    def rest(self) -> None:
        """Lets what was done end, and some time more."""
        self.board.run(ms=30 + UNEVEN_MS * self._luck.random())
        self.board.heard()

    def event_ms(self, cell: int, closed: bool) -> float:
        """From a pin to the last byte of its event on the line."""
        self.rest()
        began = self.ms()
        (self.board.close if closed else self.board.open)(cell)
        while not any(isinstance(message, Event) for message in self.board.heard()):
            self.board.tell("frame 20000")
        return self.ms() - began

    def lights_ms(self) -> float:
        """From the first byte of a picture on the line until its lights shine; as far along the strip as can be."""
        self.rest()
        shown = self.board.pictures()
        began = self.ms()
        rgb = self._luck.randbytes(3 * LIT)
        self.board.put(Lights(LightFlag.SHOW, self.board.lights_count - LIT, rgb))
        while self.board.pictures() == shown:
            self.board.tell(f"run {STEP_US}")
        return self.ms() - began


def table_ms(samples: int) -> list[float]:
    """Processor time of the table from a lifted piece's event to the picture of its lights."""
    with tempfile.TemporaryDirectory() as folder:
        evening = TouchedEvening(Path(folder), ("red", "blue", "green"), AGENTS).begin_touched()
        cells = CellMap.natural(AGENTS.id, evening.table.moment.board, b"").cells
        picture = LightPicture(lambda: evening.table.moment, lambda: cells)
        found = []
        for _ in range(samples):
            began = time.process_time()
            cell = evening.lift("case:black")
            evening.table.observe(evening.fingers.observation(evening.known, evening.clock.t))
            lit = frame(picture.glows(), len(cells), 0.0, BRIGHTNESS)
            changed = changed_lights(bytes(3 * len(cells)), lit)
            found.append((time.process_time() - began) * 1e3)
            assert changed, "the house that the case came from shines"
            evening.put("case:black", cell)
            evening.feel()
    return found


def measure_chip(board: EmulatedBoard, samples: int) -> dict[str, Summary]:
    """ms from a pin to its reading, and from a lift to its light, in the chip's own time."""
    timed = _Timed(board)
    name = f"chip_time_{board.name.replace('-', '_')}"
    readings = []
    for number in range(3 * samples):
        cell = number * 7 % board.inputs
        readings += [timed.event_ms(cell, closed=True), timed.event_ms(cell, closed=False)]
    lifts = readings[1::2]
    ways = zip(lifts, table_ms(samples), (timed.lights_ms() for _ in range(samples)))
    return {
        f"{name}_switch_to_reading": summary(readings, "ms", "p95 <= 50"),
        f"{name}_lift_to_light": summary([sum(way) for way in ways], "ms", "p95 <= 60"),
    }
