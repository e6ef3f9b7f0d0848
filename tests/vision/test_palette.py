"""The colours of pieces as they were seen in the light of their places."""

from __future__ import annotations

import numpy as np

from vision.board_model import Body
from vision.palette import Palette

RED = (200, 30, 30)


def test_red_that_was_pink_below_the_lamp_is_still_red_in_the_dark_of_the_room() -> None:
    palette = Palette({"disc:red": Body("disc:red", "disc", 14.0, 4.0, RED)})
    below_the_lamp, in_the_dark = palette.printed + 0.3, palette.printed - 0.2
    for _ in range(4):
        palette.learn(RED, below_the_lamp[0] + [0.5, 0.5, 0.0], below_the_lamp)
        palette.learn(RED, in_the_dark[0], in_the_dark)
    pale, plain = (palette.expected(each) - each for each in (below_the_lamp, in_the_dark))
    assert pale[0, 1] > 0.4
    assert plain[0, 1] < 0.1


def test_a_colour_that_was_seen_in_one_light_is_known_in_every_other() -> None:
    palette = Palette({"disc:red": Body("disc:red", "disc", 14.0, 4.0, RED)})
    for _ in range(8):
        palette.learn(RED, palette.printed[0] + 0.2, palette.printed)
    elsewhere = palette.printed - 0.8
    assert np.allclose(palette.expected(elsewhere) - elsewhere, 0.2, atol=0.02)
