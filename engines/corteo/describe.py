"""Says an action in words: a text key and its facts."""

from __future__ import annotations

from engines.corteo.actions import (
    Accuse,
    Action,
    Advance,
    Build,
    ChooseComponent,
    ChoosePlace,
    ChooseSquare,
    Clear,
    Confine,
    Fight,
    Jam,
    Lead,
    Leave,
    Move,
    Pair,
    Place,
    Prolong,
    Retreat,
    Rouse,
    Throw,
    Wish,
)
from engines.corteo.roster import KIND_OF, Unit
from engines.texts import Facts


def unit_name(unit: Unit) -> str:
    """The kind of `unit`, or its number where there is no such unit."""
    return KIND_OF[unit].id if 0 <= unit < len(KIND_OF) else str(unit)


def describe(action: Action) -> tuple[str, Facts]:
    """Text key and facts of `action`.

    >>> describe(Move(0, "1005"))
    ('action.move', {'unit': 'mov-6-6', 'to': '1005'})
    """
    key = f"action.{type(action).__struct_config__.tag}"
    match action:
        case Move(unit, to) | Retreat(unit, to) | Advance(unit, to) | Confine(unit, to):
            return key, {"unit": unit_name(unit), "to": to}
        case Throw(unit, at, joined):
            return (f"{key}_joined" if joined else key), {"unit": unit_name(unit), "place": at}
        case Build(unit, at) | Clear(unit, at):
            return key, {"unit": unit_name(unit), "place": at}
        case Wish(at, points):
            return key, {"place": at, "count": points}
        case Jam(at):
            return key, {"place": at}
        case Place(kind, to):
            return key, {"unit": kind, "to": to}
        case ChooseComponent(component):
            return key, {"component": component}
        case Lead(heads):
            return key, {"unit": tuple(map(unit_name, heads))}
        case Pair(attackers, defenders):
            return key, {"unit": tuple(map(unit_name, attackers)), "unit2": tuple(map(unit_name, defenders))}
        case Fight(unit) | Rouse(unit) | Leave(unit) | Accuse(unit):
            return key, {"unit": unit_name(unit)}
        case ChooseSquare(square):
            return key, {"square": square}
        case ChoosePlace(grey):
            return key, {"grey": grey}
        case Prolong(hands):
            return key, {"count": hands}
        case _:
            return key, {}
