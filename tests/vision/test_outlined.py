"""What seems to have come below a hand: pieces end all around, light between fingers does not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from tests.vision.test_vanished import CELL, NEXT, floor, lying, showing
from tests.vision.toytable import model
from vision.evidence import CellEvidence
from vision.found import Found
from vision.outlined import without_light
from vision.plain_view import Plain, PlainView
from vision.spots import COARSE, painted

WHITE_BGR, PALE_BGR, INK_BGR = (225, 230, 235), (165, 205, 220), (90, 120, 130)


def came(cell: str = CELL) -> Found:
    """What is taken for a white square counter near a hand."""
    return msgspec.structs.replace(lying("square:white", cell), by_hand=True)


def told(now: SimpleNamespace, *found: Found, bare: Any = None, plainly: bool = True) -> tuple[list[Found], set[str]]:
    """What is left of what was `found`, and where nobody can tell, all cells having been seen plainly, and empty."""
    view = PlainView(model())
    if plainly:
        view.keep(showing(), {each: Plain((), CellEvidence(each)) for each in (CELL, NEXT)})
    kept, lit = without_light(found, (), view, now, floor() if bare is None else bare)
    return kept, set(lit)


def laid(thing: Found, bgr: tuple[int, int, int]) -> SimpleNamespace:
    """The board with a thing of one colour on it."""
    now = showing()
    left, top, right, bottom = (round(each / COARSE) for each in thing.rect)
    now.plain[top:bottom, left:right] = np.log(bgr)
    return now


def brightened(where: NDArray[np.bool_], by: float) -> SimpleNamespace:
    """The bare board, in a light that falls off softly around a place."""
    now = showing()
    rows, columns = np.nonzero(where)
    down, across = np.indices(where.shape)
    far = np.hypot(down - rows.mean(), across - columns.mean())
    now.plain += np.float32(by) * np.exp(-np.square(far / 14))[..., None].astype(np.float32)
    return now


def test_light_that_falls_between_fingers_is_no_white_piece() -> None:
    white = came()
    spot = painted([white], (0, 0, *model().labels.shape[::-1]))
    assert told(brightened(spot, 0.25), white) == ([], {CELL})


def test_a_white_piece_that_a_hand_put_down_is_one() -> None:
    white = came()
    assert told(laid(white, WHITE_BGR), white) == ([white], set())


def test_a_pale_piece_whose_outline_hardly_steps_is_one_where_it_hides_print() -> None:
    white, whole = came(), (0, 0, *model().labels.shape[::-1])
    bare = floor().copy()
    rows, columns = np.nonzero(painted([white], whole))
    middle = slice(int(rows.mean()) - 2, int(rows.mean()) + 2)
    bare[middle, int(columns.min()) + 4 : int(columns.max()) - 3] = np.log(INK_BGR)
    pale = laid(white, PALE_BGR)
    assert told(pale, white, bare=bare) == ([white], set())


def test_what_came_where_nobody_saw_that_nothing_lay_is_not_asked() -> None:
    white = came()
    spot = painted([white], (0, 0, *model().labels.shape[::-1]))
    assert told(brightened(spot, 0.25), white, plainly=False) == ([white], set())


def test_a_tag_that_was_read_is_no_light() -> None:
    read = msgspec.structs.replace(came(), read=True)
    spot = painted([read], (0, 0, *model().labels.shape[::-1]))
    assert told(brightened(spot, 0.25), read) == ([read], set())
