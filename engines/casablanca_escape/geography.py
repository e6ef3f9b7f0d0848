"""The map as the rules see it: continents, kinds of hexes, lines, safe places, ports, friends and landing hexes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from engines.boards.hex import HexBoard, column_row
from engines.boards.loader import load_board
from engines.casablanca_escape.cards import DATA, PlaceSet, red_file
from engines.data import DataError
from engines.physical import Cell

LineKind: TypeAlias = Literal["river", "rail"]
HexKind: TypeAlias = Literal["river", "rail", "line", "city", "town", "country"]
"""Kinds of hexes in Europe that a movement card tells apart; ``line`` is river and rail both."""

BOARD_FILE = DATA / "board.toml"
YELLOW_TERRAIN = frozenset({"yellow", "african_town", "casablanca"})
CITY_TERRAIN = frozenset({"city", "port"})


class Geography:
    """What the rules ask of one board; everything is looked up, nothing searched, once it is made."""

    def __init__(self, board: HexBoard) -> None:
        self.board = board
        self._names = {cell: board.name(cell) for cell in board.cells}
        self.europe: frozenset[Cell] = board.zones["Europe"]
        self.africa: frozenset[Cell] = board.zones["Africa"]
        self.land = self.europe | self.africa
        self.ashore: Mapping[Cell, tuple[Cell, ...]] = {
            cell: tuple(near for near in board.neighbours(cell) if near in self.land) for cell in sorted(self.land)
        }
        self.kind: Mapping[Cell, HexKind] = {cell: self._kind(cell) for cell in sorted(self.europe)}
        self.yellow = frozenset(cell for cell in self.africa if board.terrain(cell) in YELLOW_TERRAIN)
        self.ochre = self.africa - self.yellow
        self.africa_towns = frozenset(cell for cell in self.africa if board.terrain(cell) == "african_town")
        self.safe = board.zones_of("safe")
        self.sahara = board.zones["Sahara"]
        self.munich = board.named("Munich")
        self.casablanca = board.named("Casablanca")
        self.starts = tuple(board.featured("start", str(number)) for number in range(1, 9))
        self.landing = tuple(board.featured("landing", str(face)) for face in range(1, 7))
        self.fare: Mapping[Cell, int] = {cell: int(price) for cell, price in board.features["price"].items()}
        self.friends: Mapping[Cell, str] = dict(board.features["friend"])
        self.friend_cells = tuple(self.friends)
        self.friend_cards = tuple(int(board.features["cards"][cell]) for cell in self.friend_cells)
        self.from_yellow = self._steps_from_yellow()
        self.left_to_casablanca: Mapping[Cell, int] = {
            cell: board.distance(cell, self.casablanca) for cell in self.land
        }

    def _kind(self, cell: Cell) -> HexKind:
        terrain = self.board.terrain(cell)
        if terrain in CITY_TERRAIN:
            return "city"
        if terrain == "town":
            return "town"
        rail, river = self.board.on_line("rail", cell), self.board.on_line("river", cell)
        if rail and river:
            return "line"
        return "rail" if rail else "river" if river else "country"

    def _steps_from_yellow(self) -> Mapping[Cell, int]:
        """Steps over African land from each hex of Africa to the nearest yellow one from which yellow leads on.

        An oasis with nothing but ochre around it is no way out for who walks.
        """
        leads_on = (cell for cell in sorted(self.yellow) if any(near in self.yellow for near in self.ashore[cell]))
        steps = dict.fromkeys(leads_on, 0)
        edge = list(steps)
        for far in range(1, len(self.africa)):
            edge = sorted({near for cell in edge for near in self.ashore[cell] if near not in steps})
            steps |= dict.fromkeys(edge, far)
        return steps

    def name(self, cell: Cell | None) -> str:
        """The printed name of `cell`, or its id; what is no cell at all comes back as it is."""
        return "–" if cell is None else self._names.get(cell, cell)

    def cells_of(self, places: PlaceSet, others: Mapping[str, PlaceSet]) -> frozenset[Cell]:
        """The land hexes that `places` describes; `others` are the sets that it may refer to by name."""
        cells = self.land
        if places.terrain:
            cells = frozenset(cell for cell in cells if self.board.terrain(cell) in places.terrain)
        if places.cells:
            cells &= frozenset(self._named(name) for name in places.cells)
        if places.zone:
            cells &= self.board.zones[places.zone]
        if places.line == "none":
            cells = frozenset(cell for cell in cells if self.kind.get(cell) == "country")
        elif places.line:
            cells = frozenset(cell for cell in cells if self.board.on_line(places.line, cell))
        for limits, axis in ((places.columns, 0), (places.rows, 1)):
            if limits:
                cells = frozenset(cell for cell in cells if limits[0] <= column_row(cell)[axis] <= limits[1])
        if places.without:
            cells -= self.cells_of(others[places.without], others)
        return cells

    def _named(self, name: str) -> Cell:
        try:
            return self.board.named(name)
        except KeyError as error:
            raise DataError(DATA / "red.toml", "places", f"no place on the board is called {name!r}") from error


@cache
def board_on(sheet: str) -> HexBoard:
    """The board laid out on `sheet` (``A0`` or ``A1``)."""
    return load_board(BOARD_FILE, sheet)


MAP = Geography(board_on("A0"))
"""The map that is played on; all sheets show the same one."""

PLACES: Mapping[str, frozenset[Cell]] = {
    name: MAP.cells_of(places, red_file().places) for name, places in red_file().places.items()
}
"""The sets of hexes that events name."""
