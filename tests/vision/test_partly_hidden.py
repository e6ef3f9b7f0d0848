"""Tags of which fingers hide so much that nobody could read them: print, paper and rim beside each other tell them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.face_parts import FACE_PX, FaceParts, fitted
from vision.light import tone
from vision.partly_hidden import SEEN, WINDOW_PX

BLUE, GREEN, SKIN, FLOOR, SHADE = (150, 60, 30), (60, 130, 30), (110, 140, 200), (140, 170, 180), 0.6
"""BGR colours, and a light in which little more than half is left."""
TAGS = (3, 7, 11, 20)
NOTHING_BARE = np.zeros((WINDOW_PX, WINDOW_PX), np.bool_)


def face(tag: int, rim: tuple[int, int, int]) -> NDArray[np.uint8]:
    """A round piece with a tag in its middle, on the board."""
    side = FACE_PX * 8
    picture = np.full((side, side, 3), FLOOR, np.uint8)
    cv2.circle(picture, (side // 2, side // 2), side // 2 - 8, rim, -1)
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    module = round(0.54 * side / 6)
    paper = np.full((8 * module, 8 * module, 3), 230, np.uint8)
    paper[module:-module, module:-module] = np.maximum(known.generateImageMarker(tag, 6 * module), 25)[..., None]
    first = (side - 8 * module) // 2
    picture[first : first + 8 * module, first : first + 8 * module] = paper
    return cv2.resize(picture, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)


def below_fingers(seen: NDArray[np.uint8], *, turn_deg: float = 0.0, light: float = 1.0) -> NDArray[np.uint8]:
    """What is seen around such a piece, turned, of which a finger hides the upper half and lies beside its right."""
    window = np.full((WINDOW_PX, WINDOW_PX, 3), FLOOR, np.uint8)
    turn = cv2.getRotationMatrix2D(((FACE_PX - 1) / 2,) * 2, turn_deg, 1.0)
    first = (WINDOW_PX - FACE_PX) // 2
    turned = cv2.warpAffine(seen, turn, (FACE_PX, FACE_PX), borderValue=FLOOR)
    window[first : first + FACE_PX, first : first + FACE_PX] = turned
    lit = (window * light).astype(np.uint8)
    lit[: WINDOW_PX // 2] = lit[:, -first:] = SKIN
    return lit


def share(seen: NDArray[np.uint8], of: NDArray[np.uint8]) -> float:
    """The share of a face that is found in what is seen."""
    parts = FaceParts.of(tone(of))
    assert parts is not None
    fit = fitted(tone(seen), NOTHING_BARE, parts)
    return 0.0 if fit is None else fit.share


@pytest.mark.parametrize("turn_deg", [0, 37, 90, 211])
@pytest.mark.parametrize("light", [1.0, SHADE])
def test_half_a_tag_below_a_finger_is_known_however_it_is_turned_and_shaded(turn_deg: float, light: float) -> None:
    piece = face(3, BLUE)
    assert share(below_fingers(piece, turn_deg=turn_deg, light=light), of=piece) > SEEN


def test_a_finger_alone_is_no_tag() -> None:
    bare = np.full((FACE_PX, FACE_PX, 3), FLOOR, np.uint8)
    assert share(below_fingers(bare), of=face(3, BLUE)) == 0


def test_a_plain_piece_of_the_same_colour_below_a_finger_is_no_tag() -> None:
    plain = np.full((FACE_PX, FACE_PX, 3), BLUE, np.uint8)
    assert share(below_fingers(plain), of=face(3, BLUE)) < SEEN


def test_half_a_tag_is_not_taken_for_one_on_a_piece_of_another_colour() -> None:
    blue, green = face(3, BLUE), face(3, GREEN)
    half = below_fingers(blue)
    assert share(half, of=green) < SEEN < share(half, of=blue)


@pytest.mark.parametrize("tag", TAGS)
def test_half_a_tag_fits_itself_better_than_others_on_pieces_of_its_colour(tag: int) -> None:
    half = below_fingers(face(tag, BLUE), turn_deg=20)
    shares = {other: share(half, of=face(other, BLUE)) for other in TAGS}
    assert max(shares, key=lambda other: shares[other]) == tag


def test_what_is_seen_to_be_floor_is_no_part_of_a_face() -> None:
    piece = face(3, BLUE)
    parts = FaceParts.of(tone(piece))
    assert parts is not None
    assert fitted(tone(below_fingers(piece)), ~NOTHING_BARE, parts) is None


def test_a_face_with_a_black_rim_is_not_known_by_that() -> None:
    assert FaceParts.of(tone(face(3, (25, 25, 25)))) is None


def test_a_face_in_which_a_lamp_is_mirrored_is_not_known_by_its_pale_print() -> None:
    veiled = cv2.addWeighted(face(3, BLUE), 0.5, np.full((FACE_PX, FACE_PX, 3), 255, np.uint8), 0.5, 0)
    assert FaceParts.of(tone(veiled)) is None
