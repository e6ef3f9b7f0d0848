"""What a player can do: small frozen intents, each decoded from JSON by its ``type`` tag."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engines.casablanca_agents.agents import AgentId
from engines.entries import Seat
from engines.physical import Cell


class First(msgspec.Struct, frozen=True, tag="first", gc=False):
    """Names the player who begins: the quietest at the table."""

    seat: Seat


class ChooseHeadquarters(msgspec.Struct, frozen=True, tag="headquarters", gc=False):
    """Variant: takes the headquarters at `at` as the own one."""

    at: Cell


class Bribe(msgspec.Struct, frozen=True, tag="bribe", gc=False):
    """Pencils `amount` $ more for `agent` on the own sheet: nobody else learns of it, and it counts once settled."""

    agent: AgentId
    amount: int


class RubOut(msgspec.Struct, frozen=True, tag="rub_out", gc=False):
    """Rubs out everything that is pencilled."""


class Settle(msgspec.Struct, frozen=True, tag="settle", gc=False):
    """Pays what is pencilled and ends the turn."""


class Move(msgspec.Struct, frozen=True, tag="move", gc=False):
    """Announces that `agent` goes along a street to the building `to`, with the case if `case`."""

    agent: AgentId
    to: Cell
    case: bool = False


class Strike(msgspec.Struct, frozen=True, tag="strike", gc=False):
    """Announces that `agent` sends `victim`, in the same building, into the desert."""

    agent: AgentId
    victim: AgentId


class GiveUp(msgspec.Struct, frozen=True, tag="give_up", gc=False):
    """Ends the turn after an objection that won, without another attempt."""


class Object(msgspec.Struct, frozen=True, tag="object", gc=False):
    """Objects to what is announced; before one's turn to say so it is kept until then, and may be changed."""


class LetStand(msgspec.Struct, frozen=True, tag="let_stand", gc=False):
    """Lets stand what is announced; before one's turn to say so it is kept until then, and may be changed."""


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw", gc=False):
    """Takes the announced action back instead of bidding."""


class Accept(msgspec.Struct, frozen=True, tag="accept", gc=False):
    """Takes up the challenge: the objector bids."""


class Bid(msgspec.Struct, frozen=True, tag="bid", gc=False):
    """The objector shows `amount` $ of the bribe on the acting agent."""

    amount: int


class Hold(msgspec.Struct, frozen=True, tag="hold", gc=False):
    """Shows that the own bribe on the acting agent is at least the last bid."""


class Pass(msgspec.Struct, frozen=True, tag="pass", gc=False):
    """Bids no further: the other wins the duel."""


Deed: TypeAlias = Move | Strike
"""What is announced and may be objected to."""

Action: TypeAlias = (
    First
    | ChooseHeadquarters
    | Bribe
    | RubOut
    | Settle
    | Move
    | Strike
    | GiveUp
    | Object
    | LetStand
    | Withdraw
    | Accept
    | Bid
    | Hold
    | Pass
)
