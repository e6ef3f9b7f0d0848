"""Commitments of accounts: at the end of every turn each whole account, changed or not, is hashed with a fresh salt.

The salt is chance that nobody sees (a shuffle that the table answers from everybody's secrets). The hashes are public
at once; when the log is public too, whoever replays it finds the same hashes, or knows that an account was changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from engines.casablanca_agents.state import Player
from engines.entries import Seat
from engines.openings import Part, chained

SCHEME = b"tavolo account 1"
SALT_SIZE = 58
"""A permutation of so many things has 260 bits: more than the hash, so that no account can be tried out."""


def sealed(
    seats: Sequence[Seat], players: Sequence[Player], chain: str, shuffle: Sequence[int]
) -> tuple[tuple[str, ...], str]:
    """The seal of each player's account, and the chain of all seals so far, as hex digits.

    `shuffle` is the permutation of ``range(SALT_SIZE)`` that chance gave, `chain` the one of the turn before.
    """
    seals = tuple(part.hash for part in parts(seats, players, shuffle))
    return seals, chained(chain, seals)


def parts(seats: Sequence[Seat], players: Sequence[Player], shuffle: Sequence[int]) -> tuple[Part, ...]:
    """What is sealed: every account with the salt that `shuffle` gives."""
    salt = hashlib.sha256(SCHEME + bytes(shuffle)).hexdigest()
    return tuple(Part(seat, salt, account(seat, player.capital, player.bribes)) for seat, player in zip(seats, players))


def account(seat: Seat, capital: int, bribes: Sequence[int]) -> str:
    """A whole account as it is sealed: seat, capital and bribes."""
    return f"|{seat}|{capital}|{','.join(map(str, bribes))}"
