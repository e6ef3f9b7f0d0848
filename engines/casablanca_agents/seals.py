"""Commitments of accounts: at the end of every turn each whole account, changed or not, is hashed with a fresh salt.

The salt is chance that nobody sees (a shuffle that the table answers from everybody's secrets). The hashes are public
at once; when the log is public too, whoever replays it finds the same hashes, or knows that an account was changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from engines.casablanca_agents.state import Player
from engines.game import Seat

SCHEME = b"tavolo account 1"
SALT_SIZE = 58
"""A permutation of so many things has 260 bits: more than the hash, so that no account can be tried out."""


def sealed(
    seats: Sequence[Seat], players: Sequence[Player], chain: str, shuffle: Sequence[int]
) -> tuple[tuple[str, ...], str]:
    """The seal of each player's account, and the chain of all seals so far, as hex digits.

    `shuffle` is the permutation of ``range(SALT_SIZE)`` that chance gave, `chain` the one of the turn before.
    """
    salt = hashlib.sha256(SCHEME + bytes(shuffle)).digest()
    seals = tuple(seal(salt, seat, player) for seat, player in zip(seats, players))
    return seals, hashlib.sha256("|".join((chain, *seals)).encode()).hexdigest()


def seal(salt: bytes, seat: Seat, player: Player) -> str:
    """SHA-256 of salt, seat, capital and bribes."""
    account = f"|{seat}|{player.capital}|{','.join(map(str, player.bribes))}"
    return hashlib.sha256(salt + account.encode()).hexdigest()
