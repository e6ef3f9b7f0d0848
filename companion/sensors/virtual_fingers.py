"""The virtual table's pieces pressed onto the switches of a virtual sensor board, whose faults join the camera's."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from companion.until_closed import UntilClosed
from engines.physical import Cell
from firmware_bridge.lamps import BRIGHTNESS
from firmware_bridge.simulated import Model
from firmware_bridge.virtual_port import FAULTS, VirtualPort

EVERY_S = 0.5
"""s between two looks at what lies on the table without anybody having told: another game was laid out."""
MODEL = Model(cells=2048, lights=128, columns=32)
"""Enough switches for every board there is, and lights for those that would be built."""
PREFIX = "board_"
"""Before the names of the sensor board's faults, among those of the camera."""

log = logging.getLogger(__name__)


class Top(Protocol):
    """A virtual table's top, as `web.service.VirtualTop`, and what lies where on it."""

    @property
    def bounds_mm(self) -> tuple[float, float, float, float]: ...

    def pieces(self) -> Sequence[Mapping[str, Any]]: ...

    def move(self, piece: str, x_mm: float, y_mm: float) -> None: ...

    def flip(self, piece: str) -> None: ...

    def set_fault(self, name: str, level: float) -> None: ...

    def faults(self) -> Mapping[str, float]: ...

    def lay_out(self, placement: Mapping[str, Sequence[str]]) -> None: ...

    def placement(self) -> Mapping[Cell, tuple[str, ...]]: ...


class VirtualFingers(UntilClosed):
    """A `web.service.VirtualTop` whose pieces have magnets. `cells` answers the cell numbers by place.

    With `seen` the table's camera looks too, and its faults can be set beside those of the board.
    """

    def __init__(self, top: Top, port: VirtualPort, cells: Callable[[], Mapping[Cell, int]], seen: bool) -> None:
        super().__init__("virtual fingers")
        self._top, self._port, self._cells, self._seen = top, port, cells, seen

    def lights(self) -> dict[Cell, tuple[int, int, int]]:
        """As `web.sensors_service.LitTop.lights`: the lights under places, one beside each switch."""
        shown = self._port.board.shown
        lit: dict[Cell, tuple[int, int, int]] = {}
        for place, cell in self._cells().items():
            red, green, blue = shown[3 * cell : 3 * cell + 3] or bytes(3)
            if red or green or blue:
                lit[place] = _beside_brightest(red), _beside_brightest(green), _beside_brightest(blue)
        return lit

    @property
    def port(self) -> VirtualPort:
        """The virtual sensor board."""
        return self._port

    @property
    def bounds_mm(self) -> tuple[float, float, float, float]:
        """As `VirtualTop.bounds_mm`."""
        return self._top.bounds_mm

    def pieces(self) -> Sequence[Mapping[str, Any]]:
        """As `VirtualTop.pieces`."""
        return self._top.pieces()

    def move(self, piece: str, x_mm: float, y_mm: float) -> None:
        """As `VirtualTop.move`."""
        self._top.move(piece, x_mm, y_mm)
        self._press()

    def flip(self, piece: str) -> None:
        """As `VirtualTop.flip`."""
        self._top.flip(piece)

    def lay_out(self, placement: Mapping[str, Sequence[str]]) -> None:
        """As `VirtualTop.lay_out`."""
        self._top.lay_out(placement)
        self._press()

    def set_fault(self, name: str, level: float) -> None:
        """As `VirtualTop.set_fault`, for the camera's faults and the board's."""
        if name.removeprefix(PREFIX) in FAULTS and name.startswith(PREFIX):
            self._port.set_fault(name.removeprefix(PREFIX), level)
        else:
            self._top.set_fault(name, level)

    def faults(self) -> Mapping[str, float]:
        """As `VirtualTop.faults`."""
        board = {PREFIX + name: level for name, level in self._port.faults().items()}
        return {**self._top.faults(), **board} if self._seen else board

    def _press(self) -> None:
        cells = self._cells()
        placement = self._top.placement()
        self._port.lay(frozenset(cells[place] for place, looks in placement.items() if looks and place in cells))

    def _go_on(self) -> None:
        while not self._over.wait(EVERY_S):
            try:
                self._press()
            except RuntimeError as error:  # the table cannot be set up; who opens its page is told why
                log.info("nothing can be pressed: %s", error)


def _beside_brightest(part: int) -> int:
    """A part of a light's colour, 255 being as bright as the table ever asks for."""
    return min(255, round(part / BRIGHTNESS))
