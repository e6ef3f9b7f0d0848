"""The whole state of a game as immutable values: the hunt that is on with all its secrets, and who decides.

Players are numbered in table order. What is asked now is the agenda's first item.
"""

from __future__ import annotations

from itertools import chain
from typing import TypeAlias

import msgspec

from engines.entries import Seat
from engines.fifth_column.cards import COUNTS
from engines.fifth_column.ground import Ground, Path, Wrap, ground, hunters_ground
from engines.pending import Over
from engines.physical import Cell


class House(msgspec.Struct, frozen=True, gc=False):
    """The options that this game is played under; see `engines.fifth_column.options`."""

    hunts: str
    board: str
    deduction: str
    first: str
    wrap: Wrap
    cards: str
    memory: str
    home: str
    arrest: str
    failed: str
    moving_refuges: str
    clues: str
    longest: str
    start: str = "hideout"
    edges: str = "all"
    passing: str = "through"
    asking: str = "each"
    arresting: str = "instead"

    @property
    def must_return(self) -> bool:
        """Whether the spy goes home between two assaults."""
        return self.home != "free"

    @property
    def last_home(self) -> bool:
        """Whether the spy must be home after the last refuge too."""
        return self.home == "last"

    @property
    def most_turns(self) -> int | None:
        """The spy's turns after which the hunters win."""
        return int(self.longest) if self.longest.isdigit() else None


# --- what happens in a hunt ------------------------------------------------------------------------------


class Leg(msgspec.Struct, frozen=True, gc=False):
    """One turn of the spy: the card, and the houses entered; none where no card could be played."""

    card: int
    path: Path = ()


class Spied(msgspec.Struct, frozen=True, tag="spied", gc=False):
    """All see the spy lay `card` (`stuck`: and stay), and perhaps a refuge that `fell`, another come up in `risen`.

    `risen` was in `sunk` before.
    """

    card: int
    stuck: bool = False
    fell: Cell = ""
    sunk: Cell = ""
    risen: Cell = ""


class Walked(msgspec.Struct, frozen=True, tag="walked", gc=False):
    """A hunter (number from 1) went to `to`."""

    hunter: int
    to: Cell


class Asked(msgspec.Struct, frozen=True, tag="asked", gc=False):
    """A hunter asked about `at`, and was told whether the spy had passed there."""

    hunter: int
    at: Cell
    passed: bool


class Missed(msgspec.Struct, frozen=True, tag="missed", gc=False):
    """An arrest in `at` found nobody."""

    hunter: int
    at: Cell


Event: TypeAlias = Spied | Walked | Asked | Missed
"""What everybody at the table has seen, in order."""


class Clue(msgspec.Struct, frozen=True, gc=False):
    """A marker on the house `at`: the spy has `passed`, or had not when it was last asked."""

    at: Cell
    passed: bool


class Hunt(msgspec.Struct, frozen=True, gc=False):
    """One hunt. Secret are hideout, start, spot, deck, hand, `must_return`, `struck`, trail, `passed`, salt.

    - `number` counts from 0, `spy` is a player's number. `blocked` lie under washers; `built` and `posted` are where
      refuges and hunters were at first, `refuges` and `hunters` where they are.
    - `struck` is a refuge that falls after the spy's next turn. `passed`: houses that a truthful yes is due for.
    - `played` lie open, those from before the last reshuffle left out.
    - `lately` is what all saw from the spy's last turn on, `earlier` what they saw from each turn before it on.
    - `forfeit`: the hunters' next turn is lost. `turn` counts the spy's turns.
    - `start` is where the spy began, empty where that is the hideout.
    - `seals` are the salted hashes of the hideout, of the start if it is another house, and of every leg.
    """

    number: int = 0
    spy: int = 0
    blocked: tuple[Cell, ...] = ()
    built: tuple[Cell, ...] = ()
    posted: tuple[Cell, ...] = ()
    refuges: tuple[Cell, ...] = ()
    hunters: tuple[Cell, ...] = ()
    hideout: Cell = ""
    spot: Cell = ""
    deck: tuple[int, ...] = ()
    hand: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    must_return: bool = False
    struck: Cell = ""
    trail: tuple[Leg, ...] = ()
    passed: tuple[Cell, ...] = ()
    clues: tuple[Clue, ...] = ()
    earlier: tuple[tuple[Event, ...], ...] = ()
    lately: tuple[Event, ...] = ()
    forfeit: bool = False
    turn: int = 0
    salt: str = ""
    seals: tuple[str, ...] = ()
    start: Cell = ""

    @property
    def record(self) -> tuple[Event, ...]:
        """What all have seen, in order. It grows long and is added to again and again, so it is kept turn by turn."""
        return (*chain.from_iterable(self.earlier), *self.lately)


class PastHunt(msgspec.Struct, frozen=True, gc=False):
    """A hunt that is over, with nothing secret any more. `keys` open the seals, in their order.

    `reason` is ``arrested``, ``refuges`` or ``long``; `points` are the refuges that the spy brought down.
    """

    spy: int
    blocked: tuple[Cell, ...]
    built: tuple[Cell, ...]
    posted: tuple[Cell, ...]
    hideout: Cell
    trail: tuple[Leg, ...]
    record: tuple[Event, ...]
    reason: str
    points: int
    seals: tuple[str, ...]
    keys: tuple[str, ...]
    start: Cell = ""


# --- what is asked ---------------------------------------------------------------------------------------


class DrawMap(msgspec.Struct, frozen=True, tag="draw_map", gc=False):
    """Cards are drawn for washers, refuges and hunters."""


class RollFirst(msgspec.Struct, frozen=True, tag="roll_first", gc=False):
    """Players roll one die each for who is the spy first: `waiting` have not yet; `lowest` rolled `least` so far."""

    waiting: tuple[int, ...]
    lowest: tuple[int, ...] = ()
    least: int = 7


class AskFirst(msgspec.Struct, frozen=True, tag="ask_first", gc=False):
    """The players say who is the spy first."""


class Hide(msgspec.Struct, frozen=True, tag="hide", gc=False):
    """The card of the hideout is drawn."""


class Salt(msgspec.Struct, frozen=True, tag="salt", gc=False):
    """What makes the seals of this hunt unguessable is drawn."""


class Deal(msgspec.Struct, frozen=True, tag="deal", gc=False):
    """The other cards are shuffled into the deck."""


class ChooseStart(msgspec.Struct, frozen=True, tag="choose_start", gc=False):
    """The spy says in secret where it begins."""


class SpyTurn(msgspec.Struct, frozen=True, tag="spy_turn", gc=False):
    """The spy plays a card."""


class MoveRefuge(msgspec.Struct, frozen=True, tag="move_refuge", gc=False):
    """A refuge has fallen, and another moves to where a drawn card says."""


class Refill(msgspec.Struct, frozen=True, tag="refill", gc=False):
    """The deck is empty: the played cards are shuffled again."""


class HuntersTurn(msgspec.Struct, frozen=True, tag="hunters_turn", gc=False):
    """The hunters: for each whether it has `walked`, and whether it has `asked` or tried an arrest."""

    walked: tuple[bool, ...] = (False,) * COUNTS.hunters
    asked: tuple[bool, ...] = (False,) * COUNTS.hunters


class NextHunt(msgspec.Struct, frozen=True, tag="next_hunt", gc=False):
    """A hunt is over, and another follows."""


class Ended(msgspec.Struct, frozen=True, tag="ended", gc=False):
    """The game is over."""

    over: Over


Item: TypeAlias = (
    DrawMap
    | RollFirst
    | AskFirst
    | Hide
    | Salt
    | Deal
    | ChooseStart
    | SpyTurn
    | MoveRefuge
    | Refill
    | HuntersTurn
    | NextHunt
    | Ended
)


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything there is to know about a game. `points` are each player's so far; `chain` hashes all seals so far."""

    house: House
    seats: tuple[Seat, ...]
    agenda: tuple[Item, ...]
    hunt: Hunt = Hunt()
    points: tuple[int, ...] = ()
    past: tuple[PastHunt, ...] = ()
    chain: str = ""

    @property
    def asked(self) -> Item:
        """What must be answered first."""
        return self.agenda[0]

    @property
    def hunts(self) -> int:
        """How many hunts this game has."""
        return {"one": 1, "each": len(self.seats), "twice": 2 * len(self.seats)}[self.house.hunts]

    @property
    def ground(self) -> Ground:
        """The map of this hunt."""
        return ground(self.house.wrap, self.hunt.blocked)

    @property
    def hunters_ground(self) -> Ground:
        """The map as the hunters may use it."""
        return hunters_ground(self.house.edges, self.house.wrap, self.hunt.blocked)

    @property
    def between(self) -> bool:
        """Whether no hunt is on, so that the last one has no secrets any more."""
        return isinstance(self.asked, NextHunt | Ended)
