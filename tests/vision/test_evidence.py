"""Evidence of one cell: things seen against contents asked about."""

from __future__ import annotations

import pytest

from vision.evidence import CellEvidence, Thing

RED = Thing({"disc:red": 10.0, "disc:orange": 4.0}, unknown=2.0)
BLUE = Thing({"square:blue": 8.0}, unknown=1.0)


def test_right_contents_explain_best() -> None:
    evidence = CellEvidence("0101", (RED,))
    assert evidence.loglik(("disc:red",)) == 0.0
    assert evidence.loglik(("disc:orange",)) == pytest.approx(-6.0)
    assert evidence.loglik(()) == pytest.approx(-10.0)


def test_two_things_are_matched_in_any_order() -> None:
    evidence = CellEvidence("0101", (RED, BLUE))
    assert evidence.loglik(("square:blue", "disc:red")) == 0.0
    assert evidence.loglik(("disc:red",)) == pytest.approx(-8.0)
    assert evidence.loglik(()) == -12.0


def test_a_piece_below_another_is_possible_and_rare() -> None:
    evidence = CellEvidence("0101", (RED,))
    assert -6.0 < evidence.loglik(("disc:red", "square:blue")) < -3.0


def test_empty_cell_says_how_surely_each_look_is_absent() -> None:
    evidence = CellEvidence("0101", (), {"disc:white": -0.5, "disc:black": -9.0})
    assert evidence.loglik(()) == 0.0
    assert evidence.loglik(("disc:white",)) == pytest.approx(-0.5)
    assert evidence.loglik(("disc:black",)) == pytest.approx(-9.0)


def test_a_heap_in_a_box_is_matched_piece_by_piece() -> None:
    heap = tuple(Thing({f"square:{colour}": 9.0}, unknown=0.0) for colour in "abcdef")
    evidence = CellEvidence("2008+", heap)
    assert evidence.loglik(tuple(f"square:{colour}" for colour in "fedcba")) == 0.0
    assert evidence.loglik(tuple(f"square:{colour}" for colour in "abcde")) == pytest.approx(-9.0)
