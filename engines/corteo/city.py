"""The city as the rules see it: where each kind of unit may step and at what cost, what it controls, lines of throw.

Costs are counted in half points of speed, so that avenues cost 1 and streets 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeAlias

from engines.boards.hex import DIRECTIONS, HexBoard, column_row
from engines.boards.loader import load_board
from engines.corteo.roster import DATA, Mobility, Side
from engines.data import DataError
from engines.physical import Cell

BOARD_FILE = DATA / "board.toml"

Steps: TypeAlias = Mapping[Cell, tuple[tuple[Cell, int], ...]]
"""Cell → cells that one step leads to, with its cost in half points."""

HALF = 1
WHOLE = 2
UPHILL = 4

SOLID = frozenset({"block", "river", "prison"})
CLOSED_TO: Mapping[Mobility, frozenset[str]] = {
    "march": SOLID | {"barracks"},
    "foot": SOLID | {"barracks", "popular", "metro", "crowded"},
    "motor": SOLID | {"barracks", "popular", "metro", "crowded", "garden", "stairs", "objective"},
    "civilian": SOLID | {"popular", "crowded"},
}
"""Terrain that nobody of that mobility steps on (§4c, §6d, §1d); police enter barracks only when they are put there."""

UNCONTROLLED = SOLID | {"stairs"}
"""Terrain into which nobody's zone of control reaches (§2)."""
UNCONTROLLED_BY: Mapping[Side, frozenset[str]] = {
    "march": UNCONTROLLED | {"barracks"},
    "power": UNCONTROLLED | {"metro"},
}

STOPS_THROWS = frozenset(
    {"garden", "block", "popular", "river", "crowded", "objective", "metro", "barracks", "prison"}
)  # fmt: skip
"""Terrain between thrower and target that stops a throw (§7f); a slope does when it is thrown uphill."""

NORTH = frozenset({(1, -1), (0, -1)})
"""Axial steps that lead uphill on a slope; their opposites lead down."""

LONGEST_THROW = 4

NO_BARRICADE: Mapping[bool, frozenset[str]] = {
    False: SOLID | {"barracks"},
    True: SOLID | {"barracks", "objective", "crowded", "stairs", "garden"},
}
"""Terrain where no barricade is put up, in the base and in the advanced game (§5d)."""


class City:
    """What the rules ask of one board; everything is looked up once it is made."""

    def __init__(self, board: HexBoard) -> None:
        self.board = board
        self.terrain: Mapping[Cell, str] = {cell: board.terrain(cell) for cell in sorted(board.cells)}
        self.walls = frozenset(frozenset(pair) for pair in board.chart.sides.get("wall", ()))
        self.near: Mapping[Cell, tuple[Cell, ...]] = {
            cell: tuple(near for near in board.neighbours(cell) if frozenset((cell, near)) not in self.walls)
            for cell in self.terrain
        }
        self.axial = {cell: _axial(cell) for cell in self.terrain}
        self.metro = self._of("metro")
        self.objectives: Mapping[Cell, str] = {
            cell: zone.id for zone in board.chart.zones if zone.kind == "objective" for cell in sorted(zone.cells)
        }
        self.category: Mapping[Cell, str] = dict(board.features["sign"])
        self.value: Mapping[Cell, int] = {cell: int(value) for cell, value in board.features["value"].items()}
        if lost := self.objectives.keys() ^ self.value.keys():
            raise DataError(BOARD_FILE, "features.value", f"{min(lost)} is worth something or an objective, not both")
        self.barracks: Mapping[Cell, str] = {
            cell: zone.id.removeprefix("barracks-")
            for zone in board.chart.zones
            if zone.kind == "barracks"
            for cell in sorted(zone.cells)
        }
        self.exits: Mapping[Cell, str] = dict(board.features["exit"])
        self.border: Mapping[Cell, str] = dict(board.features["border"])
        self.start = frozenset(board.zones["mento"])
        self.prison: tuple[Cell, ...] = tuple(sorted(board.zones["prison"]))
        self.steps: Mapping[Mobility, Steps] = {mobility: self._steps(mobility) for mobility in CLOSED_TO}
        self.onto: Mapping[Mobility, frozenset[Cell]] = {
            mobility: frozenset(cell for cell, kind in self.terrain.items() if kind not in closed)
            for mobility, closed in CLOSED_TO.items()
        }
        self.retreats: Mapping[Mobility, Mapping[Cell, tuple[Cell, ...]]] = {
            mobility: {
                cell: tuple(near for near, _ in steps if near in self.near[cell]) for cell, steps in table.items()
            }
            for mobility, table in self.steps.items()
        }
        self.zone: Mapping[Side, Mapping[Cell, tuple[Cell, ...]]] = {
            side: {cell: self._controls(side, cell) for cell in self.terrain} for side in UNCONTROLLED_BY
        }
        self.throws: Mapping[Cell, Mapping[Cell, int]] = {
            cell: self._throw_lines(cell) for cell, kind in self.terrain.items() if kind not in SOLID
        }
        self._names = self._place_names()

    def _of(self, terrain: str) -> frozenset[Cell]:
        return frozenset(cell for cell, kind in self.terrain.items() if kind == terrain)

    def _steps(self, mobility: Mobility) -> Steps:
        closed = CLOSED_TO[mobility]
        steps: dict[Cell, tuple[tuple[Cell, int], ...]] = {}
        for cell, kind in self.terrain.items():
            if mobility == "civilian":
                steps[cell] = self._civilian_steps(cell)
            elif kind == "barracks" and mobility != "march":
                number = self.barracks[cell]
                exits = (to for to, at in self.exits.items() if at == number)
                steps[cell] = tuple((to, WHOLE) for to in exits if self.terrain[to] not in closed)
            elif kind not in closed:
                near = (to for to in self.near[cell] if self.terrain[to] not in closed)
                steps[cell] = tuple((to, self.cost(cell, to)) for to in near)
        return steps

    def _civilian_steps(self, cell: Cell) -> tuple[tuple[Cell, int], ...]:
        """Steps of reactionaries: as police on foot, into the metro and, by its exits, into barracks to stay."""
        closed = CLOSED_TO["civilian"]
        if self.terrain[cell] in closed | {"barracks"}:
            return ()
        near = (to for to in self.near[cell] if self.terrain[to] not in closed | {"barracks"})
        inside = (to for to, number in self.barracks.items() if number == self.exits.get(cell))
        return (*((to, self.cost(cell, to)) for to in near), *((to, WHOLE) for to in inside))

    def cost(self, here: Cell, to: Cell) -> int:
        """Half points that the step from `here` to its neighbour `to` costs (§4c)."""
        kind = self.terrain[to]
        if kind == "avenue":
            return HALF
        if kind != "slope":
            return WHOLE
        direction = self.direction(here, to)
        if direction in NORTH:
            return UPHILL
        return HALF if (-direction[0], -direction[1]) in NORTH else WHOLE

    def entry(self, cell: Cell) -> int:
        """Half points for coming onto `cell` from nowhere on the map: out of the metro or over the border."""
        return HALF if self.terrain[cell] == "avenue" else WHOLE

    def direction(self, here: Cell, to: Cell) -> tuple[int, int]:
        """The axial step from `here` to its neighbour `to`."""
        (q, r), (q2, r2) = self.axial[here], self.axial[to]
        return q2 - q, r2 - r

    def higher(self, one: Cell, other: Cell) -> bool:
        """Whether `one` lies above its neighbour `other`: a slope is between them (§8c)."""
        if self.terrain[other] == "slope" and self.direction(other, one) in NORTH:
            return True
        return self.terrain[one] == "slope" and self.direction(other, one) in NORTH

    def _controls(self, side: Side, cell: Cell) -> tuple[Cell, ...]:
        if self.terrain[cell] in UNCONTROLLED:
            return ()
        return tuple(near for near in self.near[cell] if self.terrain[near] not in UNCONTROLLED_BY[side])

    def _throw_lines(self, start: Cell) -> Mapping[Cell, int]:
        """Targets in the six directions that terrain and walls leave open, with their distance."""
        lines: dict[Cell, int] = {}
        for direction in DIRECTIONS:
            here = start
            for distance in range(1, LONGEST_THROW + 1):
                ahead = next((to for to in self.near[here] if self.direction(here, to) == direction), None)
                if ahead is None:
                    break
                kind = self.terrain[ahead]
                if kind not in SOLID:
                    lines[ahead] = distance
                if kind in STOPS_THROWS or (kind == "slope" and direction in NORTH):
                    break
                here = ahead
        return lines

    def _place_names(self) -> Mapping[str, Mapping[Cell, str]]:
        names: dict[str, dict[Cell, str]] = {"en": {}, "it": {}, "de": {}}
        for lang, table in names.items():
            for line in self.board.chart.lines:
                table.update((cell, line.names.get(lang, line.names["en"])) for cell in line.cells)
            for zone in self.board.chart.zones:
                if zone.kind != "stop":
                    table.update((cell, zone.names.get(lang, zone.names["en"])) for cell in zone.cells)
        return names

    def name(self, cell: Cell, lang: str = "en") -> str:
        """Street or building and the number of the hex; the number alone where nothing has a name."""
        named = self._names.get(lang, self._names["en"]).get(cell)
        return f"{named} ({cell})" if named else cell

    def streets(self, cell: Cell) -> Mapping[str, str]:
        """The street or building that `cell` belongs to in each language, its number where nothing has a name."""
        return {lang: table.get(cell, cell) for lang, table in self._names.items()}

    def cells_near(self, cells: Iterable[Cell], most: int) -> frozenset[Cell]:
        """Cells at most `most` hexes from one of `cells`, terrain left aside."""
        reached = frozenset(cells)
        for _ in range(most):
            reached |= {near for cell in reached for near in self.board.neighbours(cell)}
        return reached


def _axial(cell: Cell) -> tuple[int, int]:
    column, row = column_row(cell)
    return column - row // 2, row


@cache
def board_on(sheet: str) -> HexBoard:
    """The board laid out on `sheet`."""
    return load_board(BOARD_FILE, sheet)


CITY = City(board_on("100x70"))
"""The city that is played in; all sheets show the same one."""

BARRACKS_CELLS: tuple[Cell, ...] = tuple(sorted(CITY.barracks))
START_CELLS: tuple[Cell, ...] = tuple(sorted(CITY.start))
NEAR_WARDENS = 7
"""Hexes from a metro, barracks or objective within which traffic wardens begin (§5)."""

WARDEN_CELLS: tuple[Cell, ...] = tuple(
    sorted(
        CITY.cells_near((*CITY.metro, *CITY.barracks, *CITY.objectives), NEAR_WARDENS) & CITY.onto["foot"] - CITY.start
    )
)
