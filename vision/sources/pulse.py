"""Tells a living camera from a silent and from a frozen one; time comes in as data."""

from __future__ import annotations

import zlib

import msgspec
import numpy as np
from numpy.typing import NDArray

SLOWEST_S = 9.0
"""The longest wait for a picture that is a camera's pace (`stills.WHOLE_S` and a pause); longer it was away."""
PACE_KEPT = 0.9
"""What is left of a long wait with each quicker picture: one in ten that takes twice as long is still expected."""
MISSED = 2.0
"""A camera is silent when twice the time has gone by that it takes for a picture."""
SAMPLED = 7
"""Every seventh pixel of every seventh row is compared: no camera's noise spares all of those."""


class Pulse(msgspec.Struct, frozen=True):
    """When a camera was last heard, and since when its picture has been the same to the byte."""

    silent_s: float = 4.0
    """The least patience; one that takes longer than half of it for a picture is waited for accordingly."""
    first_s: float = 4.0
    """The patience with the first picture of all."""
    frozen_s: float = 6.0
    heard_at: float | None = None
    pace_s: float = 0.0
    """How long it takes for a picture at most, of late."""
    same_since: float | None = None
    stays_s: float = 0.0
    """How long a picture stayed the same at most, of late: some cameras keep one for a while and send it again."""
    print_: int = 0

    def started(self, t: float) -> Pulse:
        """The camera was opened at `t`; silence counts from now. A picture that was frozen still is."""
        return msgspec.structs.replace(self, heard_at=t)

    def heard(self, t: float, fingerprint: int) -> Pulse:
        """A picture with this fingerprint came at `t`."""
        same = self.same_since is not None and fingerprint == self.print_
        pace = _of_late(self.pace_s, self.heard_at, t)
        if same:
            return msgspec.structs.replace(self, heard_at=t, pace_s=pace)
        stays = _of_late(self.stays_s, self.same_since, t)
        return msgspec.structs.replace(self, heard_at=t, pace_s=pace, same_since=t, stays_s=stays, print_=fingerprint)

    @property
    def patience_s(self) -> float:
        """How long a picture is waited for before the camera is silent."""
        return max(self.silent_s, MISSED * self.pace_s) if self.same_since is not None else self.first_s

    def is_silent(self, t: float) -> bool:
        """No picture came for too long."""
        return self.heard_at is not None and t - self.heard_at > self.patience_s

    def is_frozen(self, t: float) -> bool:
        """Pictures come, but all the same one."""
        return self.same_since is not None and t - self.same_since > max(self.frozen_s, MISSED * self.stays_s)


def _of_late(longest_s: float, since: float | None, t: float) -> float:
    """The longest wait of late, with the one that ends at `t`; one that is too long to be a camera's pace is none."""
    waited = t - since if since is not None else 0.0
    return max(PACE_KEPT * longest_s, waited if waited <= SLOWEST_S else 0.0)


def fingerprint(image: NDArray[np.uint8]) -> int:
    """A number that two pictures share only if they are, for a camera with noise, the same bytes."""
    return zlib.crc32(np.ascontiguousarray(image[::SAMPLED, ::SAMPLED]).tobytes())
