"""What a switch or a tag reader under a house knows about it, as evidence; no links, no game.

A switch knows occupied or empty. Who it is follows from the game: `likely` names the contents that fit, with the nats
by which each is less likely than the best.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.repairs import body
from engines.physical import Contents

SURE_NATS = 9.0
"""How sure a debounced switch is. A camera that is sure of the contrary (12 nats) wins over one that sticks."""
ODD_NATS = 7.5
"""How unlikely contents are that fit the switch but nothing else, and each of their pieces one more nat: beyond what
reconciling gives a thought, so that two pieces are never made of one closed switch without a reason."""
TAG_NATS = 12.0
"""A tag that was read lies there; a tag reader is as sure as the surest eye."""


class Contact(msgspec.Struct, frozen=True):
    """Evidence of a switch: whether something lies there, and what that would be."""

    taken: bool
    likely: Mapping[Contents, float] = {}

    def loglik(self, contents: Contents) -> float:
        """As `engines.physical.Evidence.loglik`."""
        if bool(contents) != self.taken:
            return -SURE_NATS - len(contents)
        if not contents:
            return 0.0
        loss = self.likely.get(tuple(sorted(contents)))
        return -loss if loss is not None else -ODD_NATS - len(contents)


class Tagged(msgspec.Struct, frozen=True):
    """Evidence of a tag reader: exactly `contents` lie there, whichever side of theirs is up."""

    contents: Contents

    @property
    def likely(self) -> Mapping[Contents, float]:
        """What lies there, for certain."""
        return {self.contents: 0.0}

    def loglik(self, contents: Contents) -> float:
        """As `engines.physical.Evidence.loglik`."""
        alike = sorted(map(body, contents)) == sorted(map(body, self.contents))
        return 0.0 if alike else -TAG_NATS
