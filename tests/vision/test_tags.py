"""Tags of counters are read however small they are, and are not mistaken for each other."""

from __future__ import annotations

import math

from companion.measures.tag_reading import SMALL_PX, lots, read, smallest_board
from vision.eye import Eye
from vision.tags import _patterns, read_face


def test_an_eye_reads_tags_of_14_px_that_a_detector_misses() -> None:
    (lot,) = lots(smallest_board(), "square", SMALL_PX, [3])
    found = read(lot).values()
    tags = sum(one.tags for one in found)
    assert sum(one.wrong for one in found) == 0
    assert sum(one.ours for one in found) >= 0.9 * tags
    assert sum(one.theirs for one in found) < 0.9 * tags


def test_two_tags_of_the_dictionary_are_never_nearly_the_same_even_when_they_are_blurred() -> None:
    patterns = _patterns(tuple(range(20)), 0, 0.4)
    alike = patterns[::4] @ patterns.T
    for number in range(20):
        alike[number, 4 * number : 4 * number + 4] = 0
    assert alike.max() < 0.95


def test_a_tag_is_read_though_its_counters_side_and_shadow_draw_the_guess_of_its_middle_3_mm_aside() -> None:
    (lot,) = lots(smallest_board(), "disc", SMALL_PX, [3])
    eye = Eye(lot.model)
    eye.look(lot.empty, 0.0)
    pose = eye.whole_pose
    assert pose is not None
    for cell, number in lot.tags.items():
        tag = read_face(lot.image, pose, lot.model.cells[cell].centre, lot.model)
        assert tag is not None
        for turn in range(8):
            x, y = (3.2 * each(turn * math.pi / 4) for each in (math.cos, math.sin))
            aside = read_face(lot.image, pose, (tag.foot_mm[0] + x, tag.foot_mm[1] + y), lot.model)
            assert aside is not None
            assert aside.body.tag == number
