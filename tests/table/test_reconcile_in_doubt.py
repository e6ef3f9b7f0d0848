"""What is read of a board that is not plain to see: hands over it, doubtful colours, pieces on lines or hidden."""

from __future__ import annotations

import pytest

from companion.readings import Agrees, Ambiguous, Blind, InHand, Moved
from companion.reconcile import Findings
from engines.physical import Observation
from tests.table.drawn import Doubts, Sees, drawn
from tests.table.drawn_evenings import BOARD, START, TOKENS, TRACK, Evening, moved
from tests.toys.chase import MoveHunter


def test_no_verdict_under_a_hand() -> None:
    evening = Evening()
    evening.shows(START)
    assert evening.shows(START.replace("RB", ". "), hidden=["0000"]).reading == Agrees()


def test_the_rest_of_the_board_goes_on_under_a_hand() -> None:
    evening = Evening()
    evening.shows(START)
    rows = START.replace("RB . .", "B . R")
    assert evening.shows(rows, hidden=["0703", "0704"]).reading == Moved((moved("red", MoveHunter("0200")),))


def test_a_move_into_the_shadow_of_a_hand_is_waited_for() -> None:
    evening = Evening()
    evening.shows(START)
    assert isinstance(evening.shows(START.replace("RB", "B "), hidden=["0200"]).reading, InHand)


def test_a_piece_that_left_a_hidden_cell_is_known_by_where_it_arrived() -> None:
    evening = Evening()
    evening.shows(START)
    found = evening.shows(START.replace("RB . .", "B . R"), hidden=["0000"])
    assert found.reading == Moved((moved("red", MoveHunter("0200")),))


def test_blind_says_why() -> None:
    assert Evening().look(Observation(0.0, {}, blind="no frame")).reading == Blind("no frame")


def test_doubtful_colours_are_decided_by_what_is_legal() -> None:
    evening = Evening()
    cells = {
        place: Sees(tuple(sorted(drawn(START, TOKENS).get(place, TRACK.get(place, []))))) for place in BOARD.places
    }
    doubtful = Doubts({("square:blue",): -1.0, ("square:red",): -1.5, (): -20.0})
    found = evening.look(Observation(0.0, {**cells, "0000": Sees(("square:blue",)), "0200": doubtful}))
    assert found.reading == Moved((moved("red", MoveHunter("0200")),))


@pytest.mark.parametrize("nats", [0.5, 2.5])
def test_what_is_expected_is_believed_against_weak_evidence(nats: float) -> None:
    evening = Evening()
    evening.shows(START)
    weak = Doubts({(): -nats, ("disc:red",): 0.0})
    assert evening.look(Observation(1.0, {"0303": weak})).reading == Agrees()


def on_the_line(one: float, other: float) -> Findings:
    """Red's hunter lies on the line between 0101 and 0200, which the evidence gives these log-likelihoods."""
    evening = Evening()
    pieces = {**drawn(START, TOKENS), **TRACK}
    cells = {place: Sees(tuple(sorted(pieces.get(place, [])))) for place in BOARD.places}
    hunter = ("square:red",)
    left, right = Doubts({hunter: one, (): other}), Doubts({hunter: other, (): one})
    return evening.look(Observation(0.0, {**cells, "0000": Sees(("square:blue",)), "0101": left, "0200": right}))


def test_a_piece_on_a_line_belongs_where_it_rather_lies() -> None:
    assert on_the_line(0.0, -4.0).reading == Moved((moved("red", MoveHunter("0101")),))
    assert on_the_line(-4.0, 0.0).reading == Moved((moved("red", MoveHunter("0200")),))


def test_a_piece_on_a_line_that_could_be_either_is_asked_for() -> None:
    asked = on_the_line(-0.7, -0.9).reading
    assert isinstance(asked, Ambiguous)
    assert asked.seat == "red"
    assert set(asked.choices) == {(moved("red", MoveHunter("0101")),), (moved("red", MoveHunter("0200")),)}


def test_a_piece_that_another_hides_has_not_gone_where_nothing_is_seen_of_it() -> None:
    evening = Evening()
    pieces = {**drawn(START, TOKENS), **TRACK}
    cells = {place: Sees(tuple(sorted(pieces.get(place, [])))) for place in BOARD.places}
    covered = Doubts({("square:blue",): 0.0, ("square:blue", "square:red"): -5.0})
    in_shade = Doubts({(): 0.0, ("square:red",): -2.5})
    found = evening.look(Observation(0.0, {**cells, "0000": covered, "0200": in_shade}))
    assert isinstance(found.reading, InHand)
