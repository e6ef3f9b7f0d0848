"""Parts of pages that belong to one game: ``web/games/<id>/`` with templates, ES modules, a style sheet, texts.

A page looks for these parts there, each optional: ``hand.html``, ``choices.html``, ``standing.html`` (what everybody
may see of everybody), ``marks.html`` (what the marks on the board stand for), ``icons.html``, ``phone.js``,
``table.js`` (what the display does besides), ``game.css``, ``texts/``, and in the package itself ``HELPERS``, things of
the game's that its templates need, ``MARKED``: for a view as plain values the cells that boards mark, group by group,
the lowest first, ``LATE``, the parts that may take long to make, and ``AFTERTHOUGHT``: what would make these better,
for a view as plain values; none if nothing would. Their templates get how it stands as `later`.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from web.afterthoughts import Afterthought


@cache
def helpers_of(game: str) -> Mapping[str, Any]:
    """What the templates of `game` are given beside the page's own; nothing for a game without parts."""
    return dict(getattr(_package_of(game), "HELPERS", {}))


@cache
def late_parts_of(game: str) -> frozenset[str]:
    """The parts of a page that `game` may take long to make: pages get them after all else."""
    return frozenset(getattr(_package_of(game), "LATE", ()))


def afterthought_of(game: str, view: Mapping[str, Any]) -> Afterthought | None:
    """What would make the late parts of `game` better for `view`, were it thought through; this may take long, too."""
    wanted: Callable[[Mapping[str, Any]], Afterthought | None] | None
    wanted = getattr(_package_of(game), "AFTERTHOUGHT", None)
    return wanted(view) if wanted and view else None


def marked_cells(game: str, view: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    """The cells that boards mark for `view`, group by group, the lowest first; none for most games."""
    marked: Callable[[Mapping[str, Any]], Sequence[Sequence[str]]] | None
    marked = getattr(_package_of(game), "MARKED", None)
    return marked(view) if marked and view else ()


def _package_of(game: str) -> ModuleType | None:
    if not game.isidentifier() or importlib.util.find_spec(f"web.games.{game}") is None:
        return None
    return importlib.import_module(f"web.games.{game}")
