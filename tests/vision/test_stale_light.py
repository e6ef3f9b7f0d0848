"""Floor that a piece left is judged in light that was measured without that piece's colour."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from vision.bodies import Outline
from vision.evidence import CellEvidence
from vision.found import Found
from vision.stale_light import StaleLight, in_more_light

HERE, BESIDE = "0101", "0102"


def disc(look: str, shown: float = 0.95, score: float = 70.0, likely: float = 7.0) -> Found:
    return Found(
        face_mm=(60.0, 60.0), outline=Outline(True, 16.0), height_mm=4.0, score=score, looks={look: likely},
        unknown=7.0, known=3.0, tone=np.zeros(3), visible=1.0, shown=shown, rect=(0, 0, 0, 0),
        silhouette=np.zeros((0, 0), np.float32), density=None,
    )  # fmt: skip


def due(*looked: tuple[list[Found], list[Found]], measured: bool = False) -> frozenset[str]:
    """Cells to be judged in new light after these looks at one cell: what was found there before, and what is now."""
    light = StaleLight()
    for before, now in looked:
        light.looked(frozenset([HERE]), {HERE: before} if before else {}, {HERE: CellEvidence(HERE)}, {HERE: now})
        if measured:
            light.measured()
    return light.take()


@pytest.mark.parametrize("shown", [0.95, 0.5])
def test_what_looks_like_a_white_disc_where_an_orange_one_lay_is_judged_in_new_light(shown: float) -> None:
    assert due(([disc("disc:orange")], [disc("disc:white", shown)])) == {HERE}


def test_so_is_what_looks_like_one_later_if_little_of_it_is_shown() -> None:
    left = [disc("disc:orange")], list[Found]()
    assert due(left, ([], [disc("disc:white", 0.8)])) == {HERE}
    assert not due(left, ([], [disc("disc:white", 0.95)]))
    assert not due(left, ([], [disc("disc:white", 0.8)]), measured=True)


def test_a_piece_that_lies_there_still_or_came_to_bare_floor_does_not_make_light_stale() -> None:
    orange = disc("disc:orange")
    assert not due(([orange], [orange]))
    assert not due(([], [orange]))
    assert not due(([orange], [disc("disc:white", likely=12.0)])), "one was surely put upon it"
    assert not due(([disc("disc:orange", score=5.0)], [disc("disc:white")])), "what was hardly seen was a glint"
    assert not due(([orange], []))


def test_what_was_judged_anew_is_not_due_again() -> None:
    light = StaleLight()
    light.looked(frozenset([HERE, BESIDE]), {HERE: [disc("disc:orange")]}, {}, {HERE: [disc("disc:white")]})
    assert light.take() == {HERE}
    assert not light


@pytest.mark.parametrize(
    ("brighter", "covered", "told"), [(0.2, False, {HERE}), (0.0, False, set()), (0.2, True, set())]
)
def test_what_came_where_floor_is_brighter_than_it_was_is_judged_in_new_light(
    brighter: float, covered: bool, told: set[str]
) -> None:
    side = 60
    whole = np.ones((side, side), np.bool_)
    ground = SimpleNamespace(floor=SimpleNamespace(seen=whole), px_mm=1.0)
    shade = np.full((side, side), -brighter, np.float32)
    cover = SimpleNamespace(any=covered)
    view = SimpleNamespace(rect=(0, 0, side, side), seen=whole, shade=shade, cover=cover)
    square = np.ones((24, 24), np.float32)
    came = msgspec.structs.replace(disc("disc:blue"), rect=(48, 48, 72, 72), silhouette=square)
    assert in_more_light({HERE, BESIDE}, {HERE: [came], BESIDE: []}, ground, view) == told
