"""What the host's page needs to say whether the machine is fit: a Protocol of its own, beside the table's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from web.service import Language


class Fitness(msgspec.Struct, frozen=True):
    """One thing that was looked at, in words: how it is, and what to do (empty where nothing)."""

    check: str
    state: Literal["ok", "warn", "bad"]
    name: str
    words: str
    advice: str


class DoctorService(Protocol):
    """Looks whether the machine is fit. May be called from any thread, and answers in a moment."""

    def examine(self, lang: Language) -> Sequence[Fitness]:
        """Every check, what is not fit first."""
        ...
