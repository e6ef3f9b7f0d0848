"""A table of the hunt with pages, for tests that look at what phones and display show."""

from __future__ import annotations

from pathlib import Path

from fifth_positions import GAME

from engines.fifth_column.actions import Ask, Discard, First, Play
from tests.table.evenings import Evening
from tests.web.evening_pages import EveningPages

SEATS = ("red", "blue", "green")


class Phones(EveningPages):
    """A table with pages, a phone for each seat; red is the spy."""

    def __init__(self, folder: Path, **options: str) -> None:
        folder.mkdir(exist_ok=True)
        super().__init__(Evening(folder, SEATS, GAME, {"first": "chosen", **options}).begin())
        self.evening.act("blue", First("red"))

    def act(self, seat: str, *actions: object) -> Phones:
        for action in actions:
            self.evening.act(seat, action)
        return self

    def spy_goes(self, number: int = 0) -> Phones:
        """The spy plays one of what may be played."""
        choices = [one for one in GAME.legal(self.evening.state, "red") if isinstance(one, Play | Discard)]
        return self.act("red", choices[number % len(choices)])

    def ask(self, hunter: int) -> Phones:
        """That hunter asks about a house beside it."""
        state = self.evening.state
        return self.act("blue", Ask(hunter, state.ground.near(state.hunt.hunters[hunter - 1])[0]))
