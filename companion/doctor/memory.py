"""Is there memory enough?"""

from __future__ import annotations

import psutil

from companion.doctor.finding import Finding

CHECK = "memory"
LITTLE_MB, TOO_LITTLE_MB = 400, 200
"""A table with a 1080p camera takes 250 MB (`tavolo bench`); drawing a board first takes 200 MB more."""


def memory() -> Finding:
    """Looks how much memory programs may still take without swapping."""
    found = psutil.virtual_memory()
    return enough(found.available // 1_000_000, found.total // 1_000_000)


def enough(free_mb: int, total_mb: int) -> Finding:
    """What so much free memory means."""
    facts = {"free": free_mb, "total": total_mb}
    if free_mb < TOO_LITTLE_MB:
        return Finding(CHECK, "too_little", "bad", facts)
    return Finding(CHECK, "little", "warn", facts) if free_mb < LITTLE_MB else Finding(CHECK, "good", "ok", facts)
