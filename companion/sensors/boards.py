"""The sensor boards of an evening: links, what is felt through them, and lights; started and ended as one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

import msgspec

from companion.moment import Moment
from companion.reconcile import Situation
from companion.sensors.cell_map import CellMap, map_path, read_map
from companion.sensors.fingers import Known
from companion.sensors.herald import Herald
from companion.sensors.light_picture import LightPicture
from companion.sensors.sensing import Feeling, Sensing
from companion.sensors.specs import VIRTUAL_BOARD, open_link, shown
from companion.sensors.virtual_fingers import MODEL
from engines.boards.board import Board
from engines.data import DataError
from engines.physical import Cell
from firmware_bridge.home_assistant import announcements
from firmware_bridge.lamps import Lamps
from firmware_bridge.link import Link
from firmware_bridge.virtual_port import VirtualPort

log = logging.getLogger(__name__)


class FeltTable(Protocol):
    """As much of the table as sensor boards need; `changed` is notified after every change of `moment`."""

    changed: threading.Condition

    @property
    def moment(self) -> Moment: ...

    def situation(self) -> Situation: ...


class TableGround:
    """A `companion.sensors.sensing.Ground` for a table."""

    def __init__(self, table: FeltTable) -> None:
        self._table = table

    def board(self) -> Board:
        """The board that is played on."""
        return self._table.moment.board

    def known(self) -> Known | None:
        """What the table knows of the pieces; None while no game is on."""
        moment = self._table.moment
        if moment.journal is None or moment.phase not in ("setup", "playing", "over"):
            return None
        situation = self._table.situation()
        wanted = situation.game.placement(situation.state)
        return Known(wanted, situation.lying, moment.game.supply(moment.row.options, moment.row.seats))

    def mark(self) -> object:
        """Another value after every change."""
        return self._table.moment.generation


class BoardState(msgspec.Struct, frozen=True):
    """How a sensor board fares, for the host's page and the doctor. `unlearnt`: nobody told where its houses are."""

    spec: str
    status: str
    detail: str
    name: str = ""
    unlearnt: bool = False


class Boards:
    """Every sensor board of a table. `receiver` answers who is told what the board of that `--eye` feels."""

    def __init__(
        self,
        specs: Sequence[str],
        table: FeltTable,
        receiver: Callable[[str], Feeling],
        data: Path,
        *,
        buzzer: bool = True,
        links: Callable[[str], Link] = open_link,
    ) -> None:
        self._table, self._data = table, data
        self.virtual = VirtualPort(MODEL) if VIRTUAL_BOARD in specs else None
        self._sensings: dict[str, Sensing] = {}
        self._lamps: dict[str, Lamps] = {}
        self._telling: list[Lamps | Herald] = []
        ground = TableGround(table)
        for spec in specs:
            # serial ports and brokers take memory that only a table with boards needs
            from firmware_bridge.mqtt_link import MqttLink
            from firmware_bridge.serial_link import SerialLink

            virtual = self.virtual if spec == VIRTUAL_BOARD else None
            link: Link = SerialLink(virtual.path) if virtual else links(spec)
            places = self._virtual_map if virtual else self._kept_map
            sensing = Sensing(link, ground, receiver(spec), places)
            self._sensings[spec] = sensing
            picture = LightPicture(self._moment, partial(_cells, sensing), buzzer=buzzer)
            self._lamps[spec] = Lamps(link, picture, changed=_Changes(table))
            self._telling.append(self._lamps[spec])
            if isinstance(link, MqttLink):
                announced = announcements(link.prefix, link.name) if link.discovery else {}
                self._telling.append(Herald(table, link, announced))

    def start(self) -> None:
        """Begins to feel and to shine."""
        for sensing in self._sensings.values():
            sensing.start()
        for thread in self._telling:
            thread.start()

    def close(self) -> None:
        """Ends lights, links and the virtual board, in this order."""
        for thread in self._telling:
            thread.close()
        for sensing in self._sensings.values():
            sensing.close()
        if self.virtual is not None:
            self.virtual.close()

    def states(self) -> tuple[BoardState, ...]:
        """How each board fares."""
        found = []
        for spec, sensing in self._sensings.items():
            link, hello = sensing.link, sensing.link.hello
            unlearnt = hello is not None and link.status == "live" and sensing.map is None
            found.append(BoardState(shown(spec), link.status, link.detail, hello.name if hello else "", unlearnt))
        return tuple(found)

    @property
    def taught(self) -> tuple[tuple[Sensing, Lamps], ...]:
        """What feels and what shines of each board, in the order of `states`."""
        return tuple((sensing, self._lamps[spec]) for spec, sensing in self._sensings.items())

    def virtual_cells(self) -> Mapping[Cell, int]:
        """Cell numbers of the virtual board by place."""
        moment = self._table.moment
        return CellMap.natural(moment.game.id, moment.board, MODEL.uid).cells

    def _moment(self) -> Moment:
        return self._table.moment

    def _virtual_map(self, board: Board, uid: bytes) -> CellMap:
        return self._kept_map(board, uid) or CellMap.natural(self._table.moment.game.id, board, uid)

    def _kept_map(self, board: Board, uid: bytes) -> CellMap | None:
        try:
            return read_map(map_path(self._data, self._table.moment.game.id, board, uid))
        except DataError as error:
            log.warning("%s; the sensor board is to be taught again", error)
            return None


class _Changes:
    """Waits for the table to change since it was waited for last."""

    def __init__(self, table: FeltTable) -> None:
        self._table, self._generation = table, -1

    def __call__(self, most_s: float) -> None:
        with self._table.changed:
            self._table.changed.wait_for(lambda: self._table.moment.generation != self._generation, most_s)
            self._generation = self._table.moment.generation


def _cells(sensing: Sensing) -> Mapping[Cell, int]:
    known = sensing.map
    return known.cells if known is not None else {}
