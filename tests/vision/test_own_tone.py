"""The own tone of a face, which tells a piece from floor of nearly its colour."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.bodies import Outline, face
from vision.own_tone import Even, covers_its_like, evenest

SCALE, SIZE_MM = 2.0, 12.0
PAPER, WHITE = np.array([4.8, 4.9, 5.0]), np.array([5.0, 5.0, 5.05])
ANYWHERE = np.ones((61, 61), np.bool_)


def floor() -> NDArray[np.float32]:
    """Paper whose tone is not even, as a camera sees it."""
    noise = np.random.default_rng(3).normal(0, 0.02, (61, 61, 3))
    return (PAPER + noise).astype(np.float32)


def with_disc(seen: NDArray[np.float32]) -> NDArray[np.float32]:
    disc = face(Outline(True, SIZE_MM), SCALE, 61)[..., None]
    return ((1 - disc) * seen + disc * WHITE).astype(np.float32)


def even(seen: NDArray[np.float32], explained: float) -> Even | None:
    """The face found in what is `seen`, the floor explaining it so well (log density) within the middle."""
    known = np.full(seen.shape[:2], 8.5, np.float32)
    known[face(Outline(True, SIZE_MM), SCALE, 61) > 0.5] = explained
    maps: Any = SimpleNamespace(view=SimpleNamespace(seen=seen), explained=known)
    return evenest(maps, ANYWHERE, [SIZE_MM], SCALE)


def test_a_face_of_one_tone_explains_what_its_floor_would_explain_badly() -> None:
    found = even(with_disc(floor()), 4.0)
    assert found is not None
    assert np.abs(found.tone - WHITE).max() < 0.02


def test_floor_that_looks_as_it_should_is_no_face_however_even_it_is() -> None:
    assert even(floor(), 8.5) is None


def test_a_drawing_is_no_face_of_one_tone() -> None:
    drawn = floor()
    drawn[::4] -= 0.6
    assert even(drawn, 4.0) is None


def test_a_face_that_may_not_be_there_is_not_looked_for() -> None:
    maps: Any = SimpleNamespace(view=SimpleNamespace(seen=with_disc(floor())), explained=np.zeros((61, 61), np.float32))
    assert evenest(maps, np.zeros_like(ANYWHERE), [SIZE_MM], SCALE) is None


def covered(seen: NDArray[np.float32], printed: NDArray[np.float32], may_be_floor: NDArray[np.bool_]) -> bool:
    """Whether a thing that covers what is `seen` on this print covers its like; `may_be_floor`: pixels that may be."""
    patch = SimpleNamespace(rect=(0, 0, 61, 61), floor=printed, seen=seen, part=lambda _: (slice(0, 61), slice(0, 61)))
    spot: Any = SimpleNamespace(rect=(0, 0, 61, 61), silhouette=face(Outline(True, SIZE_MM), SCALE, 61))
    claims: Any = SimpleNamespace(patch=patch, floor=np.where(may_be_floor, 5.0, -2.5).astype(np.float32))
    return covers_its_like(spot, claims)


def test_floor_in_an_unexpected_light_is_no_piece_for_what_is_printed_on_it_is_seen() -> None:
    printed, half = floor(), ANYWHERE & (np.indices(ANYWHERE.shape)[0] % 2 == 0)
    printed[:, ::4] -= 0.4
    assert covered(with_disc(printed), printed, half)
    assert not covered(printed + np.float32(0.1), printed, half)


def test_what_all_may_be_floor_is_floor_and_what_is_none_needs_no_tone_of_its_own() -> None:
    assert not covered(with_disc(floor()), floor(), ANYWHERE)
    assert not covered(with_disc(floor()), floor(), ~ANYWHERE)
