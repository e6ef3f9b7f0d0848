"""Rooms for tests: the board is drawn once for all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.evening.room import Room


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the board's picture is kept."""
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture
def room(tmp_path: Path, pictures: Path) -> Room:
    """Red and blue, red moves first; the board was set up before the camera."""
    return Room(tmp_path, pictures).playing()


@pytest.fixture
def empty_room(tmp_path: Path, pictures: Path) -> Callable[..., Room]:
    """A room in which nothing has begun."""
    return lambda *seats: Room(tmp_path, pictures, seats or ("red", "blue"))
