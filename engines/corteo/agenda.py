"""The agenda: what must still happen, as immutable values. What is asked now is its first item.

Whatever interrupts (a die, a retreat, a panic) is put in front of what it interrupts.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engines.corteo.roster import Side, Unit
from engines.pending import Over
from engines.physical import Cell


class Group(msgspec.Struct, frozen=True, gc=False):
    """Units that fight one combat."""

    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]


class Placing(msgspec.Struct, frozen=True, tag="placing", gc=False):
    """`side` puts units on the map: `due` of each kind (the march, before the game: all of them), or worth `points`.

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
    grow with each step. `vacated`: where nobody goes, as the target of gas leaves it.
    """

    side: Side
    chooser: Side
    units: tuple[Unit, ...]
    cause: Literal["combat", "throw"]
    far: tuple[Unit, ...] = ()
    away: Cell = ""
    vacated: Cell = ""


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


class AskWish(msgspec.Struct, frozen=True, tag="ask_wish", gc=False):
    """The march may wish for `left` more objectives of its own (§12b)."""

    left: int


class AskConsent(msgspec.Struct, frozen=True, tag="ask_consent", gc=False):
    """The power is asked whether it agrees to an objective on hex `at`, worth `points`."""

    at: Cell
    points: int


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
    | AskWish
    | AskConsent
    | AskSquare
    | AskPlace
    | SealRoll
    | RouseRoll
    | AskAccused
    | VerdictRoll
    | EndTurn
    | Ended
)
