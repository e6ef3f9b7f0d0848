"""Corteo on the phone: what its templates need to know of units, hexes and tables beside the view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from engines.corteo.city import CITY
from engines.corteo.counters import has_equals
from engines.corteo.roster import KIND_OF, UNIT_ID
from engines.corteo.sites import grey_places
from engines.corteo.state import HANDS, OFF_BOARD
from engines.corteo.tables import RATIOS, combat_column, throw_column
from web.games.corteo.sites import marked, sites_of

CHOICE_ORDER = (
    "agree",
    "refuse",
    "no_wish",
    "choose_square",
    "choose_place",
    "accuse",
    "choose_component",
    "run",
    "throw",
    "lead",
    "pair",
    "fight",
    "retreat",
    "confine",
    "advance",
    "jam",
    "rouse",
    "leave",
    "storm",
    "fly",
    "prolong",
    "hold",
    "end_movement",
)
"""Kinds of choices as a turn goes; what ends a phase stands last, under the thumb."""
FEW_SITES = 3
"""Names of places that a sentence still takes."""
MOST_KINDS = 4
"""Kinds of units that are named beside a colour; more are simply any unit."""
QUIET = frozenset({"end_movement", "hold", "no_wish"})
BY_UNIT = frozenset({"throw", "retreat", "confine", "advance", "lead"})
"""Kinds of which there are many: they are gathered by the unit that does them."""


def kinds(choices: Iterable[Any]) -> list[tuple[str, list[Any]]]:
    """Choices by kind in `CHOICE_ORDER`."""

    def place(choice: Any) -> int:
        return CHOICE_ORDER.index(choice.kind) if choice.kind in CHOICE_ORDER else len(CHOICE_ORDER)

    return [
        (found[0].kind, found) for found in (list(group) for _, group in groupby(sorted(choices, key=place), place))
    ]


def by_unit(choices: Iterable[Any]) -> list[tuple[int, list[Any]]]:
    """Choices gathered by their unit (of heads: the first of the two)."""

    def unit(choice: Any) -> int:
        return int(choice.action["heads"][0] if "heads" in choice.action else choice.action["unit"])

    return [(number, list(group)) for number, group in groupby(sorted(choices, key=unit), unit)]


def kind_of(unit: int) -> str:
    """The kind of a unit by its number, a text key ``unit.<kind>``."""
    return KIND_OF[unit].id


def number_of(unit: int) -> str:
    """The number by which a unit is told from its equals, printed on a counter with a tag; empty where it has none."""
    return UNIT_ID[unit].rpartition(".")[2] if has_equals(unit) else ""


def name_of(t: Callable[[str], str], unit: int) -> str:
    """What a unit is called where it is told from its equals: ``Movement 4-2, counter 3``; `t` says a text key."""
    return t(f"fact.unit.{UNIT_ID[unit]}")


def place(cell: str, lang: str) -> str:
    """The name of a hex in `lang`; empty for one beside the board."""
    return "" if cell in OFF_BOARD else CITY.name(cell, lang)


def sites(cells: Iterable[str], lang: str) -> list[str]:
    """The streets and places that hexes lie in, each once; none where there are too many to be read at a glance."""
    names = list(dict.fromkeys(CITY.name(cell, lang).removesuffix(f" ({cell})") for cell in cells))
    return names if len(names) <= FEW_SITES else []


def allowed(placing: Iterable[Any]) -> list[str]:
    """The hexes on which a unit may be put, where they are the same for every kind; `placing` as the view has it."""
    each = {tuple(one["cells"]) for one in placing}
    return list(each.pop()) if len(each) == 1 else []


def spot_of(units: Iterable[Mapping[str, Any]], number: int) -> str:
    """Where the unit of that number is; `units` as the view has them."""
    return next((str(unit["spot"]) for unit in units if unit["unit"] == number), "")


def homes(units: Iterable[Mapping[str, Any]], side: str) -> list[str]:
    """The hexes in which `side` has units, each once; `units` as the view has them."""
    spots = (str(unit["spot"]) for unit in units if unit["side"] == side)
    return list(dict.fromkeys(spot for spot in spots if spot not in OFF_BOARD))


def greys(name: str) -> list[str]:
    """The grey hexes of the street or square `name` (see `grey_places`), one from their middle last: that is tapped."""
    cells = sorted(grey_places()[name])
    middle = cells.pop(len(cells) // 2)
    return [*cells, middle]


def by_spot(units: Iterable[Mapping[str, Any]], numbers: Iterable[int]) -> list[tuple[str, list[int]]]:
    """Those units gathered by the hex that they stand in; `units` as the view has them."""
    spots = {int(unit["unit"]): str(unit["spot"]) for unit in units}
    found: dict[str, list[int]] = {}
    for number in numbers:
        found.setdefault(spots[number], []).append(number)
    return list(found.items())


def cells_of(units: Sequence[Mapping[str, Any]], attackers: Iterable[int], defenders: Iterable[int]) -> list[str]:
    """The hexes of a combat, the first one that is attacked last: that one is tapped."""
    own = [cell for cell, _ in by_spot(units, attackers)]
    return [*own, *reversed([cell for cell, _ in by_spot(units, defenders)])]


def halves(points: int) -> str:
    """Half points as they are counted at the table: ``3½``."""
    return f"{points // 2 or ''}{'½' if points % 2 else ''}" or "0"


def rows_of(table: str) -> list[tuple[str, ...]]:
    """The results of that table (``combat`` or ``throw``): a row for each die, in it one for each of `RATIOS`."""
    columns: list[tuple[str, ...]] = [
        combat_column(ratio) if table == "combat" else throw_column(ratio) for ratio in RATIOS
    ]
    return list(zip(*columns))


MARKED = marked
HELPERS: Mapping[str, Any] = {
    "kinds": kinds,
    "by_unit": by_unit,
    "kind_of": kind_of,
    "number_of": number_of,
    "name_of": name_of,
    "place": place,
    "sites": sites,
    "allowed": allowed,
    "sites_of": sites_of,
    "most_kinds": MOST_KINDS,
    "spot_of": spot_of,
    "homes": homes,
    "by_spot": by_spot,
    "greys": greys,
    "cells_of": cells_of,
    "halves": halves,
    "rows_of": rows_of,
    "ratios": RATIOS,
    "hands": HANDS,
    "quiet": QUIET,
    "gathered": BY_UNIT,
}
