"""Finds games by id: every package of `engines` with a module ``game``, which offers a ``GAME``."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from functools import cache
from pathlib import Path
from typing import Any

import engines
from engines.game import Game


class UnknownGame(LookupError):
    """There is no game of that id; the message lists those that are."""


@cache
def names() -> tuple[str, ...]:
    """Ids of all games, sorted. None of them is loaded: a table that plays one need not wait for the others."""
    folders = (
        Path(root) / name for root in engines.__path__ for _, name, package in pkgutil.iter_modules([root]) if package
    )
    return tuple(sorted(folder.name for folder in folders if (folder / "game.py").is_file()))


@cache
def find(game_id: str) -> Game[Any, Any]:
    """The game of that id, loaded once; raises `UnknownGame`."""
    if game_id not in names():
        raise UnknownGame(f"there is no game {game_id!r}; there are: {', '.join(names())}")
    game = importlib.import_module(f"engines.{game_id}").GAME
    assert isinstance(game, Game)
    return game


def data_folder(game: Game[Any, Any]) -> Path:
    """The folder of the data files of `game`, beside its module."""
    return Path(sys.modules[type(game).__module__].__file__ or "").parent / "data"
