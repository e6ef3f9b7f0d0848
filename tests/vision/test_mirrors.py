"""A piece in which a lamp is mirrored teaches nobody its colour while others of that colour lie beside it."""

import numpy as np
from numpy.typing import NDArray

from vision.colour_lessons import Lesson, without_mirrors
from vision.light import tone_of_rgb

GREEN, ORANGE, WHITE = (24, 122, 56), (234, 112, 22), (234, 231, 222)


def seen(rgb: tuple[int, int, int], gloss: float = 0.0, light: float = 1.0) -> Lesson:
    """A piece of a colour with a lamp's mirror image in it, where `light` shines on it beside what was expected."""
    under: NDArray[np.float64] = light * np.exp(tone_of_rgb(rgb))
    return Lesson(rgb, np.log(np.minimum(under + gloss, 271.0)), tone_of_rgb(rgb))


def test_a_green_disc_in_a_lamps_mirror_image_is_paler_than_its_like() -> None:
    assert seen(GREEN, gloss=45).mirrors(seen(GREEN))
    assert not seen(GREEN).mirrors(seen(GREEN, gloss=45))


def test_so_is_one_whose_red_is_burnt_out_already() -> None:
    assert seen(ORANGE, gloss=60).mirrors(seen(ORANGE))


def test_a_piece_under_more_light_is_seen_in_its_own_colour() -> None:
    assert not seen(GREEN, light=1.3).mirrors(seen(GREEN))
    assert not seen(WHITE, light=1.0).mirrors(seen(WHITE, light=0.8))


def test_a_piece_of_another_colour_tells_nothing() -> None:
    assert not seen(ORANGE, gloss=45).mirrors(seen(GREEN))


def test_of_two_green_discs_the_dull_one_is_learnt() -> None:
    dull, others = seen(GREEN), [seen(ORANGE), seen(WHITE)]
    assert without_mirrors([seen(GREEN, gloss=45), dull, *others]) == [dull, *others]


def test_what_is_paler_on_every_piece_is_learnt_so() -> None:
    lessons = [seen(GREEN, gloss=20), seen(GREEN, gloss=22)]
    assert without_mirrors(lessons) == lessons
