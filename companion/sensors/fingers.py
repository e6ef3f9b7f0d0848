"""Follows pieces by touch: which piece it can be that closed a switch, from what lay where and what is in the air.

Knows no link and no clock: states of the switches, the table's board and the time (s) come in, an `Observation` comes
out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

import msgspec

from companion.sensors.contact import Contact, Tagged
from engines.boards.board import Board
from engines.physical import Cell, Contents, Evidence, Look, Lying, Observation, Placement

BOTH_NATS = 0.5
"""How much less likely it is that two pieces were put into a house than that one was."""
OTHER_NATS = 0.3
"""How much less likely it is that a house holds what lay there, where the game wants something else that fits too."""
CROWD_NATS = 2.0
"""While a piece is in the air, how much less likely it is that another one came out of a crowd unnoticed."""
SUPPLY_NATS = 2.5
"""The same for a piece from beside the board, while one is in the air or in a crowd."""
GUEST_NATS = 5.5
"""A piece that is in the air for long may have landed where the switch is closed already. Less likely than anything
that reconciling reads by itself (`SOFT_NATS`, `EQUAL_NATS` there), yet thinkable: so that it is asked, never guessed.
"""
LANDED_S = 2.5
"""s in the air after which that is thinkable: most moves are over by then, and a question comes in good time."""
MOST_TOGETHER = 3
"""Pieces that one hand carries at once: an agent, its case, and one to spare."""


class Known(msgspec.Struct, frozen=True):
    """What the table knows meanwhile: the engine's board, what was accepted as lying, and all pieces in play."""

    wanted: Placement
    lying: Mapping[Cell, Contents]
    supply: Contents = ()


class Touch(msgspec.Struct, frozen=True):
    """Places whose switch is closed, places that cannot be judged, and what tag readers read (places with readers)."""

    taken: frozenset[Cell] = frozenset()
    doubtful: frozenset[Cell] = frozenset()
    tags: Mapping[Cell, Contents] | None = None


class Arrival(msgspec.Struct, frozen=True):
    """Pieces that may have closed a switch: from the air, out of a crowd unnoticed, from beside the board."""

    air: tuple[Lying, ...] = ()
    crowd: tuple[Lying, ...] = ()
    beside: tuple[Look, ...] = ()


class Fingers:
    """The memory of touch for one board: where a piece arrived, and which it could have been then. Mutable."""

    def __init__(self, board: Board, places: Iterable[Cell]) -> None:
        """`places` are those that have a switch or a reader."""
        self._places = tuple(place for place in places if place in board.places)
        self._parts = Counter(board.home(place) for place in board.places)
        self._home = {place: board.home(place) for place in self._places}
        self._touch = Touch()
        self._arrived: dict[Cell, Arrival] = {}
        self._gone: dict[Cell, float] = {}

    def feel(self, touch: Touch, known: Known, t: float) -> None:
        """Takes one state of the switches; every state in its order, so that pieces can be followed."""
        before, self._touch = self._touch, touch
        for place in before.taken - touch.taken:
            self._arrived.pop(place, None)
            self._gone[place] = t
        for place in touch.taken:
            self._gone.pop(place, None)
        for place in sorted(touch.taken - before.taken):
            if not self._expected(place, known):
                self._arrived[place] = self._arrival(known)

    def observation(self, known: Known, t: float) -> Observation:
        """Evidence for every place, as things stand now."""
        touch = self._touch
        self._arrived = {place: pieces for place, pieces in self._arrived.items() if not self._expected(place, known)}
        for place in touch.taken - self._arrived.keys():
            if place in self._home and not self._expected(place, known):
                self._arrived[place] = self._arrival(known)
        crowds = self._crowds(known) if any(not arrival.air for arrival in self._arrived.values()) else {}
        guests = self._guests(known, t)
        evidence: dict[Cell, Evidence] = {}
        hidden: set[Cell] = set(touch.doubtful & self._home.keys())
        for place in self._places:
            if touch.tags is not None and place in touch.tags:
                evidence[place] = Tagged(touch.tags[place])
                continue
            evidence[place] = Contact(place in touch.taken, self._likely(place, known, guests))
            if place in touch.taken and self._home[place] in crowds:
                hidden.add(place)
        return Observation(t, evidence, frozenset(hidden))

    def wakes_at(self, known: Known, t: float) -> float | None:
        """When what is evident changes although nothing moves: a piece has been in the air for long."""
        waiting = [gone + LANDED_S for place, gone in self._gone.items() if known.lying.get(self._home.get(place, ""))]
        later = [at for at in waiting if at > t]
        return min(later, default=None)

    def _expected(self, place: Cell, known: Known) -> bool:
        """Whether something should or did lie in the house of `place`."""
        home = self._home.get(place, place)
        wanted = known.wanted
        return bool(wanted.contents(home) or known.lying.get(home) or any(wanted.tolerated.get(home, ())))

    def _likely(self, place: Cell, known: Known, guests: tuple[Look, ...]) -> dict[Contents, float]:
        """What lies in a place whose switch is closed, each with how much less likely it is than the best."""
        if place not in self._touch.taken:
            return {}
        if (arrival := self._arrived.get(place)) is not None:
            return _combined(arrival)
        home = self._home[place]
        options = [known.wanted.contents(home), *known.wanted.tolerated.get(home, ()), known.lying.get(home, ())]
        if self._parts[home] > 1:
            options += [part for option in options for part in _parts(option)]
        found: dict[Contents, float] = {}
        for option in options:
            if option:
                found.setdefault(tuple(sorted(option)), OTHER_NATS if found else 0.0)
        for option in list(found):
            for guest in guests:
                found.setdefault(tuple(sorted((*option, guest))), GUEST_NATS)
        return found

    def _arrival(self, known: Known) -> Arrival:
        """The pieces that may have closed a switch just now."""
        air = tuple(Lying(cell, look) for cell, looks in self._in_air(known).items() for look in looks)
        crowd = tuple(Lying(cell, look) for cell, looks in self._crowds(known).items() for look in looks)
        beside = Counter(known.supply) - Counter(look for contents in known.lying.values() for look in contents)
        return Arrival(air, crowd, tuple(sorted(set(beside.elements()))))

    def _in_air(self, known: Known) -> dict[Cell, Contents]:
        """Pieces that lay in houses which are empty now and are not surely known to have landed."""
        felt = {self._home[place] for place in self._touch.taken if place in self._home}
        covered = set(self._home.values())
        landed = Counter(arrival.air[0] for arrival in self._arrived.values() if len(arrival.air) == 1)
        air: dict[Cell, Contents] = {}
        for cell, contents in known.lying.items():
            if cell in covered and cell not in felt:
                left = tuple(look for look in contents if not landed[Lying(cell, look)])
                if left:
                    air[cell] = left
        return air

    def _crowds(self, known: Known) -> dict[Cell, Contents]:
        """Houses of several pieces whose switch is closed: one may leave without anybody feeling it."""
        felt = {self._home[place] for place in self._touch.taken if place in self._home}
        return {cell: contents for cell, contents in known.lying.items() if cell in felt and len(contents) > 1}

    def _guests(self, known: Known, t: float) -> tuple[Look, ...]:
        """Pieces that have been in the air for so long that they may lie where a switch was closed already."""
        if self._arrived:
            return ()
        gone_at = {self._home[place]: at for place, at in self._gone.items() if place in self._home}
        air = self._in_air(known)
        return tuple(look for cell in sorted(air) if t - gone_at.get(cell, t) >= LANDED_S for look in air[cell])


def _combined(arrival: Arrival) -> dict[Contents, float]:
    """What may lie where pieces arrived: one of them, or several that came from one house together."""
    told: dict[Contents, float] = {}

    def offer(contents: Iterable[Look], loss: float) -> None:
        key = tuple(sorted(contents))
        told[key] = min(loss, told.get(key, loss))

    for pieces, stays, loss in ((arrival.air, 0, 0.0), (arrival.crowd, 1, CROWD_NATS if arrival.air else 0.0)):
        for source in dict.fromkeys(piece.cell for piece in pieces):
            looks = [piece.look for piece in pieces if piece.cell == source]
            for count in range(1, min(len(looks) - stays, MOST_TOGETHER) + 1):
                for together in combinations(looks, count):
                    offer(together, loss + (BOTH_NATS if count > 1 else 0.0))
    for look in arrival.beside:
        offer((look,), SUPPLY_NATS if arrival.air or arrival.crowd else 0.0)
    return told


def _parts(contents: Contents) -> Iterator[Contents]:
    """Every proper part of some pieces, at least one."""
    for count in range(1, len(contents)):
        yield from combinations(contents, count)
