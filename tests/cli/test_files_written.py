"""What commands write into files is there, and is what they said."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from engines import registry
from tests.conftest import Called


def test_what_is_measured_is_printed_and_kept(tavolo: Called, tmp_path: Path) -> None:
    code, out, _ = tavolo("bench", "--only", "reconciling", "--out", "bench.json")
    assert code == 0
    kept = json.loads((tmp_path / "bench.json").read_text())
    assert kept
    for name, summary in kept.items():
        assert name in out
        assert 0 < summary["median"] <= summary["p95"]


def test_a_board_is_written_as_pictures_and_data(tavolo: Called, tmp_path: Path) -> None:
    code, out, err = tavolo("board", "export", "fifth_column", "--out", "board", "--option", "board=A2")
    assert (code, err) == (0, "")
    written = [tmp_path / line.removeprefix("wrote ") for line in out.splitlines()]
    assert all(path.is_file() for path in written)
    assert {"board.json", "board.svg", "charuco.json", "charuco.png"} <= {path.name for path in written}
    described = json.loads((tmp_path / "board" / "board.json").read_text())
    board = registry.find("fifth_column").board({"board": "A2"})
    assert described["size_mm"] == [*board.size_mm]
    assert described["cells"].keys() == board.places.keys()
    picture = cv2.imread(str(tmp_path / "board" / described["art"]))
    assert picture is not None
    high, wide, _ = picture.shape
    assert wide / high == pytest.approx(board.size_mm[0] / board.size_mm[1], rel=0.01)
