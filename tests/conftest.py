"""What tests of every folder share: commands are called as from a terminal, property tests have no time limit, for on
a busy machine the first example of one takes long and is right all the same, and temporary files lie in memory where
there is room: a store waits for the disk at every entry, and tests enter tens of thousands."""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("unhurried", parent=settings(), deadline=None)
settings.load_profile("unhurried")

MEMORY, ROOM = Path("/dev/shm"), 1 << 30
"""Where Linux keeps files in memory, and how many bytes must be free there; the tests need a twentieth of that."""
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"] = str(MEMORY)  # before anybody asks ``tempfile``; workers and commands inherit it

Called = Callable[..., tuple[int, str, str]]

SLOW = Path(__file__).parent / "vision"
"""Tests each of which looks at many pictures: begun last, one worker would judge them alone."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files that take longest are begun first: those of slow tests, then those of many."""
    count = Counter(item.path for item in items)
    items.sort(key=lambda item: (SLOW not in item.path.parents, -count[item.path]))


@pytest.fixture
def tavolo(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Called:
    """Calls ``tavolo`` with the arguments, in an empty folder; answers exit code, output and errors."""
    from companion.cli import main  # most tests have no need of all its commands

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["tavolo", *arguments])
        code: object = 0
        try:
            main()
        except SystemExit as end:
            code = end.code
        printed = capsys.readouterr()
        return int(str(code or 0)), printed.out, printed.err

    return call
