"""What a state waits for: a decision, dice or a shuffle, or nothing more; and which outcomes answer a chance."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from engines.entries import BadEntry, Outcome, Seat


class Dice(msgspec.Struct, frozen=True, tag="dice"):
    """The state asks `seat` to roll `count` dice with `sides` faces; everybody sees the result.

    `name` says what for and is the outcome's `chance`. A card turned from those left in a deck is a die whose `faces`
    are their numbers (all different, `sides` of them); the faces of an ordinary die are 1 to `sides`. Where each die is
    for something of its own `each` has the facts about that, die by die, which the text ``die.<name>`` tells.
    """

    name: str
    seat: Seat | None
    count: int = 1
    sides: int = 6
    faces: tuple[int, ...] = ()
    each: tuple[Mapping[str, str], ...] = ()

    @property
    def is_card(self) -> bool:
        """Whether cards are turned rather than dice rolled."""
        return bool(self.faces)

    @property
    def values(self) -> Sequence[int]:
        """Every value that one die can show."""
        return self.faces or range(1, self.sides + 1)

    @classmethod
    def turning(cls, name: str, seat: Seat | None, cards: Sequence[int]) -> Dice:
        """The state asks `seat` to turn one of `cards`."""
        return cls(name, seat, 1, len(cards), tuple(cards))


class Shuffle(msgspec.Struct, frozen=True, tag="shuffle"):
    """The state asks for a permutation of ``range(size)``; nobody sees it. The table answers by itself."""

    name: str
    size: int


Chance: TypeAlias = Dice | Shuffle


class Decision(msgspec.Struct, frozen=True, tag="decision"):
    """Any of `seats` may or must act now. `kind` is a text key (``decision.<kind>``).

    `secret`: that the decision is open at all may be known to `seats` only. `default` is the action
    taken for a player who sleeps, if the rulebook allows one.
    """

    seats: tuple[Seat, ...]
    kind: str
    secret: bool = False
    default: Any = None


class Over(msgspec.Struct, frozen=True, tag="over"):
    """The game has ended; `winners` may be empty. `reason` is a text key (``over.<reason>``)."""

    winners: tuple[Seat, ...]
    reason: str


Pending: TypeAlias = Decision | Chance | Over


def check_outcome(chance: Pending, outcome: Outcome) -> None:
    """Raises `BadEntry` unless `outcome` answers `chance`: the right name, number and range of values."""
    if not isinstance(chance, Dice | Shuffle):
        raise BadEntry(f"outcome of {outcome.chance!r}, but no chance is asked for now")
    if outcome.chance != chance.name:
        raise BadEntry(f"outcome of {outcome.chance!r}, but {chance.name!r} is asked for now")
    if isinstance(chance, Dice):
        if len(outcome.result) != chance.count or not all(value in chance.values for value in outcome.result):
            if chance.is_card:
                raise BadEntry(f"{list(outcome.result)} is not one of the cards that may come: {list(chance.faces)}")
            raise BadEntry(f"{list(outcome.result)} is not a roll of {chance.count} dice with {chance.sides} faces")
    elif sorted(outcome.result) != list(range(chance.size)):
        raise BadEntry(f"the outcome of {chance.name!r} is not a permutation of 0…{chance.size - 1}")


def seeded_outcome(chance: Chance, rng: random.Random) -> Outcome:
    """An outcome of `chance` drawn from the caller's `rng`, for simulations and tests."""
    if isinstance(chance, Dice):
        falls = (chance.values[rng.randint(1, chance.sides) - 1] for _ in range(chance.count))
        return Outcome(chance.name, tuple(falls), "seeded")
    order = list(range(chance.size))
    rng.shuffle(order)
    return Outcome(chance.name, tuple(order), "seeded")
