"""Pictures that come over networks and from phones: whole, or refused with a reason; never half made up."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import pytest

from vision.sources.encoded import BadPicture, decoded

LARGEST = 1_000_000
PLAIN = np.random.default_rng(1).integers(0, 255, (48, 64, 3), dtype=np.uint8)


def encoded(ending: str) -> bytes:
    return cv2.imencode(ending, PLAIN)[1].tobytes()


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_whole_pictures_are_taken_and_broken_ones_refused(ending: str) -> None:
    data = encoded(ending)
    assert decoded(data, LARGEST).shape == PLAIN.shape
    assert decoded(data + b"what a phone appends", LARGEST).shape == PLAIN.shape
    with pytest.raises(BadPicture, match="breaks off"):
        decoded(data[: len(data) // 2], LARGEST)


def test_small_picture_inside_a_head_does_not_make_half_a_picture_whole() -> None:
    data, inside = encoded(".jpg"), b"Exif\0\0" + encoded(".jpg")
    with_head = data[:2] + b"\xff\xe1" + struct.pack(">H", len(inside) + 2) + inside + data[2:]
    assert decoded(with_head, LARGEST).shape == PLAIN.shape
    with pytest.raises(BadPicture, match="breaks off"):
        decoded(with_head[:-100], LARGEST)


@pytest.mark.parametrize(
    ("data", "problem"),
    [(b"", "empty"), (b"<html>", "not a picture"), (b"\xff\xd8\xff", "breaks off"), (b"x" * 2000, "2000 bytes")],
)
def test_what_is_no_picture_is_refused_with_its_reason(data: bytes, problem: str) -> None:
    with pytest.raises(BadPicture, match=problem):
        decoded(data, 1000)
