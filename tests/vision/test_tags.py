"""Tags of counters are read however small they are, and are not mistaken for each other."""

from __future__ import annotations

from companion.measures.tag_reading import SMALL_PX, lots, read, smallest_board
from vision.tags import _patterns


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
