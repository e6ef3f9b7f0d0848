"""What every game's open state has in common: the news of one entry, and an agenda of what is to be asked next."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from engines.entries import Audience, Seat
from engines.game import News, Step

S = TypeVar("S")
Item = TypeVar("Item")


class SeatedDraft:
    """A state opened for change while one entry's consequences are worked out; each game adds its own fields.

    Mutable for the length of one `apply`. What the state holds is replaced, never changed in place, so that the old
    state stays what it was.
    """

    __slots__ = ("news", "reveals", "seats")

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        self.news: list[News] = []
        self.reveals = False

    def seat(self, who: int) -> Seat:
        """The seat of player number `who`."""
        return self.seats[who]

    def tell(self, key: str, audience: Audience = None, /, **facts: Any) -> None:
        """Adds news."""
        self.news.append(News(key, facts, audience))

    def closed(self, state: S) -> Step[S]:
        """`state`, as it has become, with the news."""
        return Step(state, tuple(self.news), self.reveals)


class AgendaDraft(SeatedDraft, Generic[Item]):
    """One of a game that keeps a list of what is to be asked: what is asked now stands first."""

    __slots__ = ("agenda",)

    def __init__(self, seats: tuple[Seat, ...], agenda: tuple[Item, ...]) -> None:
        super().__init__(seats)
        self.agenda = agenda

    def done(self) -> None:
        """The agenda's first item is dealt with."""
        self.agenda = self.agenda[1:]

    def next(self, *items: Item) -> None:
        """Puts `items` before everything else on the agenda, the first of them first."""
        self.agenda = (*items, *self.agenda)

    def instead(self, *items: Item) -> None:
        """Puts `items` in the place of the agenda's first item."""
        self.agenda = (*items, *self.agenda[1:])

    def only(self, *items: Item) -> None:
        """Puts `items` in the place of everything that was on the agenda."""
        self.agenda = items
