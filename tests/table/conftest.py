"""A table with two seats taken, for every test of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.absent import Absent
from tests.table.evenings import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


@pytest.fixture
def lobby(tmp_path: Path) -> Absent:
    """Three who have sat down."""
    return Absent(tmp_path, ("red", "blue", "green"))


@pytest.fixture
def playing(lobby: Absent) -> Iterator[Absent]:
    """The same, who play; whatever was entered replays to the same state."""
    lobby.begin()
    yield lobby
    before = lobby.table.moment
    after = lobby.again().table.moment
    assert (after.journal and after.journal.state) == (before.journal and before.journal.state)
