"""What came to an empty place at once with what lies upon it: nothing may be seen of it, but it is missed elsewhere,
and both together cast a longer shadow."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from engines.physical import Contents, Look
from vision.board_model import BoardModel
from vision.cell_case import Case
from vision.explanations import as_contents
from vision.pile_heights import by_shadow
from vision.stacked import is_stack
from vision.upon import LAIN_BELOW, fill_their_place, is_around

LONGER = 1.0
"""Log likelihood by which the shadow of a pile must be rather one of a piece more for one to be thought of."""


def with_one_below(case: Case, seen: Iterable[Contents]) -> Iterator[Contents]:
    """Each of the contents that may have been `seen` in a cell, with one more that is missed elsewhere and is hidden
    below one of them."""
    for contents in seen:
        for look in _hidden(case, contents, case.traffic.missed):
            more = as_contents([*contents, look])
            plain, longer = (by_shadow(case.piles, each, case.model) for each in (contents, more))
            if longer > plain + LONGER:
                yield more


def unseen_below(case: Case, names: Collection[Look], others: Iterable[Look]) -> dict[Look, float]:
    """Log likelihood that nothing is seen of those of `others` which are missed elsewhere and hidden below what is seen
    as `names`."""
    return dict.fromkeys(_hidden(case, names, case.traffic.missed.intersection(others)), LAIN_BELOW)


def _hidden(case: Case, uppers: Collection[Look], missed: Iterable[Look]) -> Iterator[Look]:
    """Those of `missed` looks that may lie below one of others, the shadow telling how many lie there."""
    if case.before is not None and not case.own and case.piles:
        for look in missed:
            if look not in uppers and any(_hides(case.model, upper, look) for upper in uppers):
                yield look


def _hides(model: BoardModel, upper: Look, lower: Look) -> bool:
    """Whether a piece upon it hides another, or leaves hardly any of it to be seen. Of what the rules let lie upon each
    other `vision.stacked` knows more."""
    if upper not in model.bodies or lower not in model.bodies or is_stack((upper, lower), model):
        return False
    return not (fill_their_place(model, lower) or is_around(lower, upper, model))
