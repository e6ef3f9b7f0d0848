"""What a captain can do: small frozen intents, each decoded from JSON by its ``type`` tag."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engines.cape_horn.voyage import DesignId, Facing
from engines.physical import Cell


class Lay(msgspec.Struct, frozen=True, tag="lay", gc=False):
    """Lays a tile of `design` on `at`, pointing to `facing`; onto another tile, to cover it."""

    design: DesignId
    at: Cell
    facing: Facing


class Sail(msgspec.Struct, frozen=True, tag="sail", gc=False):
    """Moves the own ship to `to` as the tile under it says; to ``finish`` across the line."""

    to: Cell


class Ignore(msgspec.Struct, frozen=True, tag="ignore", gc=False):
    """Pays to move the own ship to a square beside it, whatever the tile under it says."""

    to: Cell


class Twice(msgspec.Struct, frozen=True, tag="twice", gc=False):
    """Moves twice in one go: to `via` and on to `to`, each as a tile says or, where none leads there, ignoring it."""

    via: Cell
    to: Cell


class Stay(msgspec.Struct, frozen=True, tag="stay", gc=False):
    """Does not move, and gains a point."""


class Anchor(msgspec.Struct, frozen=True, tag="anchor", gc=False):
    """Does not move a second time."""


class Draw(msgspec.Struct, frozen=True, tag="draw", gc=False):
    """Draws the tile that everybody draws at the end of a turn."""


class Buy(msgspec.Struct, frozen=True, tag="buy", gc=False):
    """Draws one more tile for a point."""


class Enough(msgspec.Struct, frozen=True, tag="enough", gc=False):
    """Draws no more, and ends the turn."""


Action: TypeAlias = Lay | Sail | Ignore | Twice | Stay | Anchor | Draw | Buy | Enough
