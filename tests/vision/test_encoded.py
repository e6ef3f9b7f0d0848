"""Pictures that come over networks and from phones: whole, or refused with a reason; never half made up."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import pytest

from vision.encoded import BadPicture, decoded
from vision.sides import bits_a_colour, sides_px

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


@pytest.mark.parametrize("size", [(1, 1), (2000, 2)])
def test_a_dot_or_a_line_is_refused_as_nothing_can_be_seen_in_it(size: tuple[int, int]) -> None:
    data = cv2.imencode(".png", np.zeros((size[1], size[0], 3), np.uint8))[1].tobytes()
    with pytest.raises(BadPicture, match=f"{size[0]} × {size[1]} px; at least 16") as refused:
        decoded(data, LARGEST)
    assert refused.value.kind == "too_small"


@pytest.mark.parametrize(
    ("ending", "how"),
    [(".jpg", ()), (".jpg", (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)), (".png", ()), (".webp", (cv2.IMWRITE_WEBP_QUALITY, 80)),
     (".webp", (cv2.IMWRITE_WEBP_QUALITY, 101))],
)  # fmt: skip
def test_a_head_says_how_large_its_picture_is(ending: str, how: tuple[int, ...]) -> None:
    assert sides_px(cv2.imencode(ending, PLAIN, how)[1].tobytes()) == (64, 48)


def test_a_head_with_transparency_says_how_large_its_picture_is() -> None:
    clear = np.dstack([PLAIN, PLAIN[:, :, :1]])
    assert sides_px(cv2.imencode(".webp", clear, (cv2.IMWRITE_WEBP_QUALITY, 80))[1].tobytes()) == (64, 48)


@pytest.mark.parametrize(("ending", "at", "size"), [(".png", 16, ">II"), (".jpg", None, ">HH")])
def test_a_small_file_that_says_it_is_huge_is_refused_before_it_takes_memory(
    ending: str, at: int | None, size: str
) -> None:
    data = bytearray(encoded(ending))
    struct.pack_into(size, data, data.index(b"\xff\xc0") + 5 if at is None else at, 60_000, 60_000)
    with pytest.raises(BadPicture, match="60000 × 60000 px"):
        decoded(bytes(data), LARGEST)


def sized(width: int, height: int) -> bytes:
    """A small PNG whose head says that it has other sides."""
    data = bytearray(encoded(".png"))
    struct.pack_into(">II", data, 16, width, height)
    return bytes(data)


@pytest.mark.parametrize(("width", "height"), [(4032, 3024), (8064, 6048), (6120, 8160)])
def test_stills_of_the_largest_phones_are_not_too_large(width: int, height: int) -> None:
    with pytest.raises(BadPicture) as refused:
        decoded(sized(width, height), LARGEST)
    assert refused.value.kind != "too_large", "what is broken about it is its content"


def test_a_small_file_of_many_pixels_is_refused_before_it_takes_memory() -> None:
    with pytest.raises(BadPicture, match="8000 × 8000 px; at most 8192 a side and 50 million") as refused:
        decoded(sized(8000, 8000), LARGEST)
    assert refused.value.kind == "too_large"


def test_a_picture_of_sixteen_bits_a_colour_is_taken_from_ones_own_folder_only() -> None:
    deep = cv2.imencode(".png", PLAIN.astype(np.uint16) * 257)[1].tobytes()
    with pytest.raises(BadPicture, match="8 bits") as refused:
        decoded(deep, LARGEST)
    assert refused.value.kind == "too_deep"
    assert decoded(deep, LARGEST, own=True).shape == PLAIN.shape
    assert [bits_a_colour(encoded(ending)) for ending in (".png", ".jpg", ".webp")] == [8, 8, 8]


@pytest.mark.parametrize("ending", [".tiff", ".bmp"])
def test_other_kinds_are_taken_from_ones_own_folder_only(ending: str) -> None:
    assert decoded(encoded(ending), LARGEST, own=True).shape == PLAIN.shape
    with pytest.raises(BadPicture, match="not a picture"):
        decoded(encoded(ending), LARGEST)
