"""Why a fugitive may not go to a hex: the rule it breaks, with how far it went and how far it might."""

from __future__ import annotations

from engines.casablanca_escape.cards import EVENTS, SUPPLY
from engines.casablanca_escape.deed import no_hex
from engines.casablanca_escape.geography import MAP, LineKind
from engines.casablanca_escape.reach import (
    along_line,
    is_by_river,
    land_steps,
    line_allowance,
    over_yellow,
    rides,
    walking_allowance,
)
from engines.casablanca_escape.state import State, Turn
from engines.deed import because
from engines.game import Violation
from engines.physical import Cell

LONGEST_LINE = 99
"""Steps enough to follow any line to its end."""

LINE_KINDS: tuple[LineKind, ...] = ("rail", "river")

RULE_OF_KIND = {"city": "fugitive.city", "town": "fugitive.town", "country": "fugitive.country"}


def why_not_there(state: State, turn: Turn, to: Cell) -> tuple[Violation, ...]:
    """What is wrong with moving the fugitive of `turn.who` to `to`, which is out of its reach."""
    here = state.players[turn.who].fugitive
    assert here is not None
    if wrong := no_hex(to, here):
        return wrong
    if here in MAP.africa:
        return _in_africa(state, turn, here, to)
    return _in_europe(state, turn, here, to)


def _in_europe(state: State, turn: Turn, here: Cell, to: Cell) -> tuple[Violation, ...]:
    steps = land_steps(here, to)
    if turn.fast:
        return because("green.fast", "fugitive_too_far", moved=steps, most=SUPPLY.powers.fast_europe)
    if state.card in EVENTS:
        return because("articulated.on_foot", "fugitive_too_far", moved=steps, most=1)
    kind = MAP.kind[here]
    allowed = line_allowance(state.card, kind, state.flood)
    if not allowed:
        most = walking_allowance(state.card, kind, state.flood)
        return because(_walking_rule(here, to), "fugitive_too_far", moved=steps, most=most)
    if state.flood and is_by_river(kind) and not any(to in along_line(line, here, LONGEST_LINE) for line in allowed):
        most = walking_allowance(state.card, kind, state.flood)
        return because("event.37", "fugitive_too_far", moved=steps, most=most)
    return _off_the_line(allowed, here, to, steps)


def _walking_rule(here: Cell, to: Cell) -> str:
    """The rule that limits a fugitive who follows no line from `here` to `to`."""
    kind = MAP.kind[here]
    if kind in ("city", "town") and any(to in along_line(line, here, LONGEST_LINE) for line in LINE_KINDS):
        return "fugitive.city_on_line"
    if here in MAP.fare:
        return "port.city"
    if here in MAP.starts and kind == "country":
        return "fugitive.start_is_country"
    return RULE_OF_KIND.get(kind, "event.37")


def _off_the_line(allowed: dict[LineKind, int], here: Cell, to: Cell, steps: int) -> tuple[Violation, ...]:
    """The line that leads to `to`, if one does, was followed too far; else lines were mixed or left."""
    for line, most in allowed.items():
        along = along_line(line, here, LONGEST_LINE).get(to)
        if along is not None:
            return because(f"fugitive.{line}", "fugitive_too_far", moved=along, most=most)
    lines = tuple(allowed)
    if not any(MAP.board.on_line(line, to) for line in LINE_KINDS):
        return because("fugitive.one_any_way", "left_the_line", moved=steps, line=lines)
    return because(
        "fugitive.both_lines" if len(lines) > 1 else "fugitive.line", "left_the_line", moved=steps, line=lines
    )


def _in_africa(state: State, turn: Turn, here: Cell, to: Cell) -> tuple[Violation, ...]:
    riding = rides(state, turn.who)
    steps = MAP.board.distance(here, to)
    extra = SUPPLY.powers.fast_africa if turn.fast else 0
    if to in MAP.ochre and not riding:
        if MAP.from_yellow[here]:
            return because("africa.stranded", "away_from_yellow", to=MAP.name(to))
        return because("africa.foot", "ochre_on_foot", to=MAP.name(to))
    rule = "africa.camel" if riding else "africa.foot"
    if riding != state.players[turn.who].mounted:
        rule = "articulated.camels"
    most = (2 if riding else 1) + extra
    if to in over_yellow(here, most):
        raise AssertionError(f"{to} is in reach of {here}")
    if to in MAP.ochre and riding:
        return because(rule, "ochre_too_far", moved=steps, most=1)
    return because(rule, "yellow_too_far", moved=steps, most=most)
