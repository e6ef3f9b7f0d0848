"""Chance that nobody at the table can bend: the server's secret and every phone's share decide all dice and shuffles.

Before a game the server publishes ``sha256(secret)``. Then each phone adds its share. The numbers of the
n-th fair outcome are drawn from ``HMAC-SHA256(secret, shares, n, name, block)``, so the server could not choose its
secret after the shares, and no phone could choose its share after the secret. Secrets of an evening's games
form a hash chain fixed before the first of them: each is the commitment of the next, so nothing can be
chosen between games either.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engines.entries import BadEntry, Edit, Entry, Outcome, Undo
from engines.game import Game, IllegalAction
from engines.pending import Chance, Dice, Shuffle

SCHEME = b"tavolo fair chance 1"
CHAIN_LENGTH = 512
"""Games that one chain of secrets serves; more than an evening has."""
DRAW = 1 << 64
"""Numbers are drawn from 8 bytes and rejected above the last whole multiple of the range, so none is favoured."""


class SecretChain(msgspec.Struct, frozen=True):
    """The server's secrets for a row of games: `seed` hashed often enough; `index` counts games from 0."""

    seed: str
    index: int = 0

    @classmethod
    def fresh(cls) -> SecretChain:
        """A chain that nobody knows."""
        return cls(secrets.token_hex(32))

    def secret(self) -> str:
        """The secret of the present game, 64 hex digits."""
        value = bytes.fromhex(self.seed)
        for _ in range(CHAIN_LENGTH - self.index):
            value = hashlib.sha256(value).digest()
        return value.hex()

    def following(self) -> SecretChain:
        """The chain at the next game, whose commitment is the present secret; a fresh one when it is used up."""
        return SecretChain(self.seed, self.index + 1) if self.index + 1 < CHAIN_LENGTH else SecretChain.fresh()


def commitment(secret: str) -> str:
    """What is published before the game: SHA-256 of the secret's bytes, hex."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def fair_outcome(secret: str, shares: Mapping[str, str], number: int, chance: Chance) -> Outcome:
    """The only fair answer to `chance` as fair outcome `number` (from 0) of its game."""
    draws = _numbers(secret, shares, number, chance.name)
    if isinstance(chance, Dice):
        return Outcome(chance.name, tuple(chance.values[_below(draws, chance.sides)] for _ in range(chance.count)))
    order = list(range(chance.size))
    for last in range(chance.size - 1, 0, -1):
        pick = _below(draws, last + 1)
        order[last], order[pick] = order[pick], order[last]
    return Outcome(chance.name, tuple(order))


class Examined(msgspec.Struct, frozen=True):
    """An outcome of a log that was examined: `expected` is what secret and shares give, ``None`` for real dice."""

    seq: int
    chance: Chance
    outcome: Outcome
    expected: Outcome | None

    @property
    def is_fair(self) -> bool:
        """Whether it is what it must be; real dice are taken on trust."""
        return self.expected is None or self.outcome == self.expected


def examined(
    game: Game[Any, Any],
    options: Mapping[str, str],
    seats: Sequence[str],
    entries: Sequence[Entry[Any]],
    secret: str,
    shares: Mapping[str, str],
) -> Iterator[Examined]:
    """Every outcome of a whole log beside the only fair one; raises `BadEntry` where the log cannot be replayed."""
    states = {-1: game.new(options, seats)}
    last, fair = -1, 0
    for seq, entry in enumerate(entries):
        try:
            if isinstance(entry, Undo):
                last = max(number for number in states if number < entry.seq)
                states = {number: state for number, state in states.items() if number <= last}
                continue
            if isinstance(entry, Outcome):
                chance = game.pending(states[last])
                if not isinstance(chance, Dice | Shuffle):
                    raise BadEntry(f"an outcome of {entry.chance!r}, but no chance was asked for")
                is_ours = entry.source == "fair"
                yield Examined(seq, chance, entry, fair_outcome(secret, shares, fair, chance) if is_ours else None)
                fair += is_ours
            passes = isinstance(entry, Edit) and not entry.facts
            states[seq] = states[last] if passes else game.apply(states[last], entry).state
            last = seq
        except (IllegalAction, BadEntry) as error:
            raise BadEntry(f"entry {seq} cannot be replayed: {error}") from error


def verify(
    game: Game[Any, Any],
    options: Mapping[str, str],
    seats: Sequence[str],
    entries: Sequence[Entry[Any]],
    published: str,
    secret: str,
    shares: Mapping[str, str],
) -> list[str]:
    """What is wrong with the chance of a whole log, in words; empty when every fair outcome is as it must be."""
    if not is_secret(secret):
        return ["the secret in the log is not 64 hex digits"]
    problems: list[str] = []
    if commitment(secret) != published:
        problems.append("the revealed secret is not the one that was committed to before the game")
    try:
        for one in examined(game, options, seats, entries, secret, shares):
            if not one.is_fair:
                problems.append(f"entry {one.seq}: {one.outcome.chance!r} is not what secret and shares give")
    except BadEntry as error:
        problems.append(str(error))
    return problems


def is_secret(secret: str) -> bool:
    """Whether `secret` has the form of one."""
    return len(secret) == 64 and all(digit in "0123456789abcdef" for digit in secret)


def _numbers(secret: str, shares: Mapping[str, str], number: int, name: str) -> Iterator[int]:
    everybody = hashlib.sha256(msgspec.json.encode(sorted(shares.items()))).hexdigest()
    block = 0
    while True:
        message = b"|".join((SCHEME, everybody.encode(), str(number).encode(), name.encode(), str(block).encode()))
        digest = hmac.digest(bytes.fromhex(secret), message, "sha256")
        yield from (int.from_bytes(digest[at : at + 8]) for at in range(0, 32, 8))
        block += 1


def _below(draws: Iterator[int], limit: int) -> int:
    """A number from 0 to `limit` - 1, all equally likely."""
    fair_part = DRAW - DRAW % limit
    return next(draw for draw in draws if draw < fair_part) % limit
