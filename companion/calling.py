"""What players are called in sentences: by their names, as everybody at the table does. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from companion.moment import Moment
from companion.seating import names
from companion.words import Words
from engines.entries import Seat

TOGETHER = " & "
"""Between the names of those who share a seat; a comma parts one seat from another."""


def words_at(moment: Moment, lang: str) -> Words:
    """The words of the game of `moment`, in which those who sit at the table have their names."""
    return Words(moment.game, moment.board, lang, called(moment))


def called(moment: Moment) -> Mapping[Seat, str]:
    """The name of each taken seat, as it is said."""
    return {player.seat: TOGETHER.join(names(player)) for player in moment.players}
