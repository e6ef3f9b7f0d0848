"""Recordings: written, read, and refused with a reason that names file and key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.seeing import score, see
from engines.data import DataError
from vision import recording
from vision.recorder import Recorder

from .toytable import LOOKS, PITCH_MM, SIZE_MM, Camera, art, centres, marker_places, model


def write_board(folder: Path) -> None:
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "board.png"), art("hex-pointy"))
    markers = {
        str(number): [[x, y], [x + 24, y], [x + 24, y + 24], [x, y + 24]] for number, (x, y) in marker_places().items()
    }
    board = {
        "game": None,
        "edition": "toy",
        "art": "board.png",
        "grid": "hex-pointy",
        "size_mm": SIZE_MM,
        "pitch_mm": PITCH_MM,
        "cells": {cell: {"x": x, "y": y} for cell, (x, y) in centres("hex-pointy").items()},
        "markers": markers,
        "pieces": {
            look: {"shape": it.shape, "size_mm": it.size_mm, "height_mm": it.height_mm, "rgb": it.rgb}
            for look, it in LOOKS.items()
            if not look.endswith(":back")
        },
    }
    (folder / "board.json").write_text(json.dumps(board))


def change(path: Path, **what: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **what}))


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    camera = Camera()
    write_board(tmp_path / "drawn")
    recorder = Recorder(tmp_path / "evening", game=None, board=tmp_path / "drawn")
    recorder.add(camera.take({}), 0.0, known={})
    recorder.add(camera.take({"0303": ["disc:blue"]}), 1.5, known={"0303": ["disc:blue"]})
    recorder.add(camera.take({"0404": ["disc:blue"]}), 3.0)
    return recorder.close()


def test_written_recording_is_read_back(evening: Path) -> None:
    again = recording.read(evening)
    assert [frame.known for frame in again.frames] == [{}, {"0303": ["disc:blue"]}, None]
    assert recording.picture(evening, again.frames[0]).shape == (720, 1280, 3)


@pytest.mark.parametrize("written", ["../elsewhere.png", "{folder}/elsewhere.png", "frames/../../elsewhere.png"])
def test_a_frame_that_lies_outside_the_recording_is_not_shown(evening: Path, written: str) -> None:
    file = written.format(folder=evening.parent)
    cv2.imwrite(str(evening.parent / "elsewhere.png"), np.zeros((8, 8, 3), np.uint8))
    document = json.loads((evening / "recording.json").read_text())
    document["frames"][1]["file"] = file
    change(evening / "recording.json", frames=document["frames"])
    with pytest.raises(DataError) as refused:
        recording.read(evening)
    assert f"frames[1].file: {file!r} is not in the recording's folder" in str(refused.value)


@pytest.mark.parametrize("size_mm", [2.5, 1.5, 0.2])
@pytest.mark.parametrize("look", ["disc:blue", "square:red"])
def test_a_piece_that_is_smaller_than_a_pixel_ends_nothing(evening: Path, look: str, size_mm: float) -> None:
    """There is nothing within its rim to look for; all others are seen as ever."""
    board = evening / "board" / "board.json"
    pieces = json.loads(board.read_text())["pieces"]
    pieces[look]["size_mm"] = size_mm
    change(board, pieces=pieces)
    assert [frame["board"] for frame in see(evening)] == ["found"] * 3


def test_seeing_follows_the_piece_and_scores_itself(evening: Path) -> None:
    frames = list(see(evening))
    assert [frame["board"] for frame in frames] == ["found"] * 3
    assert frames[2]["cells"]["0404"]["looks"] == ["disc:blue"]
    assert frames[2]["unsure"] == []
    assert set(frames[2]["ms"]) == {"find", "evidence", "total"}
    path = evening / "recording.json"
    document = json.loads(path.read_text())
    document["frames"][2]["truth"] = {"0404": ["disc:blue"]}
    path.write_text(json.dumps(document))
    assert score(evening, frames) == {
        "frames": 1, "lost": 0, "pieces": 1, "wrong": 0, "abstained": 0, "empty_abstained": 0, "right_frames": 1,
    }  # fmt: skip


def test_picture_is_turned_as_exif_says(tmp_path: Path) -> None:
    done, data = cv2.imencode(".jpg", np.zeros((40, 80, 3), np.uint8))
    assert done
    turned_right = bytes.fromhex("ffe1002245786966000049492a00080000000100120103000100000006000000000000000000")
    (tmp_path / "turned.jpg").write_bytes(data.tobytes()[:2] + turned_right[:36] + data.tobytes()[2:])
    image = recording.picture(tmp_path, recording.RecordedFrame("turned.jpg", 0.0))
    assert image.shape[:2] == (80, 40)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("format", 2, "format"),
        ("frames", [{"file": "frames/9999.jpg", "t": 0}], r"frames\[0\].file"),
        ("frames", [{"file": "frames/0000.jpg", "t": 2}, {"file": "frames/0001.jpg", "t": 1}], r"frames\[1\].t"),
        ("frames", [{"file": "frames/0000.jpg", "t": 0, "known": {"9999": ["disc:blue"]}}], "9999"),
        ("frames", [{"file": "frames/0000.jpg", "t": 0, "known": {"0303": ["disc:pink"]}}], "disc:pink"),
        ("frames", [{"file": "frames/0000.jpg", "t": 0, "known": {"0303": "disc:blue"}}], r"frames\[0\].known.0303"),
        ("frames", [{"t": 0}], "file"),
        ("board", "elsewhere", "elsewhere"),
    ],
)
def test_wrong_recording_names_what_is_wrong(evening: Path, key: str, value: Any, said: str) -> None:
    change(evening / "recording.json", **{key: value})
    with pytest.raises(DataError, match=said):
        list(see(evening))


@pytest.mark.parametrize(("key", "value"), [("game", "chess"), ("options", {"version": "silly"})])
def test_a_recording_of_no_game_or_option_that_there_is_names_file_and_key(evening: Path, key: str, value: Any) -> None:
    change(evening / "recording.json", **{"board": None, "game": "casablanca_escape", key: value})
    with pytest.raises(DataError, match=rf"recording\.json: {key}: "):
        list(see(evening))


def test_what_is_no_json_or_no_picture_is_named(evening: Path) -> None:
    (evening / "frames" / "0000.jpg").write_bytes(b"not a picture")
    with pytest.raises(DataError, match=r"0000\.jpg"):
        list(see(evening))
    (evening / "recording.json").write_text("{")
    with pytest.raises(DataError, match=r"recording\.json"):
        list(see(evening))


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("art", "gone.png", "art: there is no picture 'gone.png'"),
        ("size_mm", [0, 10], "size_mm"),
        ("size_mm", [1e9, 1e9], "size_mm"),
        ("pitch_mm", -1, "pitch_mm"),
        ("pitch_mm", 1e6, "pitch_mm"),
        ("cells", {}, "cells"),
        ("cells", {"0101": {"x": 9, "y": 9}, "0102": {"x": "left", "y": 5}}, "cells.0102.x"),
        ("cells", {"0101": {"x": 1e6, "y": 5}}, "cells.0101"),
        ("cells", {"0101": {"x": 9, "y": 9, "outline": [[0, 0], [9, 0], [9, 1e6]]}}, "cells.0101.outline"),
        ("markers", {"0": [[0, 0]]}, "markers.0"),
        ("markers", {"0": [[0, 0], [24, 0], [24, 1e6], [0, 24]]}, "markers.0"),
        ("grid", "spiral", "grid"),
        ("pieces", {"disc:red": {"shape": "disc", "size_mm": 0, "height_mm": 3, "rgb": [1, 2, 3]}}, "disc:red"),
        (
            "pieces",
            {"disc:red": {"shape": "disc", "size_mm": 9, "height_mm": 3, "rgb": [1, 2]}},
            r"pieces.disc:red.rgb",
        ),
        (
            "pieces",
            {"disc:red": {"shape": "disc", "size_mm": 9e9, "height_mm": 3, "rgb": [1, 2, 3]}},
            "pieces.disc:red",
        ),
        ("pieces", {"disc:red": {"shape": "disc", "size_mm": 9, "height_mm": 3, "rgb": [1, 2, 300]}}, "rgb"),
    ],
)
def test_wrong_board_names_file_and_key(evening: Path, key: str, value: Any, said: str) -> None:
    change(evening / "board" / "board.json", **{key: value})
    with pytest.raises(DataError, match=rf"board\.json.*{said}"):
        list(see(evening))


def test_art_that_breaks_off_is_refused_and_not_made_up(evening: Path) -> None:
    art = evening / "board" / "board.png"
    art.write_bytes(art.read_bytes()[:3000])
    with pytest.raises(DataError, match=r"board\.json.*art"):
        list(see(evening))


def test_frame_that_breaks_off_is_named_after_what_was_seen_before(evening: Path) -> None:
    last = evening / "frames" / "0002.jpg"
    last.write_bytes(last.read_bytes()[:-20])
    seen = see(evening)
    assert [next(seen)["board"], next(seen)["board"]] == ["found", "found"]
    with pytest.raises(DataError, match=r"0002\.jpg"):
        next(seen)


def test_regular_outlines_are_derived_from_grid_and_pitch(evening: Path) -> None:
    from vision.board_model import BoardModel

    read = BoardModel.from_folder(evening / "board")
    assert np.allclose(read.cells["0303"].outline, model().cells["0303"].outline)
    assert read.cell_at(*read.cells["0303"].centre)[0] == "0303"
    assert read.cell_at(1.0, 1.0) == (None, 0.0)
