"""What counts as lying on the board while pieces are carried, owed, or moved against the rules."""

from __future__ import annotations

import pytest

from companion.lying import BoardMap, Seen, accepted, in_hand, unexplained
from engines.physical import Lying, Placement

RED, BLUE = "disc:red", "disc:blue"


@pytest.mark.parametrize(
    ("shows", "lay", "wanted", "counts"),
    [
        pytest.param({"2": (RED,)}, {"1": (RED,)}, {"2": (RED,)}, {"2": (RED,)}, id="it arrived where it is wanted"),
        pytest.param({"2": (RED,)}, {"1": (RED,)}, {"1": (RED,)}, {"1": (RED,)}, id="it was moved against the rules"),
        pytest.param({}, {"1": (RED,)}, {"1": (RED,)}, {"1": (RED,)}, id="it is in a hand"),
        pytest.param({"1": (RED,)}, {"1": (RED,)}, {"2": (RED,)}, {"1": (RED,)}, id="it is still owed"),
        pytest.param(
            {"3": (BLUE,)},
            {"1": (RED,), "3": (BLUE,)},
            {"2": (RED,), "3": (BLUE,)},
            {"1": (RED,), "3": (BLUE,)},
            id="what is owed is in a hand, and another piece lies right",
        ),
        pytest.param({}, {"1": (RED,)}, {}, {}, id="it was taken off, as it is wanted"),
        pytest.param({"1": (RED,)}, {"1": (RED,)}, {"1": (RED,), "2": (RED,)}, {"1": (RED,)}, id="its like is owed"),
    ],
)
def test_a_piece_counts_where_it_lay_until_it_is_seen_where_it_is_wanted(
    shows: BoardMap, lay: BoardMap, wanted: BoardMap, counts: BoardMap
) -> None:
    assert accepted(Seen(shows, lay), Placement(wanted)) == counts


def test_what_a_hand_covers_lies_as_it_lay() -> None:
    covered = Seen({}, {"1": (RED,)}, frozenset({"1"}))
    assert covered.board == {"1": (RED,)}
    assert accepted(covered, Placement({"2": (RED,)})) == {"1": (RED,)}
    assert in_hand(covered, Placement({"1": (RED,)})) == ()


def test_of_two_alike_only_the_lifted_one_is_in_a_hand() -> None:
    lifted = Seen({"1": (RED,)}, {"1": (RED, RED)})
    assert in_hand(lifted, Placement({"1": (RED, RED)})) == (Lying("1", RED),)


def test_a_piece_that_never_lay_where_it_is_wanted_is_in_nobodys_hand() -> None:
    assert in_hand(Seen({"1": (RED,)}, {"1": (RED,)}), Placement({"2": (RED,)})) == ()


def test_a_piece_that_may_lie_here_or_there_for_now_is_explained_in_both_places() -> None:
    announced = Placement({"1": (RED,)}, tolerated={"1": ((),), "2": ((RED,),)})
    assert unexplained(Seen({"2": (RED,)}, {"1": (RED,)}), announced) == ()
    assert unexplained(Seen({"3": (RED,)}, {"1": (RED,)}), announced) == (Lying("3", RED),)
