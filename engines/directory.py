"""The directory of a board: its named places in chapters, for those who look for a street with a finger on the map."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engines.physical import Cell
from engines.texts import Facts


class Listing(msgspec.Struct, frozen=True):
    """A place: its `names` by language, the cells to look at, and a text key (with facts) for what else is known.

    `run`: `cells` are the two ends of something long; otherwise they are all of the place, or its middle.
    """

    names: Mapping[str, str]
    cells: tuple[Cell, ...]
    run: bool = False
    note: str = ""
    facts: Facts = {}

    def name(self, lang: str) -> str:
        """The name in `lang`, the English one where it has none of its own."""
        return self.names.get(lang, self.names["en"])


class DirectoryChapter(msgspec.Struct, frozen=True):
    """Places of one kind under a text key of the game."""

    title: str
    listings: tuple[Listing, ...]

    def sorted(self, lang: str) -> list[Listing]:
        """The places in the order of their names in `lang`."""
        return sorted(self.listings, key=lambda listing: (listing.name(lang).casefold(), listing.cells))


def whereabouts(listing: Listing) -> str:
    """Where to look for a place.

    >>> whereabouts(Listing({"en": "Viale Nin"}, ("0507", "0538"), run=True))
    '0507–0538'
    """
    return ("–" if listing.run else " ").join(listing.cells)
