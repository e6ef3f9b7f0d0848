"""A virtual board behind a real pseudo-terminal, and a link to it that remembers what it was told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from firmware_bridge.felt import Felt
from firmware_bridge.link import Link, Sensed
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.virtual_port import VirtualPort

PATIENCE_S = 60.0


class Ear:
    """Listens to a link and waits for what it is told."""

    def __init__(self) -> None:
        self.told: list[Sensed] = []
        self._news = threading.Condition()

    def __call__(self, sensed: Sensed) -> None:
        with self._news:
            self.told.append(sensed)
            self._news.notify_all()

    @property
    def felt(self) -> Felt | None:
        """The last state."""
        return self.told[-1].felt if self.told else None

    def wait(self, holds: Callable[[], bool]) -> None:
        """Waits until `holds`; fails where it never does."""
        with self._news:
            assert self._news.wait_for(holds, PATIENCE_S), f"last heard: {self.told[-3:]}"

    def feels(self, *cells: int) -> None:
        """Waits until exactly `cells` are taken."""
        self.wait(lambda: self.felt is not None and self.felt.taken == frozenset(cells))


@pytest.fixture
def board() -> Iterator[VirtualPort]:
    port = VirtualPort()
    yield port
    port.close()


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def link(board: VirtualPort, ear: Ear) -> Iterator[Link]:
    link = SerialLink(board.path)
    link.start(ear)
    ear.wait(lambda: ear.felt is not None)
    yield link
    link.close()
