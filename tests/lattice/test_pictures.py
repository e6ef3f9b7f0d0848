"""A board is found in whatever file its picture comes, where a page shows it; what is no picture is said to be none."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli.find import find
from companion.measures.finding import offsets
from companion.measures.photographs import Photograph, photograph
from companion.measures.printed_maps import Picture
from engines.data import DataError
from vision.lattice import Lattice
from vision.lattice.view import View

SIZE = (960, 540)
CLOSE = 0.10


@pytest.fixture(scope="module")
def hexes() -> Photograph:
    return photograph(2, "hex", SIZE, "plain")


def asked(picture: Path) -> Result:
    return CliRunner().invoke(find, [str(picture), "--json"])


def worst_cell(answer: dict[str, Any], of: Photograph) -> float:
    """How far the worst cell is from where the answer has it, in pitches."""
    assert (answer["found"], answer["kind"]) == (True, "hex")
    lens = answer["lens"] or {"k1": 0.0, "homography": answer["homography"]}
    view = View(np.linalg.inv(np.array(lens["homography"])), SIZE, lens["k1"])
    lattice = Lattice("hex", np.array(answer["homography"]), 1.0, of.centres, of.pitch_px, view)
    return float(offsets(lattice, "hex", of.centres).max())


def with_alpha(image: Picture) -> Picture:
    """A picture that nothing shows through, but for a corner that was cut away."""
    alpha = np.full(image.shape[:2], 255, np.uint8)
    alpha[:60, :80] = 0
    return np.dstack([image, alpha])


@pytest.mark.parametrize("name", ["map.jpg", "map.webp", "map.tiff", "grey.png", "alpha.png", "deep.png"])
def test_a_board_is_found_in_a_picture_of_any_kind(name: str, hexes: Photograph, tmp_path: Path) -> None:
    drawn = {
        "grey.png": cv2.cvtColor(hexes.image, cv2.COLOR_BGR2GRAY),
        "alpha.png": with_alpha(hexes.image),
        "deep.png": hexes.image.astype(np.uint16) * 257,
    }
    cv2.imwrite(str(tmp_path / name), drawn.get(name, hexes.image))
    assert worst_cell(json.loads(asked(tmp_path / name).output), hexes) < CLOSE


def test_cells_of_a_phone_held_upright_lie_where_the_picture_is_shown(hexes: Photograph, tmp_path: Path) -> None:
    lying = cv2.imencode(".jpg", cv2.rotate(hexes.image, cv2.ROTATE_90_COUNTERCLOCKWISE))[1].tobytes()
    turn_right = b"Exif\0\0II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
    marked = lying[:2] + b"\xff\xe1" + struct.pack(">H", len(turn_right) + 2) + turn_right + lying[2:]
    (tmp_path / "phone.jpg").write_bytes(marked)
    assert worst_cell(json.loads(asked(tmp_path / "phone.jpg").output), hexes) < CLOSE


@pytest.mark.parametrize("shape", [(1, 1), (2, 900), (30, 30)])
def test_a_tiny_picture_has_no_lattice(shape: tuple[int, int], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "tiny.png"), np.full((*shape, 3), 90, np.uint8))
    ran = asked(tmp_path / "tiny.png")
    assert ran.exit_code == 0
    assert not json.loads(ran.output)["found"]


@pytest.mark.parametrize("content", [b"", b"hello", b"%PDF-1.4 a rulebook", b"\xff\xd8\xff\xe0 cut off"])
def test_what_is_no_picture_is_said_to_be_none(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "board.jpg").write_bytes(content)
    error = asked(tmp_path / "board.jpg").exception
    assert isinstance(error, DataError)
    assert "not a picture that can be read" in str(error)


def test_a_picture_too_large_to_be_unpacked_is_said_to_be_so(tmp_path: Path) -> None:
    small = cv2.imencode(".png", np.zeros((8, 8), np.uint8))[1].tobytes()
    size = b"IHDR" + struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    (tmp_path / "vast.png").write_bytes(small[:12] + size + struct.pack(">I", zlib.crc32(size)) + small[33:])
    error = asked(tmp_path / "vast.png").exception
    assert isinstance(error, DataError)
    assert "too large" in str(error)
