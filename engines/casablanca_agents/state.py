"""The whole state of a game as immutable values: accounts, agents, case, and the stack of what must be answered.

Players are numbered in table order, which is the order of turns. What is asked now is the agenda's first item: an
announcement puts a `Window` over the mover's `Turn`, an objection a `Challenge` or a `Duel` over the window.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engines.casablanca_agents.actions import Deed
from engines.casablanca_agents.agents import AGENTS, BAZAAR, HOMES, MONEY, NOTHING, Amounts
from engines.entries import Seat
from engines.pending import Over
from engines.physical import Cell

Answer: TypeAlias = Literal["", "let_stand", "object"]
"""What a player said to an announcement before being asked; empty for nothing yet."""

DESERT: Cell = ""
"""Where agents are that were struck."""


class House(msgspec.Struct, frozen=True, gc=False):
    """The options that this game is played under; see `engines.casablanca_agents.options`."""

    rules: str
    board: str
    first: str
    ties: str
    unbribed: str
    attempts: str
    withdrawal: str
    fee: str
    two_agents: str = "main"
    foreign: str = "stays"
    repetition: str = "barred"

    @property
    def main(self) -> bool:
        """Whether this is the main game, not the variant."""
        return self.rules == "main"

    @property
    def withdrawing(self) -> bool:
        """Whether who is objected to may withdraw before any bid."""
        return self.main or self.withdrawal == "both"

    @property
    def fee_first(self) -> bool:
        """Whether a strike is paid when it is announced, and refunded if it does not stand."""
        return not self.main and self.fee == "announced"

    @property
    def two_carriers(self) -> bool:
        """Whether at least two agents must have carried the case before it is brought home."""
        return self.two_agents == "both" or (self.two_agents == "main" and self.main)


class Player(msgspec.Struct, frozen=True, gc=False):
    """One player's sheet.

    `capital` is not yet given away, `bribes` lie on the agents, `fees` were paid for strikes, `lost` went with struck
    agents; together they are what everybody began with. `shown` is what everybody knows to lie on each agent at least.
    `opened`: the first turn is over. `down`: the sheet lies face down (variant).
    """

    capital: int = MONEY.capital
    bribes: Amounts = NOTHING
    fees: int = 0
    lost: Amounts = NOTHING
    shown: Amounts = NOTHING
    headquarters: Cell = ""
    opened: bool = False
    down: bool = False


class DrawFirst(msgspec.Struct, frozen=True, tag="draw_first", gc=False):
    """Who begins is drawn."""


class AskFirst(msgspec.Struct, frozen=True, tag="ask_first", gc=False):
    """The players say who begins."""


class AskHeadquarters(msgspec.Struct, frozen=True, tag="ask_headquarters", gc=False):
    """Variant: `who` chooses a headquarters."""

    who: int


class Turn(msgspec.Struct, frozen=True, tag="turn", gc=False):
    """The turn of `who`: `pencil` is written but not settled, `tried` was announced in it and objected to."""

    who: int
    pencil: Amounts = NOTHING
    tried: tuple[Deed, ...] = ()


class Window(msgspec.Struct, frozen=True, tag="window", gc=False):
    """`who` has announced `deed`; `unheard` are asked in order, `ahead` is what each of them has said already.

    `failed` objected in vain. `paid` was paid when it was announced.
    """

    who: int
    deed: Deed
    unheard: tuple[int, ...]
    ahead: tuple[Answer, ...]
    heard: tuple[int, ...] = ()
    failed: tuple[int, ...] = ()
    paid: int = 0


class Challenge(msgspec.Struct, frozen=True, tag="challenge", gc=False):
    """`objector` objects, and `who` withdraws or takes the challenge up."""

    who: int
    objector: int


class Duel(msgspec.Struct, frozen=True, tag="duel", gc=False):
    """`objector` and `who` bid for the acting agent; `bid` was named last, `held`: it is the objector's turn."""

    who: int
    objector: int
    bid: int = 0
    held: bool = True


class Sealing(msgspec.Struct, frozen=True, tag="sealing", gc=False):
    """A turn has ended: every account is sealed, then `after` is next."""

    after: int


class Ended(msgspec.Struct, frozen=True, tag="ended", gc=False):
    """The game is over."""

    over: Over


Item: TypeAlias = (
    DrawFirst | AskFirst | AskHeadquarters | Turn | Window | Challenge | Duel | Sealing | Ended
)  # fmt: skip


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything there is to know about a game.

    `agents` are the buildings they are in, `DESERT` once struck; `carried` says which have carried the case.
    `positions` are those of agents and case since the last bribe, strike or duel. `turn` counts turns from 0.
    `seals` are the salted hashes of every player's account at the end of the last turn, `chain` hashes all so far.
    """

    house: House
    seats: tuple[Seat, ...]
    players: tuple[Player, ...]
    agenda: tuple[Item, ...]
    agents: tuple[Cell, ...] = HOMES
    case: Cell = BAZAAR
    carried: tuple[bool, ...] = (False,) * len(AGENTS)
    positions: tuple[str, ...] = ()
    turn: int = 0
    seals: tuple[str, ...] = ()
    chain: str = ""

    @property
    def asked(self) -> Item:
        """What must be answered first."""
        return self.agenda[0]

    @property
    def turn_item(self) -> Turn | None:
        """The turn that is being played, under whatever interrupts it."""
        return next((item for item in self.agenda if isinstance(item, Turn)), None)

    @property
    def window(self) -> Window | None:
        """The announcement that is open."""
        return next((item for item in self.agenda if isinstance(item, Window)), None)

    def player(self, seat: Seat) -> Player:
        """The player in `seat`; raises `ValueError` for a seat that is not taken."""
        return self.players[self.seats.index(seat)]


def position(agents: tuple[Cell, ...], case: Cell) -> str:
    """What `State.positions` keeps of where everything stands."""
    return " ".join((case, *(cell or "-" for cell in agents)))
