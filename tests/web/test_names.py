"""What a player may be called."""

from __future__ import annotations

import pytest

from web.asked import LONGEST_NAME, clean_name

JOINER, RIGHT_TO_LEFT = "\u200d", "\u202e"
FAMILY = JOINER.join("👨👩👧")


@pytest.mark.parametrize(
    "name", [FAMILY, f"Rossi {FAMILY}", f"👩🏽{JOINER}🚀", f"🏳\ufe0f{JOINER}🌈", f"🤷{JOINER}♀\ufe0f"]
)
def test_a_picture_that_is_joined_of_several_stays_whole(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (f"Il{JOINER}sa", "Ilsa"),
        (f"{JOINER}👨{JOINER}", "👨"),
        (f"👨{JOINER}x", "👨x"),
        (f"x{JOINER}👨", "x👨"),
        (f"👨{JOINER}{JOINER}👩", "👨👩"),
        (f"👨{RIGHT_TO_LEFT}👩\u2069", "👨👩"),
        (f"Ri{RIGHT_TO_LEFT}ck\u200b \t Blaine", "Rick Blaine"),
    ],
)
def test_what_nobody_sees_is_no_part_of_a_name(typed: str, name: str) -> None:
    assert clean_name(typed) == name


def test_a_name_that_is_cut_ends_in_no_joiner() -> None:
    assert clean_name("a" * (LONGEST_NAME - 2) + f"👨{JOINER}👩") == "a" * (LONGEST_NAME - 2) + "👨"
