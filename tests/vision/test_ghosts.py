"""What seemed to lie beside a piece that was known to be alone is not another piece where that one comes to stand."""

from __future__ import annotations

import numpy as np
import pytest

from vision.bodies import Outline
from vision.found import Found
from vision.ghosts import Ghosts

PIECES = ["disc:black", "disc:blue", "disc:red", "disc:white", "disc:yellow"]
AT_MM, SHADOW_MM, SHADOW = (100.0, 100.0), (1.0, -8.5), 25.0


def seen(look: str, foot_mm: tuple[float, float], score: float) -> Found:
    """A disc of 16 mm that stands there."""
    return Found(
        face_mm=foot_mm, outline=Outline(True, 16.0), height_mm=10.0, score=score, looks={look: 12.0}, unknown=7.0,
        known=3.0, tone=np.zeros(3), visible=1.0, shown=0.7, rect=(0, 0, 0, 0), silhouette=np.zeros((0, 0), np.float32),
        density=None, foot_mm=foot_mm,
    )  # fmt: skip


def beside(foot_mm: tuple[float, float], off_mm: tuple[float, float]) -> tuple[float, float]:
    return foot_mm[0] + off_mm[0], foot_mm[1] + off_mm[1]


def taught() -> Ghosts:
    """A yellow disc is alone, and what looks like a black one lies beside it."""
    ghosts = Ghosts(PIECES)
    black = seen("disc:black", beside(AT_MM, SHADOW_MM), SHADOW)
    ghosts.learn({"0101": [black, seen("disc:yellow", AT_MM, 70.0)]}, {"0101": ("disc:yellow",)})
    return ghosts


def is_believed(
    ghosts: Ghosts, piece: str, look: str = "disc:black", off_mm: tuple[float, float] = SHADOW_MM, score: float = SHADOW
) -> bool:
    """Whether what has that look beside a `piece` elsewhere is likelier a piece than not."""
    there = (220.0, 60.0)
    thing, other = seen(look, beside(there, off_mm), score), seen(piece, there, 70.0)
    doubted, same = ghosts.doubted([thing, other], [])
    assert max(same.looks.values()) == 12.0
    return max(doubted.looks.values()) > 0


def test_the_shadow_that_a_piece_had_goes_with_it() -> None:
    assert is_believed(Ghosts(PIECES), "disc:yellow")
    assert not is_believed(taught(), "disc:yellow")
    assert not is_believed(taught(), "disc:yellow", off_mm=(3.0, -7.0))


@pytest.mark.parametrize(
    ("look", "off_mm", "score"),
    [("disc:red", SHADOW_MM, SHADOW), ("disc:black", (6.0, 6.0), SHADOW), ("disc:black", SHADOW_MM, 60.0)],
)
def test_another_piece_beside_it_is_one(look: str, off_mm: tuple[float, float], score: float) -> None:
    assert is_believed(taught(), "disc:yellow", look, off_mm, score)


def test_two_shadows_tell_what_others_have() -> None:
    ghosts = taught()
    assert is_believed(ghosts, "disc:white")
    black = seen("disc:black", beside(AT_MM, SHADOW_MM), SHADOW)
    ghosts.learn({"0505": [black, seen("disc:blue", AT_MM, 70.0)]}, {"0505": ("disc:blue",)})
    assert not is_believed(ghosts, "disc:white")


def test_nothing_is_learnt_where_two_pieces_lie() -> None:
    ghosts, black = Ghosts(PIECES), seen("disc:black", beside(AT_MM, SHADOW_MM), SHADOW)
    yellow = seen("disc:yellow", AT_MM, 70.0)
    ghosts.learn({"0101": [black, yellow]}, {"0101": ("disc:black", "disc:yellow")})
    assert is_believed(ghosts, "disc:yellow")


def test_what_seemed_to_lie_upon_a_tile_is_a_piece_where_it_lies_upon_another() -> None:
    ghosts, upon = Ghosts(PIECES), (1.0, 2.0)
    ghosts.learn(
        {"0101": [seen("disc:white", beside(AT_MM, upon), SHADOW), seen("tile:a:south", AT_MM, 70.0)]},
        {"0101": ("tile:a:south",)},
    )
    assert is_believed(ghosts, "tile:a:south", "disc:white", upon)
