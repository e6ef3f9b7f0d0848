"""The shadows that pieces cast: which way they fall from a lamp, and where."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.seeing import as_contents, board_of
from vision import recording as recordings
from vision.eye import Eye
from vision.shadows import Shadows

EVENINGS = Path(__file__).parent.parent / "path_traced"
FAR_LAMP = Shadows(0.6, (200.0, 150.0), (1.0, 0.0), 0.0)
LAMP_ABOVE = Shadows(0.6, (200.0, 150.0), (0.0, 0.0), 0.01)


def taught(name: str) -> Eye:
    """An eye to which the empty board of an evening and its first position were made known."""
    recording = recordings.read_begun(EVENINGS / name)
    eye = Eye(board_of(EVENINGS / name, recording))
    for frame in recording.frames:
        if frame.known is not None:
            eye.look(recordings.picture(EVENINGS / name, frame), frame.t)
            eye.learn({cell: as_contents(looks) for cell, looks in frame.known.items()})
    return eye


def test_from_a_far_lamp_all_shadows_fall_one_way() -> None:
    assert FAR_LAMP.way((10.0, 10.0)) == FAR_LAMP.way((390.0, 290.0)) == (1.0, 0.0)


def test_from_a_lamp_above_the_board_shadows_fall_apart() -> None:
    assert LAMP_ABOVE.way((100.0, 150.0)) == pytest.approx((-1.0, 0.0))
    assert LAMP_ABOVE.way((200.0, 250.0)) == pytest.approx((0.0, 1.0))


def test_a_shadow_lies_behind_its_piece_and_not_before_it_or_beyond_reach() -> None:
    pieces, where = np.zeros((40, 60), np.bool_), np.zeros((40, 60), np.bool_)
    pieces[18:23, 20:25] = True
    where[20, 30] = where[20, 10] = where[20, 55] = where[2, 22] = True
    reached = FAR_LAMP.may_reach(where, pieces, (200.0, 150.0), reach_px=12)
    assert reached.tolist() == [False, False, True, False]


def test_a_single_lamps_shadows_are_learnt_to_be_deep_and_a_rooms_light_casts_none() -> None:
    lamp, diffuse = (taught(name)._sight._findings.shadows for name in ("one_lamp", "sheet_on_a_corner"))
    assert lamp is not None
    assert lamp.deepest > 1.0
    assert lamp.towards[1] > abs(lamp.towards[0])
    assert diffuse is None or diffuse.deepest < lamp.deepest
