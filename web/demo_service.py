"""What the page of the demonstration needs from whoever directs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from web.service import Language, Seat


class DemoNow(msgspec.Struct, frozen=True):
    """Scene number `scene` of `scenes` (from 0): what is said, what stands in the middle, and whose phone beside it.

    `show` is ``table``, ``virtual`` or ``story``; `phone` is empty where nobody's is shown.
    """

    scene: int
    scenes: int
    caption: str
    show: str
    phone: Seat
    playing: bool
    done: bool


class DemoService(Protocol):
    """A demonstration that is going on."""

    def now(self, lang: Language) -> DemoNow: ...

    def tokens(self) -> Mapping[Seat, str]:
        """The seats' tokens: the visitor looks over every player's shoulder."""
        ...

    def pause(self, on: bool) -> None:
        """Holds it, or lets it go on."""
        ...
