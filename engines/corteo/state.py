"""The whole state of a game as immutable values: the options, where every counter stands, what a scenario keeps.

What must still happen is the agenda (`engines.corteo.agenda`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from engines.corteo.agenda import Item
from engines.corteo.roster import FIRST_POLICE, Side, Unit
from engines.corteo.scenarios import NONE, SCENARIOS, Scenario, cast, playing
from engines.entries import Seat
from engines.physical import Cell

Spot: TypeAlias = str
"""Where a counter is: a cell, or one of the words below."""

SUPPLY = ""
"""Beside the board: not yet in the game, or not part of it."""
PRISON = "prison"
"""Arrested."""
GONE = "gone"
"""Pushed off the map; it comes back in a later hand."""
CLINIC = "clinic"
"""A reactionary whom the march sent to hospital."""
AWAY = "away"
"""Left the map for good: the presidential column on its way, demonstrators who went home."""
TRIAL = "trial"
"""On trial in the court building."""

OFF_BOARD = frozenset({SUPPLY, PRISON, GONE, CLINIC, AWAY, TRIAL})

HANDS = 10
"""Hands of a game (§4)."""


NOBODY: frozenset[Unit] = frozenset()
NOWHERE: frozenset[Cell] = frozenset()


class House(msgspec.Struct, frozen=True, gc=False):
    """The options that this game is played under; see `engines.corteo.options`."""

    version: str
    board: str
    smoke: str = "no"
    short_throws: str = "no"
    jams: str = "no"
    national: str = "no"
    scenario: str = NONE
    president: str = "turn"
    own: str = "no"
    tags: str = "none"

    @property
    def tagged(self) -> bool:
        """Whether each unit's counter bears a tag of its own, by which a camera tells it from its equals."""
        return self.tags == "printed"

    @property
    def most_wishes(self) -> int:
        """How many objectives of their own players may agree on, at most."""
        return 0 if self.own == "no" else int(self.own)

    @property
    def advanced(self) -> bool:
        """Whether the advanced game is played; scenarios always are."""
        return self.version == "advanced" or self.scenario != NONE

    @property
    def story(self) -> Scenario | None:
        """The scenario that is played."""
        return SCENARIOS.get(self.scenario)

    @property
    def playing(self) -> frozenset[Unit]:
        """The counters that are played with, newcomers among them."""
        return playing(self.scenario, self.national == "yes")

    def cast(self, side: Side) -> tuple[Unit, ...]:
        """Counters of `side` that are played with and do not come later by special rule 13d."""
        return cast(self.scenario, self.national == "yes", side)


class Absence(msgspec.Struct, frozen=True, gc=False):
    """A unit that was pushed off the map in `hand` over that part of the border."""

    unit: Unit
    border: str
    hand: int


class Fright(msgspec.Struct, frozen=True, gc=False):
    """A police unit that panicked in `hand` and lies face down."""

    unit: Unit
    hand: int


class Fell(msgspec.Struct, frozen=True, gc=False):
    """The die of a combat or throw as it fell last in this phase, and the column of the table that it was read in."""

    table: Literal["combat", "throw"]
    ratio: str
    die: int


class Visit(msgspec.Struct, frozen=True, tag="internationalist", gc=False):
    """The presidential visit. `begun`: where the pieces of its column stood at the beginning of the hand.

    `crossed`: the limits of the city that the march has gone beyond. `spoilt`: the column has stopped elsewhere, gone
    back, or lost its embassy, so that no stop counts any more.
    """

    begun: tuple[Spot, ...] = ()
    crossed: tuple[str, ...] = ()
    spoilt: bool = False


class Rally(msgspec.Struct, frozen=True, tag="antifascist", gc=False):
    """The reactionary rally on `square`. `dissolved`: the hand in which it broke up, 0 while it lasts.

    `tried`: dissidents for whom a die fell in this turn. `safe`: reactionaries in barracks at the end of the last hand.
    `wishes`: hands by which the march and the power would prolong the game, `agreed`: on how many both agreed last.
    """

    square: str = ""
    dissolved: int = 0
    tried: tuple[Unit, ...] = ()
    safe: tuple[Unit, ...] = ()
    wishes: tuple[int, int] = (0, 0)
    agreed: int = 0


class Gathering(msgspec.Struct, frozen=True, tag="social", gc=False):
    """The forbidden march. `place` is the one secret of the game, `seal` its hash with a salt, `shown`: it was reached.

    `formed`: the hand in which the march formed, 0 while it has not. `whole`: units that hung together when the power
    began its turn. `homesick`: weak units are on their way home. `dispersed`: the power has had its points for that.
    `walked`: hexes that heads went through in earlier hands, `steps` in this one, by each head.
    """

    place: str = ""
    salt: tuple[int, ...] = ()
    seal: str = ""
    shown: bool = False
    formed: int = 0
    whole: tuple[Unit, ...] = ()
    homesick: bool = False
    dispersed: bool = False
    walked: tuple[Cell, ...] = ()
    steps: tuple[tuple[Unit, tuple[Cell, ...]], ...] = ()


class Trial(msgspec.Struct, frozen=True, tag="antirepressive", gc=False):
    """The trial of the `accused`. `storming`: the march has given up to persuade; `flown`: they are in prison now.

    `influenced`: objectives that the march has brought under its influence. `ruled`: the court has given its verdict.
    """

    accused: tuple[Unit, ...] = ()
    storming: bool = False
    flown: bool = False
    ruled: bool = False
    influenced: tuple[Cell, ...] = ()


Plot: TypeAlias = Visit | Rally | Gathering | Trial
"""What a scenario keeps beside what every game does."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything there is to know about a game; all of it is public but for the secret place of a `Gathering`.

    `march` and `power` say where each counter is, by its number in `roster.COUNTERS` (police counted from 0 again).
    `moved` are units that moved or began to in this phase. `heads` are those named last, `column` the units that were
    linked to them then. `taken` are objectives that the march held at the end of a hand and has not left, `covered`
    those that it has; `own` those that the players agreed on, with their points. `down` lie face down; `absent` are off
    the map. `barricade_age` is the hand of each barricade.
    """

    house: House
    seats: tuple[Seat, ...]
    march: tuple[Spot, ...]
    power: tuple[Spot, ...]
    agenda: tuple[Item, ...]
    hand: int = 0
    component: str = ""
    heads: tuple[Unit, ...] = ()
    column: tuple[Unit, ...] = ()
    moved: frozenset[Unit] = frozenset()
    running: bool = False
    runs: int = 0
    barricades: tuple[Cell, ...] = ()
    barricade_age: tuple[int, ...] = ()
    barricades_left: int = 0
    taken: tuple[Cell, ...] = ()
    covered: tuple[Cell, ...] = ()
    down: tuple[Fright, ...] = ()
    absent: tuple[Absence, ...] = ()
    smoke: tuple[Cell, ...] = ()
    lingering: tuple[Cell, ...] = ()
    jams: tuple[Cell, ...] = ()
    jam_tried: bool = False
    waiting: tuple[Unit, ...] = ()
    plot: Plot | None = None
    fell: Fell | None = None
    bonus: tuple[tuple[str, int], ...] = ()
    own: tuple[tuple[Cell, int], ...] = ()

    @property
    def leading(self) -> frozenset[str]:
        """Components whose units may be heads."""
        story = self.house.story
        return frozenset(story.heads) if story and story.id == "antirepressive" else frozenset({self.component})

    @property
    def idle(self) -> frozenset[Unit]:
        """Units that neither act nor count: police face down, newcomers not under way."""
        return _idle(self.waiting, self.down) if self.down or self.waiting else NOBODY

    @property
    def asked(self) -> Item:
        """What must happen first."""
        return self.agenda[0]

    @property
    def waiting_hexes(self) -> frozenset[Cell]:
        """Hexes where newcomers wait, which nobody shares with them."""
        return frozenset([self.spot(unit) for unit in self.waiting]) - OFF_BOARD if self.waiting else NOWHERE

    def spot(self, unit: Unit) -> Spot:
        """Where `unit` is."""
        return self.march[unit] if unit < FIRST_POLICE else self.power[unit - FIRST_POLICE]


@lru_cache(64)
def _idle(waiting: tuple[Unit, ...], down: tuple[Fright, ...]) -> frozenset[Unit]:
    return frozenset((*waiting, *(fright.unit for fright in down)))
