"""What published hashes were made of, opened when the game is over, so that anybody can make them again.

A published hash is the SHA-256 of ``"|".join((the one before it, *those of its parts))``, all in hexadecimal digits;
the first has nothing before it. A part's hash is the SHA-256 of its salt followed by its text in UTF-8.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec


class Part(msgspec.Struct, frozen=True):
    """A secret of `seat` as it was sealed: `text`, hashed after `salt` (hexadecimal digits)."""

    seat: str
    salt: str
    text: str

    @property
    def hash(self) -> str:
        """The seal of this part, as hexadecimal digits."""
        return hashlib.sha256(bytes.fromhex(self.salt) + self.text.encode()).hexdigest()


class Opening(msgspec.Struct, frozen=True):
    """A hash that was published, and the parts that it seals."""

    published: str
    parts: tuple[Part, ...]


def chained(before: str, seals: Sequence[str]) -> str:
    """The hash to publish for `seals`, after the one published `before` (empty for the first).

    >>> chained("", ["ab"]) == hashlib.sha256(b"|ab").hexdigest()
    True
    """
    return hashlib.sha256("|".join((before, *seals)).encode()).hexdigest()
