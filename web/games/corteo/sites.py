"""Where counters may be put now, group by group: kinds that share their hexes, for boards that show all at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


class Site(NamedTuple):
    """Hexes of the board on which any unit of `kinds` may be put now, and how many of these are `left` for that."""

    kinds: tuple[str, ...]
    cells: tuple[str, ...]
    left: int


def sites_of(placing: Iterable[Mapping[str, Any]]) -> list[Site]:
    """The groups of `placing`, as the view has it, the widest first: what is drawn later lies upon it.

    >>> sites_of([{"kind": "riot", "cells": ["0627"], "left": 5}, {"kind": "gas", "cells": ["0627"], "left": 2}])
    [Site(kinds=('riot', 'gas'), cells=('0627',), left=7)]
    """
    found: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for one in placing:
        found.setdefault(tuple(one["cells"]), []).append(one)
    groups = [
        Site(tuple(one["kind"] for one in together), cells, sum(one["left"] for one in together))
        for cells, together in found.items()
    ]
    return sorted(groups, key=lambda site: -len(site.cells))


def marked(view: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The hexes of each group, for the mirrors of the board; nothing while no counter is to be put down."""
    return [site.cells for site in sites_of(view.get("placing", ()))]
