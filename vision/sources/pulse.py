"""Tells a living camera from a silent and from a frozen one; time comes in as data."""

from __future__ import annotations

import zlib

import msgspec
import numpy as np
from numpy.typing import NDArray

SAMPLED = 7
"""Every seventh pixel of every seventh row is compared: no camera's noise spares all of those."""


class Pulse(msgspec.Struct, frozen=True):
    """When a camera was last heard, and since when its picture has been the same to the byte."""

    silent_s: float = 4.0
    frozen_s: float = 6.0
    heard_at: float | None = None
    same_since: float | None = None
    print_: int = 0

    def started(self, t: float) -> Pulse:
        """The camera was opened at `t`; silence counts from now. A picture that was frozen still is."""
        return msgspec.structs.replace(self, heard_at=t)

    def heard(self, t: float, fingerprint: int) -> Pulse:
        """A picture with this fingerprint came at `t`."""
        same = self.same_since is not None and fingerprint == self.print_
        return msgspec.structs.replace(self, heard_at=t, same_since=self.same_since if same else t, print_=fingerprint)

    def is_silent(self, t: float) -> bool:
        """No picture came for too long."""
        return self.heard_at is not None and t - self.heard_at > self.silent_s

    def is_frozen(self, t: float) -> bool:
        """Pictures come, but all the same one."""
        return self.same_since is not None and t - self.same_since > self.frozen_s


def fingerprint(image: NDArray[np.uint8]) -> int:
    """A number that two pictures share only if they are, for a camera with noise, the same bytes."""
    return zlib.crc32(np.ascontiguousarray(image[::SAMPLED, ::SAMPLED]).tobytes())
