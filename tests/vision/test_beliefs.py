"""What is believed of a cell that was looked at again: usual moves are believed when they are seen."""

from __future__ import annotations

from copy import copy

import msgspec

from engines.physical import Observation
from tests.vision import toytable
from tests.vision.toytable import COLOURS
from vision.belief import Belief
from vision.board_model import BoardModel
from vision.evidence import CellEvidence, Thing
from vision.seeing import Seer
from vision.traffic import Traffic
from vision.weighing import judged, shown

RED = Thing({"disc:red": 12.0}, unknown=7.0, foot_mm=(50.0, 50.0))
BLUE = Thing({"square:blue": 12.0}, unknown=7.0, foot_mm=(62.0, 52.0))
GREEN = Thing({"square:green": 12.0}, unknown=7.0, foot_mm=(61.0, 55.0))
ABSENT = dict.fromkeys(toytable.LOOKS, -9.0)


def seen_as(contents: tuple[str, ...], *things: Thing) -> Belief:
    """What is surely believed of a cell in which `things` were seen."""
    return Belief(contents, 1.0, shown(CellEvidence("0101", things), contents))


RED_ALONE = seen_as(("disc:red",), RED)
BOTH = seen_as(("disc:red", "square:blue"), RED, BLUE)


def best(thing: Thing) -> str:
    return max(thing.looks, key=lambda look: thing.looks[look])


def believed(before: Belief, *things: Thing) -> Belief:
    return judged(CellEvidence("0101", things, ABSENT), toytable.model(), before)


def test_a_piece_that_joins_another_is_believed() -> None:
    belief = believed(RED_ALONE, RED, BLUE)
    assert belief.contents == ("disc:red", "square:blue")
    assert belief.sure


def test_of_two_pieces_one_may_leave() -> None:
    belief = believed(BOTH, RED)
    assert belief.contents == ("disc:red",)
    assert belief.sure


def test_of_a_heap_two_pieces_may_leave_at_once() -> None:
    stood = [
        Thing({f"square:{name}": 12.0}, 7.0, (60.0 + 16 * at, 50.0)) for at, name in enumerate(sorted(COLOURS)[:6])
    ]
    heap = seen_as(tuple(sorted(best(thing) for thing in stood)), *stood)
    belief = believed(heap, *stood[:4])
    assert belief.contents == tuple(sorted(best(thing) for thing in stood[:4]))
    assert belief.sure


def test_a_piece_that_takes_another_ones_place_is_believed() -> None:
    belief = believed(BOTH, RED, GREEN)
    assert belief.contents == ("disc:red", "square:green")
    assert belief.sure


def test_a_piece_that_comes_to_a_board_told_to_be_empty_twice_is_believed() -> None:
    seer, empty = Seer(toytable.model()), Observation(0.0, {"0101": CellEvidence("0101", (), ABSENT)})
    seer.know({}, empty)
    seer.know({}, Observation(1.0, {}))  # the eye says nothing of what did not change
    seer.revise(Observation(2.0, {"0101": CellEvidence("0101", (RED,), ABSENT)}))
    assert seer.seen["0101"].contents == ("disc:red",)


def test_of_stacked_pieces_that_came_together_none_is_surely_alone_in_its_place() -> None:
    model = copy(toytable.model())
    model.bodies = {look: msgspec.structs.replace(body, stacking=2) for look, body in model.bodies.items()}
    cells = ("0101", "0303", "0505", "0701", "0703")
    came = {cell: CellEvidence(cell, (RED,), ABSENT) for cell in cells}
    believed = []
    for seen in (came, {"0101": came["0101"]}):
        seer = Seer(model)
        seer.know({}, Observation(0.0, {cell: CellEvidence(cell, (), ABSENT) for cell in cells}))
        seer.revise(Observation(1.0, seen))
        believed.append(seer.seen["0101"])
    together, alone = believed
    assert together.contents == alone.contents == ("disc:red",)
    assert together.p < alone.p


def test_a_stacked_piece_is_alone_only_if_little_around_it_is_unexplained() -> None:
    model = copy(toytable.model())
    model.bodies = {look: msgspec.structs.replace(body, stacking=2) for look, body in model.bodies.items()}
    bare, half_seen = (msgspec.structs.replace(RED, beside_mm2=area) for area in (1.0, 35.0))
    empty = Belief((), 1.0, ())
    assert judged(CellEvidence("0101", (bare,), ABSENT), model, empty).sure
    assert not judged(CellEvidence("0101", (half_seen,), ABSENT), model, empty).sure


def stacked_by_two() -> BoardModel:
    """The same board, up to two pieces of which the rules let lie upon each other."""
    model = copy(toytable.model())
    model.bodies = {look: msgspec.structs.replace(body, stacking=2) for look, body in model.bodies.items()}
    return model


def test_what_sticks_out_below_a_newcomer_is_what_lay_there() -> None:
    rim = Thing({"square:green": -1.5}, unknown=-1.5, foot_mm=RED.foot_mm)
    p = []
    for area in (0.0, 25.0):
        newcomer = msgspec.structs.replace(BLUE, foot_mm=(52.0, 52.0), beside_mm2=area)
        traffic = Traffic(len(toytable.LOOKS), elsewhere={})
        seen = CellEvidence("0101", (newcomer, rim), ABSENT)
        belief = judged(seen, stacked_by_two(), RED_ALONE, traffic)
        assert belief.contents == ("disc:red", "square:blue")
        p.append(belief.p)
    covered, sticks_out = p
    assert sticks_out > covered


def test_more_pieces_than_the_rules_let_lie_upon_each_other_are_believed_less() -> None:
    heap = [RED, *(msgspec.structs.replace(each, looks={best(each): 3.5}) for each in (BLUE, GREEN))]
    three = ("disc:red", "square:blue", "square:green")
    evidence = CellEvidence("0101", tuple(heap), ABSENT)
    free, limited = (judged(evidence, model, seen_as(three, *heap)) for model in (toytable.model(), stacked_by_two()))
    assert free.contents == three
    assert limited.contents == three
    assert limited.p < free.p


def test_a_piece_of_which_there_is_one_is_not_seen_in_two_places() -> None:
    model = copy(toytable.model())
    model.supply = {"disc:red": 1}
    either = Thing({"disc:red": 12.0, "disc:blue": 11.5}, unknown=0.0, foot_mm=(90.0, 50.0))
    empty = CellEvidence("0303", (), ABSENT)
    seer = Seer(model)
    seer.know({"0101": ("disc:red",)}, Observation(0.0, {"0101": CellEvidence("0101", (RED,), ABSENT), "0303": empty}))
    seer.revise(Observation(1.0, {"0303": CellEvidence("0303", (either,), ABSENT)}))
    assert seer.seen["0303"].contents == ("disc:blue",)


def test_what_set_up_knows_is_believed_although_it_looks_otherwise() -> None:
    seer = Seer(toytable.model())
    seer.know({"0101": ("square:green",)}, Observation(0.0, {"0101": CellEvidence("0101", (RED,), ABSENT)}))
    assert seer.seen["0101"].contents == ("square:green",)


def test_a_piece_below_another_is_remembered() -> None:
    below = seen_as(("disc:red", "square:blue"), RED)
    assert believed(below, RED).contents == ("disc:red", "square:blue")


def test_piece_that_may_as_well_stand_in_the_next_cell_leaves_its_cell_open() -> None:
    either = Thing({"square:blue": 0.0}, unknown=0.0, foot_mm=(70.0, 52.0), elsewhere=11.3)
    assert not judged(CellEvidence("0101", (RED, either), ABSENT), toytable.model(), None).sure


def test_looking_twice_at_the_same_thing_makes_nobody_surer() -> None:
    faint = CellEvidence("0101", (Thing({"disc:red": 9.5, "square:red": 7.0}, 0.0, RED.foot_mm),), ABSENT)
    first = judged(faint, toytable.model(), None)
    again = judged(faint, toytable.model(), first)
    assert again.contents == first.contents == ("disc:red",)
    assert again.p <= first.p < 0.99


def test_what_was_never_sure_is_not_remembered_as_if_it_were() -> None:
    doubtful = CellEvidence("0101", (Thing({"disc:red": 9.0, "square:red": 8.5}, 0.0, RED.foot_mm),), ABSENT)
    seer = Seer(toytable.model())
    for t in (0.0, 1.0, 2.0):
        seer.revise(Observation(t, {"0101": doubtful}))
        assert "0101" in seer.unsure


def test_a_ship_put_on_the_middle_of_a_tile_is_a_second_thing_there() -> None:
    upon = Thing({"disc:green": 12.0}, unknown=7.0, foot_mm=RED.foot_mm)
    belief = believed(RED_ALONE, RED, upon)
    assert belief.contents == ("disc:green", "disc:red")
    assert belief.sure


def test_piece_on_the_border_of_two_cells_that_hold_one_each_is_said_of_neither() -> None:
    upon_border = Thing({"square:green": 0.7}, -4.5, (61.0, 55.0), elsewhere=11.3)
    assert not judged(CellEvidence("0101", (RED, upon_border), ABSENT), toytable.model(), None).sure


STRANGE = Thing({}, unknown=12.0)


def known_as_strange(contents: tuple[str, ...], was_mm2: float, is_mm2: float) -> Belief:
    """What is believed of a cell of which set-up told, where so much looked like no piece then, and does now."""
    before = Belief(contents, 1.0, (), known=True, odd=True, strange_mm2=was_mm2)
    return judged(CellEvidence("0101", (STRANGE,), ABSENT, is_mm2), toytable.model(), before)


def test_a_place_that_looked_strange_when_set_up_told_what_lies_there_holds_that_while_it_looks_so() -> None:
    for contents in (("disc:red",), ()):
        believed = known_as_strange(contents, 230.0, 210.0)
        assert believed.contents == contents
        assert believed.sure
        assert believed.odd


def test_a_place_that_looks_stranger_than_when_set_up_told_of_it_is_left_open() -> None:
    assert not known_as_strange((), 80.0, 230.0).sure
    assert not known_as_strange(("disc:red",), 230.0, 80.0).sure


def test_a_piece_that_looked_like_none_at_set_up_is_known_as_well_after_it_was_recognised_once() -> None:
    before = Belief(("disc:red",), 1.0, (), known=True, odd=True, strange_mm2=230.0)
    recognised = judged(CellEvidence("0101", (RED,), ABSENT), toytable.model(), before)
    strange_again = judged(CellEvidence("0101", (STRANGE,), ABSENT, 230.0), toytable.model(), recognised)
    assert strange_again.contents == ("disc:red",)
    assert strange_again.sure


def test_what_looked_like_a_piece_where_none_lay_is_none_after_an_arm_was_there_when_a_move_was_confirmed() -> None:
    """In the arm's shade nothing was seen of the shadow that looks like a red disc."""
    like_a_disc, nothing = CellEvidence("0101", (RED,), ABSENT), CellEvidence("0101", (), ABSENT)
    below_an_arm = frozenset({"0303"})
    seer = Seer(toytable.model())
    seer.know({}, Observation(0.0, {"0101": like_a_disc}))
    seer.revise(Observation(1.0, {"0101": nothing}, hidden=below_an_arm))
    seer.know({}, Observation(1.0, {"0101": nothing}, hidden=below_an_arm))
    seer.revise(Observation(2.0, {"0101": like_a_disc}))
    assert not seer.seen
    assert "0101" not in seer.unsure


def test_a_square_that_looks_like_a_disc_beside_its_shadow_is_known_again_once_an_arm_has_gone() -> None:
    """In the arm's shade it was seen as a square, and its shadow not at all."""
    like_a_disc = Thing({"disc:red": 12.0, "square:red": 9.8}, unknown=5.5, foot_mm=RED.foot_mm)
    shadow = Thing({"square:blue": 5.5}, unknown=5.5, foot_mm=(50.0, 43.0))
    lit = CellEvidence("0101", (like_a_disc, shadow), ABSENT)
    square = Thing({"square:red": 12.0, "disc:red": 7.0}, unknown=5.5, foot_mm=(50.0, 51.6))
    seer = Seer(toytable.model())
    seer.know({"0101": ("square:red",)}, Observation(0.0, {"0101": lit}))
    seer.revise(Observation(1.0, {"0101": CellEvidence("0101", (square,), ABSENT)}, hidden=frozenset({"0303"})))
    seer.revise(Observation(2.0, {"0101": lit}))
    assert seer.seen["0101"].contents == ("square:red",)


def test_a_piece_that_looks_like_its_floor_stays_there_after_a_move_elsewhere_was_confirmed() -> None:
    """Nothing new is seen of it, though its like seems to have come to another place, and perhaps to one more."""
    like_floor = CellEvidence("0101", (), {**ABSENT, "disc:red": 0.0})
    perhaps = Thing({"disc:red": 9.0, "square:red": 8.5}, 0.0, RED.foot_mm)
    bare, came = (
        {cell: CellEvidence(cell, things, ABSENT) for cell, things in (("0303", one), ("0703", other))}
        for one, other in (((), ()), ((RED,), (perhaps,)))
    )
    seer = Seer(toytable.model())
    seer.know({"0101": ("disc:red",)}, Observation(0.0, {"0101": like_floor, **bare}))
    seer.know({"0101": ("disc:red",), "0505": ("square:blue",)}, Observation(1.0, {}))
    seer.revise(Observation(2.0, {"0101": like_floor, **came}))
    assert seer.seen["0101"].contents == ("disc:red",)
