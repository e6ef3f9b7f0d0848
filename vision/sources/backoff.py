"""How long to wait before a dead camera is tried again; time comes in as data."""

from __future__ import annotations

import msgspec


class Backoff(msgspec.Struct, frozen=True):
    """Waits that double with every failure in a row.

    >>> Backoff().failed(t=0.0).failed(t=1.0).retry_at
    2.0
    """

    first_s: float = 0.5
    most_s: float = 5.0
    """Somebody stands beside a camera that was plugged in again, and waits; to try oftener costs nothing."""
    steady_s: float = 5.0
    """A camera that lived this long has recovered; one that dies sooner goes on where its waits were."""
    failures: int = 0
    retry_at: float = 0.0
    opened_at: float | None = None

    def opened(self, t: float) -> Backoff:
        """The camera could be opened at `t`."""
        return msgspec.structs.replace(self, opened_at=t)

    def failed(self, t: float) -> Backoff:
        """The camera could not be opened, or died, at `t`."""
        recovered = self.opened_at is not None and t - self.opened_at >= self.steady_s
        failures = 1 if recovered else self.failures + 1
        # The exponent is bounded so that a camera missing for a month does not overflow the wait.
        wait_s = min(self.most_s, self.first_s * 2.0 ** min(failures - 1, 30))
        return msgspec.structs.replace(self, failures=failures, retry_at=t + wait_s, opened_at=None)
