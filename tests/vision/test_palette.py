"""The colours of pieces as they were seen in the light of their places."""

from __future__ import annotations

import numpy as np

from vision.board_model import Body
from vision.palette import Palette, Places

RED, BLUE = (200, 30, 30), (26, 66, 165)
ANYWHERE = np.zeros(2)


def of_one(rgb: tuple[int, int, int]) -> Palette:
    """A palette that knows of discs of one colour."""
    return Palette({"disc": Body("disc", "disc", 14.0, 4.0, rgb)})


def test_red_that_was_pink_below_the_lamp_is_still_red_in_the_dark_of_the_room() -> None:
    palette = of_one(RED)
    below_the_lamp, in_the_dark = (Places(palette.printed + each, ANYWHERE) for each in (0.3, -0.2))
    for _ in range(4):
        palette.learn(RED, below_the_lamp.printed[0] + [0.4, 0.4, 0.0], below_the_lamp)
        palette.learn(RED, in_the_dark.printed[0], in_the_dark)
    pale, plain = (palette.expected(each) - each.printed for each in (below_the_lamp, in_the_dark))
    assert pale[0, 1] > 0.3
    assert plain[0, 1] < 0.1


def test_a_colour_that_was_seen_in_one_light_is_known_in_every_other() -> None:
    palette = of_one(RED)
    for _ in range(8):
        palette.learn(RED, palette.printed[0] + 0.2, Places(palette.printed, ANYWHERE))
    elsewhere = Places(palette.printed - 0.8, ANYWHERE)
    assert np.allclose(palette.expected(elsewhere) - elsewhere.printed, 0.2, atol=0.02)


def test_blue_pieces_that_mirror_the_window_make_no_other_blue_piece_pale() -> None:
    palette = of_one(BLUE)
    window, door, between = (np.array([x, 100.0]) for x in (0.0, 500.0, 250.0))
    palette.learn(BLUE, palette.printed[0] + [0.3, 0.7, 1.1], Places(palette.printed, window))
    palette.learn(BLUE, palette.printed[0], Places(palette.printed, door))
    palette.learn(BLUE, palette.printed[0] + [0.2, 0.5, 0.9], Places(palette.printed, window + 60))
    assert (palette.expected(Places(palette.printed, between)) - palette.printed)[0, 2] < 0.1
    assert (palette.expected(Places(palette.printed, window + 10)) - palette.printed)[0, 2] > 0.9
