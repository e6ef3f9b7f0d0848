"""Random play of any game by hand before the rendered camera: what was committed, what it asked, what it took wrongly.

``python -m tests.evening.random_play fifth_column A2 --seats 3 --steps 200`` plays one and prints its tally;
``… corteo 100x70 --seats 2 --after 300 --option tags=printed`` one that begins after 300 steps that no camera saw.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.readings import Ambiguous
from engines import registry
from engines.entries import Act, Seat
from engines.game import Game
from engines.options import chosen
from engines.pending import Decision, Dice, Over, seeded_outcome
from engines.physical import Change
from tests.evening.room import Room

BY_HAND = 0.8
"""How often an action that a hand can say is not entered on the phone."""
LATE = 0.4
"""How often what the table owes is mended only with the next move."""
PATIENCE = 10
"""Looks after which a player would take the phone."""
TIDIES = 4
"""How often pieces are straightened where the table is not content."""
TRIES = 20
"""Draws of a seat and an action before nobody is taken to have one."""


class Tally(msgspec.Struct):
    """`moves` made by hand; of those `asked` on the phone, or `entered` there because nothing was said; `wrong`: those
    committed as something else; `discontent`: what the table said of a board that was right."""

    moves: int = 0
    asked: int = 0
    entered: int = 0
    wrong: list[str] = []
    discontent: list[str] = []


class RandomPlay:
    """Plays random legal actions; hands lay the board out as the action leads to, where the rules let a hand say it."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room, self.luck, self.tally = room, random.Random(seed), Tally(wrong=[], discontent=[])

    def play(self, steps: int) -> Tally:
        """So many throws and decisions, or until the game is over; the board is set up first."""
        self.room.table.begin()
        self.room.watch(2)
        for _ in range(steps):
            if not self._step():
                break
        self._settle()
        return self.tally

    def _step(self) -> bool:
        room = self.room
        match room.game.pending(room.state):
            case Dice(seat=seat):
                room.table.roll(str(seat or room.table.moment.row.seats[0]), None, room.key())
                return True
            case Decision(seats=seats):
                chosen = self._chosen(seats)
                if chosen is not None:
                    self._do(*chosen)
                return chosen is not None
        return False

    def _chosen(self, seats: tuple[Seat, ...]) -> tuple[Seat, Any] | None:
        for _ in range(TRIES):
            seat = self.luck.choice(sorted(seats))
            action = self.room.game.some(self.room.state, seat, self.luck.randrange)
            if action is not None:
                return seat, action
        return None

    def _do(self, seat: Seat, action: Any) -> None:
        room, game = self.room, self.room.game
        if room.table.moment.phase == "setup" and not self._settle():
            room.table.begin()  # the host says that it is right
        meant = game.apply(room.state, Act(seat, action)).state
        will = game.placement(meant).cells
        change = Change.between(game.placement(room.state).cells, will)
        said = any(intent.seat == seat and intent.action == action for intent in game.interpret(room.state, change))
        if said and self.luck.random() < BY_HAND and (self.luck.random() < LATE or self._settle()):
            self._move(seat, action, meant, will)
        else:
            room.act(seat, action)

    def _move(self, seat: Seat, action: Any, meant: Any, will: Any) -> None:
        room, before = self.room, len(self.room.done)
        self.tally.moves += 1
        room.top = room.top.laid_out(will, room.hand, stacked=True)
        for _ in range(PATIENCE):
            readings = room.look()
            if len(room.done) > before:
                if room.state != meant and Act(seat, action) not in room.done[before:]:
                    self.tally.wrong.append(f"{seat}'s {action} was committed as {room.done[before:]}")
                return
            if any(isinstance(reading, Ambiguous) for reading in readings):
                self.tally.asked += 1
                break
        else:
            self.tally.entered += 1
        room.act(seat, action)

    def _settle(self) -> bool:
        """Lays the board out as the engine has it; whether the table is content with that."""
        room = self.room
        for _ in range(TIDIES):
            room.lay_out()
            room.watch(4)
            if not room.table.moment.ruling.warnings and room.table.moment.phase in ("playing", "over"):
                return True
        self.tally.discontent.append(str(room.table.moment.ruling.warnings))
        return False


def later(game: Game[Any, Any], options: Mapping[str, str], seats: Sequence[Seat], steps: int, seed: int) -> Any:
    """The same game, but it begins where so many random legal steps lead to."""
    luck, state = random.Random(seed), game.new(options, seats)
    for _ in range(steps):
        match game.pending(state):
            case Over():
                break
            case Decision(seats=deciding):
                asked = luck.choice(sorted(deciding))
                entry: Any = Act(asked, game.some(state, asked, luck.randrange))
            case chance:
                entry = seeded_outcome(chance, luck)
        if not isinstance(entry, Act) or entry.action is not None:
            state = game.apply(state, entry).state
    return type("Later", (type(game),), {"new": lambda self, options, seats: state})()


def main() -> None:
    """Plays one game from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("board", help="A0, A1, …: a choice of the game's option `board`")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=Path, default=Path(tempfile.gettempdir()) / "tavolo-pictures")
    parser.add_argument("--after", type=int, default=0, help="steps that are played before the camera looks")
    parser.add_argument("--option", action="append", default=[], help="a house option, as tags=printed")
    given = parser.parse_args()
    given.pictures.mkdir(parents=True, exist_ok=True)
    seats = registry.find(given.game).seats[: given.seats]
    more = tuple(tuple(each.split("=", 1)) for each in given.option)
    game = registry.find(given.game)
    options = chosen(game.options, {"board": given.board, **dict(more)})
    begun = later(game, options, seats, given.after, given.seed) if given.after else None
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder), given.pictures, seats, given.seed, given.board, given.game, more, begun)
        print(msgspec.json.format(msgspec.json.encode(RandomPlay(room, given.seed).play(given.steps))).decode())


if __name__ == "__main__":
    main()
