"""Opens at the end of a game what was published during it, so that every phone can make the hashes again by itself."""

from __future__ import annotations

from companion.moment import Moment
from engines.entries import Outcome
from engines.openings import Opening


def openings(moment: Moment) -> tuple[Opening, ...]:
    """Every hash that was published, in order, with what it was made of; nothing before the game is over."""
    if moment.phase != "over" or moment.journal is None:
        return ()
    game = moment.game
    found = (
        Opening(game.published(played.after), game.opened(played.before, played.entry))
        for played in moment.journal.standing
        if isinstance(played.entry, Outcome)
    )
    return tuple(opening for opening in found if opening.parts)
