"""What may be answered at one point of the game: the one predicate behind both `legal` and `judge`, and its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engines.game import Violation
from engines.offers import Offer


class Deed(NamedTuple):
    """`why_not(state, item, who, action)` only words what is wrong with an action that is not offered.

    `do(draft, item, who, action)` carries one out that is.
    """

    why_not: Callable[[Any, Any, int, Any], tuple[Violation, ...]]
    do: Callable[[Any, Any, int, Any], None]


class Question(NamedTuple):
    """`offers(state, item)` are all legal actions by kind: an action is legal just if it is among those of its kind.

    `deeds` knows every kind that there may be.
    """

    offers: Callable[[Any, Any], Mapping[type, Offer[Any]]]
    deeds: Mapping[type, Deed]
