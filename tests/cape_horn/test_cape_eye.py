"""Tiles before a camera: which design lies there and where it points, though askew and with ships on it."""

from __future__ import annotations

from companion.measures.tiles import score_tiles


def test_tiles_askew_and_off_the_middle_are_read_at_a_first_look() -> None:
    score = score_tiles("cape_horn", "alone", boards=1, seed=1, tiles=24)
    assert score.right == score.tiles == 24, score.wrong


def test_a_tile_is_read_beneath_the_ship_or_chip_that_covers_part_of_it() -> None:
    score = score_tiles("cape_horn", "under_a_ship", boards=1, seed=2, tiles=8)
    assert score.right >= 7, score.wrong
    assert score.seen >= 6
