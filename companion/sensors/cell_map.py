"""Which house each cell of a sensor board lies under, and which piece bears which tag; learnt once, kept in a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.sensors.fingers import Touch
from engines.boards.board import Board
from engines.data import DataError
from engines.physical import Cell, Contents, Look
from firmware_bridge.felt import Felt
from vision.whole_file import write_whole

FOLDER = "sensors"


class CellMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Places by cell number; looks by tag (hexadecimal); `readers` are cells that read tags instead of feeling."""

    game: str
    board: str
    """The board's edition."""
    uid: str
    """The sensor board's identity, hexadecimal."""
    places: Mapping[int, Cell] = {}
    tags: Mapping[str, Look] = {}
    readers: frozenset[int] = frozenset()

    @classmethod
    def natural(cls, game: str, board: Board, uid: bytes) -> CellMap:
        """Cell 0 under the first place by name, cell 1 under the second, and so on: the virtual board is built so."""
        return cls(game, board.edition, uid.hex(), dict(enumerate(sorted(board.places))))

    @property
    def cells(self) -> dict[Cell, int]:
        """Cell numbers by place."""
        return {place: cell for cell, place in self.places.items()}

    def touch(self, felt: Felt) -> Touch:
        """What is felt, by places; cells that lie under no house are left aside.

        A reader knows who lies there; tags that nobody named tell no more than a closed switch.
        """
        named = {self.places[cell]: self._named(felt, cell) for cell in self.readers if cell in self.places}
        strange = {self.places[cell] for cell in felt.tags if cell in self.places} - {
            place for place, contents in named.items() if contents
        }
        taken = {self.places[cell] for cell in felt.taken if cell in self.places} - named.keys()
        return Touch(
            frozenset(taken | strange),
            frozenset(self.places[cell] for cell in felt.doubtful if cell in self.places),
            {place: contents for place, contents in named.items() if place not in strange},
        )

    def _named(self, felt: Felt, cell: int) -> Contents:
        tags = (tag.hex() for tag in felt.tags.get(cell, ()))
        return tuple(sorted(self.tags[tag] for tag in tags if tag in self.tags))


def map_path(data: Path, game: str, board: Board, uid: bytes) -> Path:
    """Where the map of a sensor board for a game's board is kept."""
    return data / FOLDER / f"{game}-{board.edition}-{uid.hex()}.json"


def read_map(path: Path) -> CellMap | None:
    """The map in a file; None where there is none. Raises `DataError` naming what is wrong with one that is damaged."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=CellMap)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, OSError) as error:
        raise DataError(path, "", str(error)) from error


def write_map(path: Path, kept: CellMap) -> None:
    """Keeps a map; raises `OSError` where it cannot be written."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(kept)))
