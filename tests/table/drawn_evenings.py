"""Drawn positions of the toy chase and what reconciling makes of them: all that a table would know before it looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.prospects import Prospects
from companion.reconcile import Findings, Situation, Standing, reconcile
from companion.sight import Sight
from engines.entries import Act, Outcome
from engines.game import Intent
from engines.physical import Observation
from tests.table.drawn import drawn, looking
from tests.toys.chase import GAME, Action, State

BOARD = GAME.board({})
TOKENS = {
    "R": "square:red",
    "r": "disc:red",
    "m": "disc:red:back",
    "B": "square:blue",
    "b": "disc:blue",
    "G": "square:green",
    "g": "disc:green",
}
TRACK = {"T0": ["disc:blue", "disc:red"]}

START = """
RB . . . . . . .
.  . . . . . . .
.  . . . . . . .
.  . . . . . . .
.  . . . . . . rb
"""
LOOKS = frozenset(
    f"{kind}:{seat}{back}" for kind in ("disc", "square") for seat in ("red", "blue") for back in ("", ":back")
)


class Evening:
    """A game played by hand: what the table would know before it looks."""

    def __init__(self) -> None:
        self.state: State = GAME.new({}, ("red", "blue"))
        self.state = GAME.apply(self.state, Outcome("numbers", tuple(range(9)))).state
        self.lying: Mapping[str, tuple[str, ...]] = dict(GAME.placement(self.state).cells)
        self.tail: list[Standing] = []
        self.acted: str | None = None
        self.seq = 1
        self.sight = Sight(BOARD)

    def place(self, **cells: Any) -> Evening:
        self.state = msgspec.structs.replace(self.state, **cells)
        self.lying = dict(GAME.placement(self.state).cells)
        return self

    def act(self, seat: str, action: Action, follows: bool = True) -> Evening:
        """`seat` acts; the board follows unless it does not (an action from a phone)."""
        step = GAME.apply(self.state, Act(seat, action))
        self.tail = [] if step.reveals else [Standing(self.seq, seat, self.state, self.acted, True), *self.tail]
        self.state, self.acted, self.seq = step.state, seat, self.seq + 1
        if follows:
            self.lying = dict(GAME.placement(self.state).cells)
        return self

    def look(self, observation: Observation, prospects: Prospects | None = None) -> Findings:
        """What is read; `prospects`: what is remembered of the position from look to look."""
        self.sight.take(observation)
        known = prospects or Prospects(GAME)
        situation = Situation(known, self.state, self.lying, self.tail, self.acted, LOOKS, lambda one, other: 1.0)
        return reconcile(situation, self.sight)

    def shows(self, rows: str, track: Mapping[str, Sequence[str]] = TRACK, hidden: Sequence[str] = ()) -> Findings:
        return self.look(looking(BOARD, {**drawn(rows, TOKENS), **track}, hidden=hidden))


def moved(seat: str, action: Action) -> Intent[Action]:
    return Intent(seat, action)
