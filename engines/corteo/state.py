"""The whole state of a game as immutable values: where every counter stands, and the agenda of what must still happen.

What is asked now is the agenda's first item; whatever interrupts (a die, a retreat, a panic) is put in front of it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engines.corteo.roster import FIRST_POLICE, Side, Unit
from engines.corteo.scenarios import NONE, SCENARIOS, Scenario, cast, playing
from engines.game import Over, Seat
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


class Group(msgspec.Struct, frozen=True, gc=False):
    """Units that fight one combat."""

    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]


class Placing(msgspec.Struct, frozen=True, tag="placing", gc=False):
    """`side` puts units on the map: `due` of each kind (the march: every unit of the game), or units worth `points`.

    `newcomers` of special rule 13d come into the metro or into barracks and share a hex with none but each other.
    In scenarios: `where` names the place, `count` how many units of the own choice are still due, those of speed 6 only
    where `shock` says so, `budget` what they may be worth at most (-1: anything).
    """

    side: Side
    due: tuple[tuple[str, int], ...] = ()
    points: int = 0
    newcomers: bool = False
    where: str = ""
    count: int | None = None
    shock: bool = False
    budget: int = -1


class AskComponent(msgspec.Struct, frozen=True, tag="ask_component", gc=False):
    """The march chooses the component that leads it all game."""


class StartHand(msgspec.Struct, frozen=True, tag="start_hand", gc=False):
    """A hand begins. Happens by itself."""


class Recover(msgspec.Struct, frozen=True, tag="recover", gc=False):
    """The turn of the police begins: units that panicked in earlier hands get up. Happens by itself."""


class Reinforce(msgspec.Struct, frozen=True, tag="reinforce", gc=False):
    """The police bring up what this hand allows. Happens by itself: a `Placing` takes its place."""


class Movement(msgspec.Struct, frozen=True, tag="movement", gc=False):
    """The movement phase of `side`.

    `unit` is moving now (-1: none) and has `left` half points; `stopped`: it may not go on. `thrown`, `built`,
    `cleared`: what it did. `partner` threw together with it and has `partner_left`. `begun`: somebody has acted.
    """

    side: Side
    unit: Unit = -1
    left: int = 0
    stopped: bool = False
    thrown: bool = False
    built: bool = False
    cleared: bool = False
    partner: Unit = -1
    partner_left: int = 0
    begun: bool = False


class ThrowRoll(msgspec.Struct, frozen=True, tag="throw_roll", gc=False):
    """The die of a throw of `units` (one, or two stacked together) at hex `at`; `short`: it fell short of another."""

    side: Side
    units: tuple[Unit, ...]
    at: Cell
    short: bool = False


class Wind(msgspec.Struct, frozen=True, tag="wind", gc=False):
    """The die that says what becomes of the smoke at hex `at` (special rule 13a)."""

    at: Cell


class Drift(msgspec.Struct, frozen=True, tag="drift", gc=False):
    """The die that says where the smoke at hex `at` drifts, by `far` hexes."""

    at: Cell
    far: int


class JamRoll(msgspec.Struct, frozen=True, tag="jam_roll", gc=False):
    """The die that says whether traffic jams on hex `at`, where `side` hopes so (special rule 13c)."""

    side: Side
    at: Cell


class Arrive(msgspec.Struct, frozen=True, tag="arrive", gc=False):
    """Newcomers of `side` come to the city, or try to get under way (special rule 13d). Happens by itself.

    `placed`: those that come in this hand have been put down.
    """

    side: Side
    placed: bool = False


class ArrivalRoll(msgspec.Struct, frozen=True, tag="arrival_roll", gc=False):
    """A die for each of the waiting `units` of `side`: who throws even gets under way."""

    side: Side
    units: tuple[Unit, ...]


class Retreating(msgspec.Struct, frozen=True, tag="retreating", gc=False):
    """`units` of `side` go back one hex (those in `far`: two), where `chooser` wants, in whatever order.

    After a `combat` who cannot is arrested or panics; after a throw it stays. `away`: the distance from that hex must
    grow with each step.
    """

    side: Side
    chooser: Side
    units: tuple[Unit, ...]
    cause: Literal["combat", "throw"]
    far: tuple[Unit, ...] = ()
    away: Cell = ""


class NameHeads(msgspec.Struct, frozen=True, tag="name_heads", gc=False):
    """The march names its heads."""


class Combat(msgspec.Struct, frozen=True, tag="combat", gc=False):
    """The combat phase of `side`: `groups` are paired and not yet fought; those in `fought` fight no more this turn.

    `pairing`: units in contact are still being paired.
    """

    side: Side
    groups: tuple[Group, ...] = ()
    fought: tuple[Unit, ...] = ()
    pairing: bool = True


class CombatRoll(msgspec.Struct, frozen=True, tag="combat_roll", gc=False):
    """The die of one combat."""

    side: Side
    group: Group


class Advancing(msgspec.Struct, frozen=True, tag="advancing", gc=False):
    """`units` of `side` won and may step into the hexes `cells` that the losers left.

    `pledged` are units that must follow, as their companions advanced.
    """

    side: Side
    units: tuple[Unit, ...]
    cells: tuple[Cell, ...]
    pledged: tuple[Unit, ...] = ()


class Confining(msgspec.Struct, frozen=True, tag="confining", gc=False):
    """The march puts these panicked police `units` into barracks."""

    units: tuple[Unit, ...]


class EndHand(msgspec.Struct, frozen=True, tag="end_hand", gc=False):
    """A hand ends: objectives are taken. Happens by itself."""


class AskSquare(msgspec.Struct, frozen=True, tag="ask_square", gc=False):
    """The power names the square of the reactionary rally (anti-fascist scenario)."""


class AskPlace(msgspec.Struct, frozen=True, tag="ask_place", gc=False):
    """The march writes down in secret where it wants to form (social scenario)."""


class SealRoll(msgspec.Struct, frozen=True, tag="seal_roll", gc=False):
    """The salt of the seal on the secret place: a shuffle that nobody sees."""


class RouseRoll(msgspec.Struct, frozen=True, tag="rouse_roll", gc=False):
    """The die that says whether dissident `unit` joins the march."""

    unit: Unit


class AskAccused(msgspec.Struct, frozen=True, tag="ask_accused", gc=False):
    """The power names `left` more units of the march that stand trial (anti-repressive scenario)."""

    left: int


class VerdictRoll(msgspec.Struct, frozen=True, tag="verdict_roll", gc=False):
    """A die for each of the accused `units`: 4 and more, and it goes free."""

    units: tuple[Unit, ...]


class EndTurn(msgspec.Struct, frozen=True, tag="end_turn", gc=False):
    """The turn of `side` ends in a scenario. Happens by itself."""

    side: Side


class Ended(msgspec.Struct, frozen=True, tag="ended", gc=False):
    """The game is over with `score`."""

    over: Over
    score: int


Item: TypeAlias = (
    Placing
    | AskComponent
    | StartHand
    | Recover
    | Reinforce
    | Movement
    | ThrowRoll
    | Wind
    | Drift
    | JamRoll
    | Arrive
    | ArrivalRoll
    | Retreating
    | NameHeads
    | Combat
    | CombatRoll
    | Advancing
    | Confining
    | EndHand
    | AskSquare
    | AskPlace
    | SealRoll
    | RouseRoll
    | AskAccused
    | VerdictRoll
    | EndTurn
    | Ended
)


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
    `wishes`: hands by which the march and the power would prolong the game.
    """

    square: str = ""
    dissolved: int = 0
    tried: tuple[Unit, ...] = ()
    safe: tuple[Unit, ...] = ()
    wishes: tuple[int, int] = (0, 0)


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
    those that it has. `down` lie face down; `absent` are off the map. `barricade_age` is the hand of each barricade.
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
    bonus: tuple[tuple[str, int], ...] = ()

    @property
    def leading(self) -> frozenset[str]:
        """Components whose units may be heads."""
        story = self.house.story
        return frozenset(story.heads) if story and story.id == "antirepressive" else frozenset({self.component})

    @property
    def idle(self) -> frozenset[Unit]:
        """Units that neither act nor count: police face down, newcomers not under way."""
        if not self.down and not self.waiting:
            return NOBODY
        return frozenset((*self.waiting, *(fright.unit for fright in self.down)))

    @property
    def asked(self) -> Item:
        """What must happen first."""
        return self.agenda[0]

    @property
    def waiting_hexes(self) -> frozenset[Cell]:
        """Hexes where newcomers wait, which nobody shares with them."""
        return frozenset(self.spot(unit) for unit in self.waiting) - OFF_BOARD if self.waiting else NOWHERE

    def spot(self, unit: Unit) -> Spot:
        """Where `unit` is."""
        return self.march[unit] if unit < FIRST_POLICE else self.power[unit - FIRST_POLICE]
