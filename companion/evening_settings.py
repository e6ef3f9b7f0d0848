"""What one evening was asked for: the game, who is invited, what senses the board, where it is kept and served."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from engines.entries import Seat
from engines.game import Game


class EveningSettings(msgspec.Struct, frozen=True):
    """What `tavolo play` was asked for. `eye` as in its help; `data` keeps games, pictures and recordings.

    `options` are those given by hand; an evening in the store that goes on keeps its own. `set_aside`: a damaged store
    is renamed and a new one begun. Without `insist` a game of another kind that is on the table goes on instead.
    """

    game: Game[Any, Any]
    options: Mapping[str, str]
    invited: tuple[Seat, ...]
    eye: str
    host: str
    port: int
    data: Path
    set_aside: bool = False
    insist: bool = True
    store: str = ""
    """URL of a database for the games instead of a file in `data`; each table needs one of its own."""
    boards: tuple[str, ...] = ()
    """Sensor boards beside the camera `eye`, or instead of it where `eye` is empty."""
    more_eyes: tuple[str, ...] = ()
    """Further cameras that look at the same board."""
    buzzer: bool = True
    """Whether sensor boards may sound."""
    broker: str = ""
    """Where a broker for wireless boards runs beside the table, as ``user:password@port``; empty: nowhere."""
    markers_beside: bool = False
    """The board has no markers of its own; they lie beside it, as `tavolo print --part markers` says."""
    https: bool = False
    """Serve the pages at a secure door too: browsers give a phone's camera to no other."""

    @property
    def eyes(self) -> tuple[str, ...]:
        """Every camera by the name it was asked for; one without a name where nothing looks."""
        return (self.eye, *self.more_eyes)

    @property
    def senses(self) -> tuple[str, ...]:
        """Every eye and board by the name it was asked for."""
        return tuple(name for name in (*self.eyes, *self.boards) if name)
