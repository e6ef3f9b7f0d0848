"""What is known of the upper counter of a stack of which the rest lies hidden."""

from __future__ import annotations

import msgspec

from companion.sight import Sight
from companion.stacks import losses_in, uppers_known
from engines.physical import Observation
from tests.table.drawn import Doubts, looking
from tests.table.drawn_evenings import BOARD

RED, BLUE = ("counter:red",), ("counter:blue",)
STACK = (*BLUE, *RED)
LOOKS = frozenset(STACK)
RED_UPON_BLUE = Doubts({RED: 0.0, STACK: -5.0, BLUE: -20.0})
BLUE_UPON_RED = Doubts({BLUE: 0.0, STACK: -5.0, RED: -20.0})


def seen(observation: Observation) -> Sight:
    sight = Sight(BOARD)
    sight.take(observation)
    return sight


def stacked(evidence: Doubts) -> Sight:
    """A board with nothing but a stack on it, of which that is seen."""
    bare = looking(BOARD, {})
    return seen(msgspec.structs.replace(bare, evidence={**bare.evidence, "0000": evidence}))


def test_what_was_seen_upon_a_stack_is_known_while_a_hand_is_over_it() -> None:
    known = uppers_known({}, {"0000": STACK}, {"0000": STACK}, stacked(RED_UPON_BLUE), LOOKS)
    assert known == {"0000": RED}
    assert uppers_known(known, {"0000": STACK}, {}, seen(looking(BOARD, {}, 1.0, ["0000"])), LOOKS) == known


def test_what_was_upon_a_stack_is_forgotten_once_a_single_counter_lies_there() -> None:
    alone = seen(looking(BOARD, {"0000": BLUE}))
    assert uppers_known({"0000": RED}, {"0000": BLUE}, {"0000": BLUE}, alone, LOOKS) == {}


def test_a_stack_that_is_built_anew_the_other_way_round_is_believed_as_any_other() -> None:
    alone = seen(looking(BOARD, {"0000": RED}))
    known = uppers_known({"0000": RED}, {"0000": RED}, {"0000": RED}, alone, LOOKS)
    ranked = stacked(BLUE_UPON_RED).ranked("0000", [STACK], LOOKS)
    assert losses_in(ranked, STACK, STACK, known.get("0000", ()))[STACK] == 0.0
