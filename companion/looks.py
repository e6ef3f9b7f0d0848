"""What may lie on a table: of all that a game has in its box, what is played with under the options chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.repairs import body
from engines.entries import Seat
from engines.game import Game
from engines.physical import Look


def looks_of(game: Game[Any, Any], options: Mapping[str, str], seats: Sequence[Seat]) -> frozenset[Look]:
    """Looks of the pieces that `seats` play with, whichever way these are turned.

    The fewer looks an eye must think of, the seldomer it takes one for another.
    """
    bodies = set(map(body, game.supply(options, seats)))
    return frozenset(look for look in game.pieces(options) if body(look) in bodies)
