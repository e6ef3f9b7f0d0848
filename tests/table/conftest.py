"""A table with two seats taken, for every test of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.evenings import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)
