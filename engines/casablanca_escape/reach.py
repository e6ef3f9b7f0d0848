"""Where pieces may go: tables of hexes in reach, made once for each starting hex and allowance."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import TypeAlias

from engines.casablanca_escape.actions import MoveFugitive, MoveGestapo
from engines.casablanca_escape.cards import EVENTS, MOVEMENT, SUPPLY
from engines.casablanca_escape.geography import MAP, LineKind
from engines.casablanca_escape.state import State
from engines.physical import Cell

GestapoMoves: TypeAlias = Collection[MoveGestapo]
FugitiveMoves: TypeAlias = Collection[MoveFugitive]
"""Moves in the order of their cells; to ask whether it holds one costs a look-up."""

Steps: TypeAlias = Mapping[Cell, int]

GESTAPO_STEPS = 2
"""Hexes that a Gestapo may move in its turn (rulebook §3)."""

LINES: Mapping[str, tuple[LineKind, ...]] = {"rail": ("rail",), "river": ("river",), "line": ("rail", "river")}
"""Lines that a fugitive may follow by the kind of hex it starts on."""


@cache
def gestapo_reach(start: Cell, steps: int = GESTAPO_STEPS) -> GestapoMoves:
    """Moves of a Gestapo from `start`: at most `steps` hexes over any land, never staying."""
    return dict.fromkeys(MoveGestapo(cell) for cell in sorted(over_land(start, steps)) if cell != start)


@cache
def over_land(start: Cell, steps: int) -> Steps:
    """Hexes within `steps` of `start` over land, with the steps each takes."""
    return MAP.board.within(start, steps, MAP.land.__contains__)


def land_steps(start: Cell, to: Cell) -> int:
    """Steps over land from `start` to `to`, 0 where there is no way."""
    return MAP.board.within(start, len(MAP.land), MAP.land.__contains__).get(to, 0)


@cache
def over_yellow(start: Cell, steps: int) -> Steps:
    """Hexes within `steps` of `start` over yellow hexes, with the steps each takes."""
    return MAP.board.within(start, steps, MAP.yellow.__contains__)


@cache
def along_line(kind: LineKind, start: Cell, steps: int) -> Steps:
    """Hexes within `steps` of `start` along lines of `kind`, changing from one to another where they meet."""
    reached = {start: 0}
    edge = [start]
    for step in range(1, steps + 1):
        edge = sorted({near for cell in edge for near in MAP.board.along(kind, cell) if near not in reached})
        reached |= dict.fromkeys(edge, step)
    return reached


def fugitive_reach(state: State, who: int, fast: bool) -> FugitiveMoves:
    """Moves that are open to the fugitive of `who` in this movement turn; `fast`: with a fast move card."""
    player = state.players[who]
    here = player.fugitive
    assert here is not None
    if here in MAP.europe:
        return _europe_moves(here, state.card, state.flood, fast)
    return _africa_moves(here, rides(state, who), fast)


def rides(state: State, who: int) -> bool:
    """Whether the fugitive of `who` moves by camel this turn.

    Rule ``articulated.camels`` (§6): after an event card it moves as it was at the end of the turn before.
    """
    player = state.players[who]
    return player.turn_mounted if state.card in EVENTS else player.mounted


def walking_allowance(card: int, kind: str, flood: bool) -> int:
    """Hexes of any kind that a fugitive may walk in Europe from a hex of that kind under `card`."""
    if card in EVENTS:
        return 1
    if flood and is_by_river(kind):
        return MOVEMENT[card].country
    return 1 if kind in LINES else int(getattr(MOVEMENT[card], kind))


def is_by_river(kind: str) -> bool:
    """Whether a river passes a hex of that kind: it counts as countryside in a flood (rule ``event.37``)."""
    return "river" in LINES.get(kind, ())


def line_allowance(card: int, kind: str, flood: bool) -> dict[LineKind, int]:
    """Hexes that a fugitive may move along each line that passes its hex of that kind under `card`."""
    if card in EVENTS:
        return {}
    lines = (line for line in LINES.get(kind, ()) if not (flood and line == "river"))
    return {line: int(getattr(MOVEMENT[card], line)) for line in lines}


@cache
def _europe_moves(start: Cell, card: int, flood: bool, fast: bool) -> FugitiveMoves:
    kind = MAP.kind[start]
    cells: set[Cell] = set()
    if fast:
        cells.update(over_land(start, SUPPLY.powers.fast_europe))
    else:
        cells.update(over_land(start, walking_allowance(card, kind, flood)))
        for line, steps in line_allowance(card, kind, flood).items():
            cells.update(along_line(line, start, steps))
    return _moves(start, cells)


@cache
def _africa_moves(start: Cell, riding: bool, fast: bool) -> FugitiveMoves:
    extra = SUPPLY.powers.fast_africa if fast else 0
    cells: set[Cell] = set(over_yellow(start, (2 if riding else 1) + extra))
    for cell in _ochre_steps(start, riding):
        cells.update(over_yellow(cell, extra))
        cells.add(cell)
    if riding and extra:  # the card's yellow hex may also come first
        for cell in over_yellow(start, extra):
            cells.update(_ochre_steps(cell, riding=True))
    return _moves(start, cells)


def _ochre_steps(start: Cell, riding: bool) -> tuple[Cell, ...]:
    """Neighbouring ochre hexes: any by camel; on foot, where no yellow one leads on, those nearer to one that does."""
    ochre = tuple(cell for cell in MAP.ashore[start] if cell in MAP.ochre)
    if riding:
        return ochre
    far = MAP.from_yellow[start]
    return tuple(cell for cell in ochre if 0 < MAP.from_yellow[cell] < far)


@cache
def yellow_ride(start: Cell, steps: int) -> FugitiveMoves:
    """Moves over at most `steps` yellow hexes (an African aid)."""
    return _moves(start, over_yellow(start, steps))


@cache
def journeys(start: Cell, reach: int) -> FugitiveMoves:
    """Moves to any African town at most `reach` hexes away, whatever lies between (an African aid)."""
    distance = MAP.board.distance
    return _moves(start, (cell for cell in MAP.africa_towns if distance(start, cell) <= reach))


def _moves(start: Cell, cells: Iterable[Cell]) -> FugitiveMoves:
    return dict.fromkeys(MoveFugitive(cell) for cell in sorted(cells) if cell != start)
