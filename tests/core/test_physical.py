"""What lies on a board and how one lying differs from another."""

from engines.physical import Change, Lying, Placement


def test_a_piece_that_moved_left_one_cell_and_arrived_in_another() -> None:
    change = Change.between({"2702": ("disc:red",)}, {"2703": ("disc:red",)})
    assert change == Change((Lying("2702", "disc:red"),), (Lying("2703", "disc:red"),))
    assert change.cells == {"2702", "2703"}


def test_a_piece_turned_over_left_and_arrived_in_the_same_cell() -> None:
    change = Change.between({"1822": ("disc:red",)}, {"1822": ("disc:red:back",)})
    assert change == Change((Lying("1822", "disc:red"),), (Lying("1822", "disc:red:back"),))


def test_pieces_that_stayed_are_no_change_in_whatever_order_they_are_named() -> None:
    assert not Change.between({"2008": ("square:red", "square:blue")}, {"2008": ("square:blue", "square:red")})


def test_two_equal_pieces_are_two() -> None:
    change = Change.between({"2008": ("square:red", "square:red")}, {"2008": ("square:red",)})
    assert change == Change((Lying("2008", "square:red"),))


def test_a_multiset_is_right_in_any_order_and_a_stack_only_in_its_own() -> None:
    cells = {"0101": ("counter:green", "counter:red")}
    assert Placement(cells).allows("0101", ("counter:red", "counter:green"))
    assert not Placement(cells, ordered=True).allows("0101", ("counter:red", "counter:green"))


def test_while_a_window_is_open_before_and_after_are_both_right() -> None:
    placement = Placement({"12": ("disc:blue",)}, tolerated={"12": ((),), "13": (("disc:blue",),)})
    assert all(placement.allows(*seen) for seen in (("12", ()), ("13", ("disc:blue",)), ("13", ())))
    assert not placement.allows("13", ("disc:red",))
