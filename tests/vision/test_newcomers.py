"""Which pieces came to cells, where what is seen of them leaves more than one: what is missed elsewhere tells."""

from __future__ import annotations

from copy import copy

from engines.physical import Cell, Look, Observation
from tests.vision import toytable
from vision.evidence import CellEvidence, Thing
from vision.seeing import Seer

FROM, TO, ALSO_FROM, ALSO_TO = "0101", "0505", "0303", "0701"
ABSENT = dict.fromkeys(toytable.LOOKS, -9.0)


def seeing(placement: dict[Cell, Look], seer: Seer | None = None) -> Seer:
    """A seer that was told what lies on the board, and saw it."""
    seer = seer or Seer(toytable.model())
    seen = {cell: evidence(cell, {look: 12.0}) for cell, look in placement.items()}
    empty = {cell: evidence(cell) for cell in (TO, ALSO_TO)}
    seer.know({cell: (look,) for cell, look in placement.items()}, Observation(0.0, {**empty, **seen}))
    return seer


def evidence(cell: Cell, looks: dict[Look, float] | None = None, unknown: float = 6.0) -> CellEvidence:
    return CellEvidence(cell, () if looks is None else (Thing(looks, unknown, (50.0, 50.0)),), ABSENT)


def moved(seer: Seer, *seen: CellEvidence) -> dict[Cell, tuple[Look, ...]]:
    seer.revise(Observation(1.0, {each.cell: each for each in seen}))
    return {cell: belief.contents for cell, belief in seer.seen.items()}


def test_of_many_pieces_with_backs_alike_the_one_that_is_missed_came() -> None:
    backs = [f"back:{number}" for number in range(6)]
    model = copy(toytable.model())
    model.bodies = {**model.bodies, **dict.fromkeys(backs, model.bodies["disc:red"])}
    looks = {back: 12.0 - 0.2 * number for number, back in enumerate(backs)}
    seer = seeing({FROM: backs[5]}, Seer(model))
    assert moved(seer, evidence(FROM), evidence(TO, looks)) == {TO: (backs[5],)}


def test_a_piece_whose_colour_and_drawing_disagree_is_the_one_that_is_missed() -> None:
    looks = {"disc:red": 7.3, "disc:red:back": 6.7, "square:red": 6.6}
    seer = seeing({FROM: "disc:red"})
    assert moved(seer, evidence(FROM), evidence(TO, looks, unknown=7.1)) == {TO: ("disc:red",)}


def test_two_pieces_of_one_colour_that_came_at_once_tell_each_other_apart() -> None:
    round_, square = {"disc:red": 12.0, "square:red": 10.0}, {"square:red": 12.0, "disc:red": 10.6}
    seer = seeing({FROM: "disc:red", ALSO_FROM: "square:red"})
    came = moved(seer, evidence(FROM), evidence(ALSO_FROM), evidence(TO, round_), evidence(ALSO_TO, square))
    assert came == {TO: ("disc:red",), ALSO_TO: ("square:red",)}


def test_two_that_both_look_like_the_round_one_are_left_open() -> None:
    rounder, round_ = {"disc:red": 12.0, "square:red": 9.9}, {"disc:red": 12.0, "square:red": 10.5}
    seer = seeing({FROM: "disc:red", ALSO_FROM: "square:red"})
    came = moved(seer, evidence(FROM), evidence(ALSO_FROM), evidence(TO, rounder), evidence(ALSO_TO, round_))
    assert not {TO, ALSO_TO} & came.keys()
    assert {TO, ALSO_TO} <= seer.unsure


def test_what_sticks_out_below_a_newcomer_is_its_rim_where_no_other_piece_is_missed() -> None:
    looks = {"disc:red": 12.0, "disc:red:back": 6.3}
    below = Thing({"square:black": 5.5, "disc:black": 4.0}, 5.5, (54.0, 53.0), -6.5)
    seer = seeing({FROM: "disc:red"})
    seen = evidence(TO, looks)
    assert moved(seer, evidence(FROM), CellEvidence(TO, (*seen.things, below), ABSENT)) == {TO: ("disc:red",)}


def test_where_the_piece_that_is_missed_would_hardly_be_seen_nothing_is_said() -> None:
    burnt = CellEvidence(TO, (), {**ABSENT, "square:white": -1.0})
    seer = seeing({FROM: "square:white"})
    assert moved(seer, evidence(FROM), burnt) == {}
    assert TO in seer.unsure
    moved(seer, evidence(ALSO_TO, {"square:white": 12.0}))
    assert TO not in seer.unsure
    other = seeing({FROM: "square:red"})
    moved(other, evidence(FROM), burnt)
    assert TO not in other.unsure, "a red one would be seen there"


def test_a_piece_that_is_doubtfully_seen_is_not_missed_where_it_would_hardly_be_seen() -> None:
    burnt = CellEvidence(TO, (), {**ABSENT, "square:white": -1.0})
    seer = seeing({FROM: "square:white"})
    moved(seer, evidence(FROM), evidence(ALSO_TO, {"square:white": 3.0}), burnt)
    assert seer.unsure == {ALSO_TO}


def test_a_place_half_under_an_arm_is_empty_as_before_though_a_piece_is_missed() -> None:
    beside = CellEvidence(TO, (), {**dict.fromkeys(toytable.LOOKS, -1.4), "square:white": -0.8})
    seer = seeing({FROM: "square:white"})
    moved(seer, evidence(FROM), beside)
    assert TO not in seer.unsure


def test_what_hardly_differs_from_its_floor_leaves_its_place_open_only_where_it_is_missed() -> None:
    faint = {"square:white": -1.0, "disc:red": -9.0}
    seer = seeing({FROM: "square:white"})
    assert moved(seer, evidence(FROM), evidence(TO, faint, unknown=-1.0)) == {}
    assert TO in seer.unsure
    other = seeing({FROM: "square:red"})
    moved(other, evidence(FROM), evidence(TO, faint, unknown=-1.0))
    assert TO not in other.unsure


def test_a_piece_that_is_seen_a_little_aside_lies_upon_no_other_where_none_is_missed() -> None:
    seer = seeing({TO: "square:white"})
    aside = Thing({"square:white": 12.0}, 5.7, (50.0, 56.0), lean=(0.0, 1.0))
    absent = {**ABSENT, "square:white": -4.0}
    assert moved(seer, CellEvidence(TO, (aside,), absent)) == {TO: ("square:white",)}
