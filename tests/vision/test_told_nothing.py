"""A board on which pieces lie already in the first picture of all, and of which nobody has told anything."""

from __future__ import annotations

from pathlib import Path

from engines.physical import Contents
from tests.vision.test_unseen import said

DISCS: Contents = tuple(f"disc:{colour}" for colour in ("black", "blue", "green", "orange", "red", "violet", "yellow"))


def test_what_recognised_pieces_hide_is_taken_for_neither_light_nor_print(tmp_path: Path) -> None:
    """Beside a yellow disc the floor had seemed bluer than its print, and a piece."""
    there = said("casablanca_escape", 9015, 1, tmp_path)
    assert (there("T0+"), there("2702"), there("2601")) == (DISCS, ("disc:violet",), ())


def test_pieces_in_a_box_are_told_though_some_lie_upon_others(tmp_path: Path) -> None:
    assert said("casablanca_escape", 9012, 0, tmp_path)("T0+") == tuple(sorted((*DISCS, "disc:white")))


def test_a_disc_that_lies_askew_on_another_lies_in_the_same_hex(tmp_path: Path) -> None:
    there = said("casablanca_escape", 9012, 2, tmp_path)
    assert (there("2702"), there("2601")) == (("disc:red", "disc:yellow"), ())


def test_an_arm_in_the_first_picture_leaves_no_light_behind_that_is_none(tmp_path: Path) -> None:
    """When it has moved on, what it hid is judged."""
    there = said("fifth_column", 9029, 1, tmp_path)
    assert [there(place) for place in ("52", "53", "54", "59")] == [("washer:steel",), (), (), ()]
