"""Follows pieces by touch: which piece it can be that closed a switch, from what lay where and what is in the air.

Knows no link and no clock: states of the switches, the table's board and the time (s) come in, an `Observation` comes
out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

import msgspec

from companion.repairs import body
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
SPLIT_NATS = 3.5
"""How much less likely it is that all pieces of a house were put back than some, where another switch closed between:
more than `CHANGE_NATS` of reconciling, which holds on to what lay there."""
OTHERS_NATS = 4.5
"""How much less likely it is that a house whose piece was lifted holds another one that was in the air then: a strike
rather than a piece put back. More than `EQUAL_NATS` beyond a piece in a hand, so that it is not read before the lifted
piece has landed somewhere too; less than a breach, so that it is when it has."""
SLID_S = 0.5
"""A magnet that is slid closes the next switch before the last one opens; a switch that opens so soon after another
closed, s, was most likely left for it."""
MOST_TOGETHER = 3
"""Pieces that one hand carries at once: an agent, its case, and one to spare."""


class Known(msgspec.Struct, frozen=True):
    """What the table knows meanwhile: the engine's board, what was accepted as lying, and all pieces in play."""

    wanted: Placement
    lying: Mapping[Cell, Contents]
    supply: Contents = ()


class Touch(msgspec.Struct, frozen=True):
    """Places whose switch is closed, places that cannot be judged, and what tag readers read (places with readers).

    A reader whose tag nobody named counts as a switch.
    """

    taken: frozenset[Cell] = frozenset()
    doubtful: frozenset[Cell] = frozenset()
    tags: Mapping[Cell, Contents] = {}


class Arrival(msgspec.Struct, frozen=True):
    """Pieces that may have closed a switch at `t`: from the air, out of a crowd unnoticed, from beside the board.

    `displaced` are in the air if another piece lies where they were put back.
    """

    t: float
    air: tuple[Lying, ...] = ()
    displaced: tuple[Lying, ...] = ()
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
        self._back: dict[Cell, tuple[Lying, ...]] = {}
        """Houses whose piece was lifted and which are closed again, with what else was in the air then."""
        self._refilled: set[Cell] = set()
        """Houses that were empty and are closed again: of several pieces some may still be in a hand."""
        self._gone: dict[Cell, float] = {}

    def feel(self, touch: Touch, known: Known, t: float) -> None:
        """Takes one state of the switches; every state in its order, so that pieces can be followed."""
        before, self._touch = self._touch, touch
        for place in before.taken - touch.taken:
            self._arrived.pop(place, None)
            self._back.pop(place, None)
            self._refilled.discard(place)
            self._gone[place] = t
        if before.taken - touch.taken:
            for place, arrival in self._arrived.items():
                if not arrival.air and t - arrival.t < SLID_S:
                    self._arrived[place] = self._arrival(known, arrival.t)
        for place in sorted(touch.taken - before.taken):
            if not self._expected(place, known):
                self._arrived[place] = self._arrival(known, t)
            elif place in self._gone:
                self._refilled.add(place)
                self._back[place] = self._air(known)
        for place in touch.taken:
            self._gone.pop(place, None)

    def observation(self, known: Known, t: float) -> Observation:
        """Evidence for every place, as things stand now."""
        touch = self._touch
        self._arrived = {place: pieces for place, pieces in self._arrived.items() if not self._expected(place, known)}
        for place in touch.taken - self._arrived.keys():
            if place in self._home and not self._expected(place, known):
                self._arrived[place] = self._arrival(known, t)
        self._forget_what_is_sure(known)
        crowds = self._crowds(known) if any(not arrival.air for arrival in self._arrived.values()) else {}
        guests = self._guests(known, t)
        evidence: dict[Cell, Evidence] = {}
        hidden: set[Cell] = set(touch.doubtful & self._home.keys())
        for place in self._places:
            if place in touch.tags:
                evidence[place] = Tagged(touch.tags[place])
                continue
            evidence[place] = Contact(place in touch.taken, self._likely(place, known, guests))
            if place in touch.taken and self._home[place] in crowds:
                hidden.add(place)
        return Observation(t, evidence, frozenset(hidden))

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
        if self._parts[home] > 1 or place in self._refilled:
            options += [part for option in options for part in _parts(option)]
        found: dict[Contents, float] = {}
        for option in options:
            if option:
                found.setdefault(tuple(sorted(option)), OTHER_NATS if found else 0.0)
        if place in self._refilled and len(known.lying.get(home, ())) > 1 and self._came_from(home):
            found = {option: SPLIT_NATS if len(option) > 1 else 0.0 for option in found}
        for option in list(found):
            for guest in guests:
                found.setdefault(tuple(sorted((*option, guest))), GUEST_NATS)
        for piece in self._back.get(place, ()):
            found.setdefault((piece.look,), OTHERS_NATS)
        return found

    def _came_from(self, home: Cell) -> bool:
        """Whether what arrived somewhere may have come out of the house `home` when it was empty."""
        return any(piece.cell == home for arrival in self._arrived.values() for piece in arrival.air)

    def _arrival(self, known: Known, t: float) -> Arrival:
        """The pieces that may have closed a switch at `t`."""
        back = {self._home[place] for place, others in self._back.items() if others}
        displaced = _pieces({cell: looks for cell, looks in known.lying.items() if cell in back})
        beside = Counter(known.supply) - Counter(look for contents in known.lying.values() for look in contents)
        supply = tuple(sorted(set(beside.elements())))
        return Arrival(t, self._air(known), displaced, _pieces(self._crowds(known)), supply)

    def _forget_what_is_sure(self, known: Known) -> None:
        """A house holds its own piece again when whatever else was in the air then has come to where it belongs."""
        if not self._arrived:
            air = frozenset(self._air(known))
            self._back = {place: others for place, others in self._back.items() if not air.isdisjoint(others)}

    def _air(self, known: Known) -> tuple[Lying, ...]:
        return _pieces(self._in_air(known))

    def _in_air(self, known: Known) -> dict[Cell, Contents]:
        """Pieces that lay in houses which are empty now and are not surely known to have landed."""
        felt = {self._home[place] for place in (*self._touch.taken, *self._touch.tags) if place in self._home}
        covered = set(self._home.values())
        landed = Counter(arrival.air[0] for arrival in self._arrived.values() if len(arrival.air) == 1)
        air: dict[Cell, Contents] = {}
        for cell, contents in known.lying.items():
            if cell in covered and cell not in felt:
                left = tuple(look for look in contents if not landed[Lying(cell, look)])
                if left:
                    air[cell] = left
        return air | self._gone_from_readers(known)

    def _gone_from_readers(self, known: Known) -> dict[Cell, Contents]:
        """Pieces that lay on readers and are read nowhere any more: they may lie where there is only a switch."""
        read = {body(look) for contents in self._touch.tags.values() for look in contents}
        readers = {self._home[place] for place in self._touch.tags if place in self._home}
        gone = {cell: tuple(look for look in known.lying.get(cell, ()) if body(look) not in read) for cell in readers}
        return {cell: missing for cell, missing in gone.items() if missing}

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

    crowd_nats = CROWD_NATS if arrival.air else 0.0
    for pieces, stays, loss in ((arrival.air, 0, 0.0), (arrival.displaced, 0, 0.0), (arrival.crowd, 1, crowd_nats)):
        for source in dict.fromkeys(piece.cell for piece in pieces):
            looks = [piece.look for piece in pieces if piece.cell == source]
            for count in range(1, min(len(looks) - stays, MOST_TOGETHER) + 1):
                for together in combinations(looks, count):
                    offer(together, loss + (BOTH_NATS if count > 1 else 0.0))
    for look in arrival.beside:
        offer((look,), SUPPLY_NATS if arrival.air or arrival.crowd else 0.0)
    return told


def _pieces(cells: Mapping[Cell, Contents]) -> tuple[Lying, ...]:
    """The pieces of some cells, one by one."""
    return tuple(Lying(cell, look) for cell, looks in cells.items() for look in looks)


def _parts(contents: Contents) -> Iterator[Contents]:
    """Every proper part of some pieces, at least one."""
    for count in range(1, len(contents)):
        yield from combinations(contents, count)
