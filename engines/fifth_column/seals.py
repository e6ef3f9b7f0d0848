"""Commitments of the trail: hideout and legs are hashed as they are made, each with a key that nobody can guess.

The salt of a hunt is chance that nobody sees (a shuffle that the table answers from everybody's secrets); the key of
each seal is a hash of it. When the hunt is over the keys are told, and whoever hashes the trail finds the same seals,
or knows that it was changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from engines.fifth_column.state import Leg, PastHunt
from engines.physical import Cell

SCHEME = "tavolo trail 1"
SALT_SIZE = 58
"""A permutation of so many things has 260 bits: more than the hash, so that no trail can be tried out."""


def salt_of(shuffle: Sequence[int]) -> str:
    """The salt of a hunt, from the permutation of ``range(SALT_SIZE)`` that chance gave."""
    return hashlib.sha256(SCHEME.encode() + bytes(shuffle)).hexdigest()


def key(salt: str, hunt: int, number: int) -> str:
    """The key of seal `number` (0: the hideout) of that hunt; to know some tells nothing about the others."""
    return _hashed(f"{salt}|{hunt}|{number}")


def seal_of_hideout(opens: str, hideout: Cell) -> str:
    """The seal of the hideout under the key `opens`."""
    return _hashed(f"{opens}|hideout|{hideout}")


def seal_of_start(opens: str, start: Cell) -> str:
    """The seal of where the spy begins, under the key `opens`."""
    return _hashed(f"{opens}|start|{start}")


def seal_of_leg(opens: str, leg: Leg) -> str:
    """The seal of one turn of the spy under the key `opens`: the card and every house entered."""
    return _hashed("|".join((opens, str(leg.card), *leg.path)))


def chained(chain: str, seal: str) -> str:
    """The hash of all seals so far and this one."""
    return _hashed(f"{chain}|{seal}")


def holds(hunt: PastHunt) -> tuple[bool, ...]:
    """Of each seal of a hunt that is over, whether it is that of the hideout or leg told, opened by the key told."""
    home, *keys = hunt.keys
    told = [seal_of_hideout(home, hunt.hideout)]
    if hunt.start:
        start, *keys = keys
        told.append(seal_of_start(start, hunt.start))
    told += [seal_of_leg(opens, leg) for opens, leg in zip(keys, hunt.trail)]
    return tuple(one == other for one, other in zip(told, hunt.seals, strict=True))


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
