"""The whole state of a game as immutable values: players, decks, and the agenda of what must still happen.

Seats are numbered in table order; `State.order` lists those numbers in turn order. What is asked now is the
agenda's first item; whatever interrupts (a card against an interception, a die, an aid) is put in front of it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engines.casablanca_escape.cards import GREENS
from engines.entries import Seat
from engines.pending import Over
from engines.physical import Cell

Hand: TypeAlias = tuple[int, ...]
"""How many green cards of each kind, in the order of `cards.GREENS`."""

Cards: TypeAlias = tuple[int, ...]
"""Green cards one by one, each as its kind's place in `cards.GREENS`; top first where it is a pile."""

NO_CARDS: Hand = (0,) * len(GREENS)

Fate: TypeAlias = Literal["free", "captured", "dead", "flown"]


class House(msgspec.Struct, frozen=True, gc=False):
    """The options that this game is played under; see `engines.casablanca_escape.options`."""

    version: str
    board: str
    capture_cards: str
    event_capture: str
    casablanca: str
    walking_in: str
    standing: str
    plane_gold: str
    red_cards: str = "phone"
    leaving: str = "out"

    @property
    def articulated(self) -> bool:
        """Whether red cards are held in hands."""
        return self.version == "articulated"

    @property
    def turns_real_cards(self) -> bool:
        """Whether red cards are turned on the table and their numbers typed in: never where they are held secretly."""
        return self.red_cards == "table" and not self.articulated


class Capture(msgspec.Struct, frozen=True, gc=False):
    """A capture in Africa: where, and which it was (1 the first of the game; one interception gives all the same)."""

    cell: Cell
    number: int


class Player(msgspec.Struct, frozen=True, gc=False):
    """One player's pieces and goods.

    `fugitive` is ``None`` before the start hexes are known and once it is gone for good. The fields from
    `turn_gestapo` on are how things stood when the red card of this turn was turned, and what happened since.
    """

    gestapo: Cell
    fugitive: Cell | None = None
    fate: Fate = "free"
    level: int = 0
    mounted: bool = False
    rations: int = 0
    gold: int = 0
    hand: Hand = NO_CARDS
    red: tuple[int, ...] = ()
    capture: Capture | None = None
    turn_gestapo: Cell = ""
    turn_fugitive: Cell | None = None
    turn_mounted: bool = False
    struck: bool = False
    halted: bool = False


class RollFirst(msgspec.Struct, frozen=True, tag="roll_first", gc=False):
    """`rolling` still throw for the first move; `best` of those who threw lead with `total`."""

    rolling: tuple[int, ...]
    best: tuple[int, ...] = ()
    total: int = 0


class Shuffling(msgspec.Struct, frozen=True, tag="shuffling", gc=False):
    """A deck is to be shuffled."""

    deck: Literal["green", "movements", "events", "red"]


class TurnUp(msgspec.Struct, frozen=True, tag="turn_up", gc=False):
    """The next red card is turned up (articulated: the next player is asked for one). Happens by itself."""


class TurnReal(msgspec.Struct, frozen=True, tag="turn_real", gc=False):
    """`who` turns the next red card of a deck that lies on the table."""

    who: int


class AskRed(msgspec.Struct, frozen=True, tag="ask_red", gc=False):
    """`who` chooses a red card for all."""

    who: int


class EventOn(msgspec.Struct, frozen=True, tag="event_on", gc=False):
    """The event on the table is applied to `who`. Happens by itself."""

    who: int


class Turn(msgspec.Struct, frozen=True, tag="turn", gc=False):
    """The movement turn of `who`.

    `step`: 0 nothing moved, 1 the Gestapo has, 2 the fugitive bought a camel, 3 the fugitive has moved.
    `hunted`: the Gestapo moved in it. `fast`: a fast move was played in it.
    """

    who: int
    step: int = 0
    hunted: bool = False
    fast: bool = False


class Struck(msgspec.Struct, frozen=True, tag="struck", gc=False):
    """`who` is about to go `amount` up the track and may show weapons; captured in Africa, that is capture `number`."""

    who: int
    cause: Literal["gestapo", "roundup"]
    amount: int
    number: int


class AskRestart(msgspec.Struct, frozen=True, tag="ask_restart", gc=False):
    """`who` was captured in Europe and chooses a start hex; the piece lies where it was captured until then."""

    who: int


class EventDie(msgspec.Struct, frozen=True, tag="event_die", gc=False):
    """`who` rolls for clause number `clause` of event `card`."""

    who: int
    card: int
    clause: int


class EventChoice(msgspec.Struct, frozen=True, tag="event_choice", gc=False):
    """`who` may choose one of the helps of that clause."""

    who: int
    card: int
    clause: int


class AskThirst(msgspec.Struct, frozen=True, tag="ask_thirst", gc=False):
    """`who` gives a ration or a canteen."""

    who: int


class AidOffer(msgspec.Struct, frozen=True, tag="aid_offer", gc=False):
    """`who` may buy the African aid of that clause."""

    who: int
    card: int
    clause: int


class AidMix(msgspec.Struct, frozen=True, tag="aid_mix", gc=False):
    """The green cards of `who`, who chose `help`, are laid face down in random order."""

    who: int
    card: int
    clause: int
    help: str


class AidPick(msgspec.Struct, frozen=True, tag="aid_pick", gc=False):
    """`taker` takes cards blindly from those of `who`, `laid` face down; `taken` are positions."""

    who: int
    taker: int
    card: int
    clause: int
    help: str
    laid: Cards
    taken: tuple[int, ...] = ()


class AidKeep(msgspec.Struct, frozen=True, tag="aid_keep", gc=False):
    """`taker` has `seen` these cards of `who` and must still put `back` of them under the pile."""

    who: int
    taker: int
    card: int
    clause: int
    help: str
    seen: Hand
    back: int


class AidMove(msgspec.Struct, frozen=True, tag="aid_move", gc=False):
    """`who` may move the fugitive as that clause says."""

    who: int
    card: int
    clause: int


class Alert(msgspec.Struct, frozen=True, tag="alert", gc=False):
    """The Gestapo of `who` may move `steps` more."""

    who: int
    steps: int


class Landing(msgspec.Struct, frozen=True, tag="landing", gc=False):
    """`who` rolls where its ship lands."""

    who: int
    piece: Literal["gestapo", "fugitive"]


class Flight(msgspec.Struct, frozen=True, tag="flight", gc=False):
    """`who` rolls two dice for the plane."""

    who: int


class Ended(msgspec.Struct, frozen=True, tag="ended", gc=False):
    """The game is over."""

    over: Over


Item: TypeAlias = (
    RollFirst
    | Shuffling
    | TurnUp
    | TurnReal
    | AskRed
    | EventOn
    | Turn
    | Struck
    | AskRestart
    | EventDie
    | EventChoice
    | AskThirst
    | AidOffer
    | AidMix
    | AidPick
    | AidKeep
    | AidMove
    | Alert
    | Landing
    | Flight
    | Ended
)


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything there is to know about a game.

    `pile` is the green pile, top first; `boxes` the friends' cards in the order of `Geography.friend_cells`;
    `red_deck` the red cards not yet turned, next first (articulated: those left over; with
    real cards in no order); `red_played` those turned,
    the last one being `card`, the red card that holds now (0: none yet). `turn` counts red cards turned. `gold` and
    `water` are what lies in the boxes. `captures` is the number of the last capture in Africa.
    """

    house: House
    seats: tuple[Seat, ...]
    players: tuple[Player, ...]
    agenda: tuple[Item, ...]
    order: tuple[int, ...] = ()
    pile: Cards = ()
    boxes: tuple[Cards, ...] = ()
    red_deck: tuple[int, ...] = ()
    red_played: tuple[int, ...] = ()
    card: int = 0
    turn: int = 0
    flood: bool = False
    gold: int = 0
    water: int = 0
    captures: int = 0

    @property
    def asked(self) -> Item:
        """What must happen first."""
        return self.agenda[0]

    def player(self, seat: Seat) -> Player:
        """The player in `seat`; raises `ValueError` for a seat that is not taken."""
        return self.players[self.seats.index(seat)]
