"""A thread beside the table that goes on with something until it is closed."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod

LAST_S = 5.0
"""Longest wait, s, for the thread once it was told to end."""


class UntilClosed(ABC):
    """Goes on in a thread of its own from `start` to `close`. What it does is `_go_on`, which ends soon after `_over`
    was set."""

    def __init__(self, name: str) -> None:
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._go_on, name=name, daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def close(self) -> None:
        """Ends."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(timeout=LAST_S)

    @abstractmethod
    def _go_on(self) -> None: ...
