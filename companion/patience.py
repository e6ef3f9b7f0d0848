"""Looks every now and then whether the table should answer for somebody."""

from __future__ import annotations

import logging
from typing import Protocol

from companion.until_closed import UntilClosed

EVERY_S = 0.7
"""s between two looks: answers for absent players come one by one, at a pace that those who are there can follow."""

AFTER_FAULT_S = 5.0
"""s to wait after a look that failed: a disk that is full stays so for a while, and the log should not fill it."""

log = logging.getLogger(__name__)


class Patient(Protocol):
    """What needs looking at."""

    def tick(self) -> bool:
        """Does what is due; whether there was anything."""
        ...


class Patience(UntilClosed):
    """A thread that ticks a table until `close`."""

    def __init__(self, table: Patient, every_s: float = EVERY_S) -> None:
        super().__init__("patience")
        self._table = table
        self._every_s = every_s

    def _go_on(self) -> None:
        while not self._over.wait(self._every_s):
            try:
                self._table.tick()
            except Exception:  # a full disk, say: the evening goes on, and the next tick tries again
                log.exception("the table could not answer for somebody")
                self._over.wait(AFTER_FAULT_S)
