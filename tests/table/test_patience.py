"""What lets a table answer for who is away looks again, whatever went wrong, and ends with the evening."""

from __future__ import annotations

import logging
import threading
from functools import partial

import pytest

from companion import patience
from companion.patience import Patience
from tests.waiting import eventually

soon = partial(eventually, within_s=20.0)


class Table:
    """Counts how often it was looked at; the first time its disk is full."""

    def __init__(self) -> None:
        self.ticks = 0

    def tick(self) -> bool:
        self.ticks += 1
        if self.ticks == 1:
            raise OSError("no space left on device")
        return False


def test_a_full_disk_ends_nothing_and_closing_does(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(patience, "AFTER_FAULT_S", 0.02)
    table = Table()
    looking = Patience(table, every_s=0.01)
    with caplog.at_level(logging.ERROR):
        looking.start()
        soon(lambda: table.ticks > 3)
        looking.close()
    assert "no space left on device" in caplog.text
    assert not any(thread.name == "patience" for thread in threading.enumerate())
