"""The shortest way to mend a board."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.readings import Repair
from companion.repairs import Distance, assign, mending
from engines.physical import Cell, Change, Contents


def repairs(
    expected: Mapping[Cell, Contents], seen: Mapping[Cell, Contents], distance: Distance = lambda one, other: 1.0
) -> tuple[Repair, ...]:
    """What makes `expected` of `seen`."""
    return mending(Change.between(seen, expected), distance)


def far(one: str, other: str) -> float:
    return float(abs(int(one) - int(other)))


def test_a_right_board_needs_nothing() -> None:
    assert repairs({"1": ("disc:red",)}, {"1": ("disc:red",)}) == ()


def test_like_pieces_go_the_shortest_ways() -> None:
    mended = repairs({"2": ("disc:red",), "9": ("disc:red",)}, {"1": ("disc:red",), "8": ("disc:red",)}, far)
    assert mended == (Repair("move", "disc:red", "1", "2"), Repair("move", "disc:red", "8", "9"))


def test_a_wrong_colour_is_taken_off_before_the_right_one_is_put() -> None:
    mended = repairs({"1": ("disc:red",)}, {"1": ("disc:blue",)})
    assert mended == (Repair("take_off", "disc:blue", "1", None), Repair("put", "disc:red", None, "1"))


def test_a_piece_is_turned_where_it_lies() -> None:
    assert repairs({"1": ("disc:red:back",)}, {"1": ("disc:red",)}) == (Repair("turn", "disc:red:back", "1", "1"),)


def test_a_piece_is_moved_and_turned() -> None:
    mended = repairs({"2": ("disc:red:back",)}, {"1": ("disc:red",)})
    assert mended == (Repair("move", "disc:red", "1", "2"), Repair("turn", "disc:red:back", "2", "2"))


def test_a_piece_is_turned_as_soon_as_it_was_moved_and_not_when_another_was() -> None:
    first = repairs({"2": ("disc:red:back",), "9": ("disc:blue",)}, {"1": ("disc:red",), "8": ("disc:blue",)}, far)
    assert [(repair.kind, repair.to) for repair in first] == [("move", "2"), ("turn", "2"), ("move", "9")]
    last = repairs({"2": ("disc:red",), "9": ("disc:red:back",)}, {"1": ("disc:red",), "8": ("disc:red",)}, far)
    assert [(repair.kind, repair.to) for repair in last] == [("move", "2"), ("move", "9"), ("turn", "9")]


def test_a_piece_in_the_way_of_another_goes_first_and_hands_go_over_the_board() -> None:
    seen = {"0105": ("disc:red",), "0205": ("disc:blue",), "0305": ("disc:green",), "0904": ("disc:white",)}
    expected = {"0205": ("disc:red",), "0305": ("disc:blue",), "0405": ("disc:green",), "0905": ("disc:white",)}
    assert [move.origin for move in repairs(expected, seen)] == ["0305", "0205", "0105", "0904"]


def test_what_is_left_to_mend_keeps_its_order_when_the_first_is_done() -> None:
    seen = {f"{column:02d}05": (f"disc:{column}",) for column in range(12)}
    expected = {f"{(column + 5) % 12:02d}05": (f"disc:{column}",) for column in range(11)} | {"2005": ("disc:11",)}
    order = repairs(expected, seen)
    board = {cell: list(looks) for cell, looks in seen.items()}
    for done, repair in enumerate(order):
        assert repairs(expected, {cell: tuple(looks) for cell, looks in board.items()}) == order[done:]
        assert repair.origin is not None
        assert repair.to is not None
        assert not board.get(repair.to), "nothing is in its way"
        board[repair.origin].remove(repair.look)
        board.setdefault(repair.to, []).append(repair.look)


placements = st.dictionaries(
    st.sampled_from("123456"),
    st.lists(st.sampled_from(["disc:red", "disc:red:back", "disc:blue", "square:red"]), min_size=1, max_size=3).map(
        tuple
    ),
)


@given(placements, placements)
def test_doing_the_repairs_makes_the_board_right(
    expected: dict[str, tuple[str, ...]], seen: dict[str, tuple[str, ...]]
) -> None:
    board = {cell: list(looks) for cell, looks in seen.items()}
    for repair in repairs(expected, seen, far):
        if repair.kind == "turn":
            assert repair.to is not None
            turned = next(look for look in board[repair.to] if look != repair.look and look[:8] == repair.look[:8])
            board[repair.to].remove(turned)
            board[repair.to].append(repair.look)
            continue
        if repair.origin is not None:
            board[repair.origin].remove(repair.look)
        if repair.to is not None:
            board.setdefault(repair.to, []).append(repair.look)
    assert {cell: sorted(looks) for cell, looks in board.items() if looks} == {
        cell: sorted(looks) for cell, looks in expected.items()
    }


@pytest.mark.parametrize(
    ("costs", "cheapest"), [([], 0.0), ([[3.0]], 3.0), ([[1.0, 2.0], [1.0, 9.0]], 3.0), ([[4.0], [1.0], [2.0]], 1.0)]
)
def test_the_cheapest_pairing(costs: list[list[float]], cheapest: float) -> None:
    assert sum(costs[row][column] for row, column in assign(costs)) == cheapest
