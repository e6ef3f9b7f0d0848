"""Random games played by hand before the rendered camera: what the eye made the table commit, and what it had to ask.

``python -m tests.evening.random_games --seats 4 --steps 60 --board A1`` plays one and prints its tally.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from companion.readings import Ambiguous, Owes
from engines.casablanca_escape.actions import BuyCamel, MoveFugitive, MoveGestapo, SailFugitive, SailGestapo
from engines.entries import Act
from engines.pending import Decision, Dice, Over
from engines.physical import Cell, Look
from tests.evening.room import GAME, Room

SEATS = ("red", "blue", "green", "yellow", "violet", "orange", "black", "white")
BY_HAND = (MoveGestapo, MoveFugitive)
ON_THE_BOARD = (*BY_HAND, SailGestapo, SailFugitive, BuyCamel)
PATIENCE = 10
"""Looks after which a player would take the phone."""
LATE = 0.4
"""How often what the table owes is mended only after the next move."""


class Tally(msgspec.Struct):
    """`moves` made by hand; of those `asked` on the phone, `entered` there because nothing was said, and committed
    as something else (`wrong`)."""

    moves: int = 0
    asked: int = 0
    entered: int = 0
    wrong: list[str] = []


class RandomGame:
    """Plays random legal actions: pieces are moved by hand where the rules let a hand say them, else by phone."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room, self.luck, self.tally = room, random.Random(seed), Tally(wrong=[])

    def play(self, steps: int) -> Tally:
        """So many decisions, or until the game is over."""
        for _ in range(steps):
            if not self.step():
                break
        self._mend()
        return self.tally

    def step(self) -> bool:
        """One throw or one decision; False when the game is over."""
        room = self.room
        match GAME.pending(room.state):
            case Over():
                return False
            case Dice(seat=seat):
                room.table.roll(str(seat), None, room.key())
            case Decision(seats=seats):
                seat = self.luck.choice(sorted(seats))
                self._decide(str(seat))
            case _:
                raise AssertionError(f"nobody can decide {GAME.pending(room.state)}")
        if self.luck.random() > LATE:
            self._mend()
        return True

    def _decide(self, seat: str) -> None:
        actions: list[Any] = list(islice(GAME.legal(self.room.state, seat), 300))
        moves = [action for action in actions if isinstance(action, BY_HAND)]
        action = self.luck.choice(moves if moves and self.luck.random() < 0.8 else actions)
        lying = self._lying(seat, action)
        if lying is None:
            self.room.act(seat, action)
        else:
            self._move(seat, action, *lying)

    def _lying(self, seat: str, action: Any) -> tuple[Look, Cell] | None:
        """The piece that a hand moves for `action`, where it lies, if it lies where the engine has it."""
        if not isinstance(action, BY_HAND):
            return None
        looks = (f"square:{seat}",) if isinstance(action, MoveGestapo) else (f"disc:{seat}", f"disc:{seat}:back")
        truth = self.room.truth()
        for cell, contents in self.room.wanted().items():
            for look in looks:
                if look in contents and not cell.startswith("T") and look in truth.get(cell, ()):
                    return look, cell
        return None

    def _move(self, seat: str, action: Any, look: Look, origin: Cell) -> None:
        room, before = self.room, len(self.room.done)
        self.tally.moves += 1
        room.move(look, origin, action.to)
        asked = False
        for _ in range(PATIENCE):
            readings = room.look()
            if len(room.done) > before:
                break
            if any(isinstance(reading, Ambiguous) for reading in readings):
                asked = True
                room.act(seat, action)
                break
        self.tally.asked += asked
        if len(room.done) == before:
            self.tally.entered += 1
            room.act(seat, action)
        told = [act for act in room.done[before:] if isinstance(act.action, ON_THE_BOARD)]
        if told != [Act(seat, action)]:
            self.tally.wrong.append(f"{look} {origin} → {action.to} was committed as {told}")

    def _mend(self) -> None:
        """Does what the table asks for until it has nothing to say."""
        for _ in range(PATIENCE):
            owed = [reading for reading in self.room.watch(3) if isinstance(reading, Owes)]
            if not owed:
                return
            self.room.obey(owed[-1].repairs)


def main() -> None:
    """Plays one game from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--board", default="A0", choices=("A0", "A1"))
    parser.add_argument("--pictures", type=Path, default=Path(tempfile.gettempdir()) / "tavolo-pictures")
    given = parser.parse_args()
    given.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder), given.pictures, SEATS[: given.seats], given.seed, given.board).playing()
        print(msgspec.json.encode(RandomGame(room, given.seed).play(given.steps)).decode())


if __name__ == "__main__":
    main()
