"""The cards and supplies as loaded data: what each red card says, what the green deck holds, what things cost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from engines.data import DataError, load_toml

DATA = Path(__file__).parent / "data"

Status: TypeAlias = Literal["given", "implied", "public", "recon"]
Green: TypeAlias = Literal["money", "weapons", "fast", "papers", "canteen"]
GREENS: tuple[Green, ...] = get_args(Green)
"""Kinds of green cards; states and hands name a kind by its place here."""

MONEY, WEAPONS, FAST, PAPERS, CANTEEN = range(len(GREENS))

MOVEMENTS = tuple(range(1, 21))
"""Numbers of the movement cards."""
EVENTS = tuple(range(21, 41))
"""Numbers of the event cards."""

EffectKind: TypeAlias = Literal[
    "", "marker", "gold", "draw", "camel", "thirst", "roundup", "death", "ride", "travel", "alert", "flood"
]


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A datum and where it comes from: `line` of the rulebook's text where it speaks of it."""

    status: Status
    line: int = 0


class Movement(Entry, frozen=True):
    """Most hexes for a fugitive in Europe by the kind of hex that it starts its turn on."""

    card: int
    river: int
    rail: int
    city: int
    town: int
    country: int


class PlaceSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hexes that an event speaks of; every condition that is set must hold."""

    terrain: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    zone: str = ""
    line: Literal["", "none", "rail", "river"] = ""
    columns: tuple[int, int] | None = None
    rows: tuple[int, int] | None = None
    without: str = ""


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What happens to a fugitive or its player."""

    effect: EffectKind
    amount: int = 0


class Fall(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What follows when a die shows one of `on`."""

    on: tuple[int, ...]
    effect: EffectKind
    amount: int = 0


class Clause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One sentence of an event: whom it touches, what it costs and what it does."""

    at: str = ""
    mounted: bool = False
    holding: int = 0
    cost: int = 0
    die: str = ""
    falls: tuple[Fall, ...] = ()
    choices: tuple[Effect, ...] = ()
    effect: EffectKind = ""
    amount: int = 0


class Event(Entry, frozen=True):
    """An event card; of its clauses the first that fits a fugitive applies to it."""

    card: int
    clauses: tuple[Clause, ...]


class RedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`red.toml`."""

    movement: tuple[Movement, ...]
    places: Mapping[str, PlaceSet]
    event: tuple[Event, ...]


class GreenKind(Entry, frozen=True):
    """How many green cards of a kind there are, and what one is worth as money."""

    kind: Green
    count: int
    worth: int = 0


class Counts(Entry, frozen=True):
    """Numbers of cards, by turn order or by number of players."""

    cards: tuple[int, ...]


class Stock(Entry, frozen=True):
    """How many there are in their box."""

    count: int
    worth: int = 0


class CamelTerms(Entry, frozen=True):
    """What a camel costs and the rations that come with it."""

    price: int
    rations: int


class Interception(Entry, frozen=True):
    """The interception track."""

    step: int
    last: int


class Powers(Entry, frozen=True):
    """What green cards do."""

    fast_europe: int
    fast_africa: int
    papers: int


class Throw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """With at least `money`, a throw of two dice of at least `least` takes off."""

    money: int
    least: int


class Plane(Entry, frozen=True):
    """The flight from Casablanca; `throws` from much money to none."""

    fare: int
    throws: tuple[Throw, ...]

    def least_throw(self, money: int) -> int:
        """The lowest total of two dice that takes off with `money`; 0 where no dice are needed.

        >>> SUPPLY.plane.least_throw(600)
        9
        """
        if money >= self.fare:
            return 0
        return next(throw.least for throw in self.throws if money >= throw.money)


class Supply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`supply.toml`."""

    green: tuple[GreenKind, ...]
    opening: Counts
    red_hands: Counts
    gold: Stock
    water: Stock
    camel: CamelTerms
    interception: Interception
    powers: Powers
    plane: Plane


@cache
def red_file(folder: Path = DATA) -> RedFile:
    """`red.toml` of `folder`, checked: all forty cards once, every named set of places there."""
    path = folder / "red.toml"
    red = load_toml(path, RedFile)
    for key, numbers, wanted in (
        ("movement", [entry.card for entry in red.movement], MOVEMENTS),
        ("event", [entry.card for entry in red.event], EVENTS),
    ):
        if sorted(numbers) != list(wanted):
            raise DataError(path, key, f"must number the cards {wanted[0]} to {wanted[-1]}, each once")
    for event in red.event:
        for clause in event.clauses:
            if clause.at and clause.at not in red.places:
                raise DataError(path, f"event {event.card}: at", f"{clause.at!r} is not one of {sorted(red.places)}")
            if not (clause.effect or clause.die or clause.choices):
                raise DataError(path, f"event {event.card}", "a clause needs an effect, a die or choices")
    return red


@cache
def supply_file(folder: Path = DATA) -> Supply:
    """`supply.toml` of `folder`, checked: every kind of green card once, in the order of `GREENS`."""
    path = folder / "supply.toml"
    supply = load_toml(path, Supply)
    if tuple(entry.kind for entry in supply.green) != GREENS:
        raise DataError(path, "green", f"must list the kinds {', '.join(GREENS)}, each once and in this order")
    if not supply.plane.throws or supply.plane.throws[-1].money:
        raise DataError(path, "plane.throws", "must end with money = 0")
    return supply


SUPPLY = supply_file()
MOVEMENT: Mapping[int, Movement] = {entry.card: entry for entry in red_file().movement}
EVENT: Mapping[int, Event] = {entry.card: entry for entry in red_file().event}
GREEN_DECK: tuple[int, ...] = tuple(kind for kind, entry in enumerate(SUPPLY.green) for _ in range(entry.count))
"""Every green card by its kind, unshuffled."""
