"""A deed: the one predicate behind both `legal` and `judge` for one kind of action at one point of the game."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Generic, NamedTuple, TypeVar

from engines.entries import Audience
from engines.game import Violation

Offers = TypeVar("Offers", bound=Collection[Any])


class Deed(NamedTuple, Generic[Offers]):
    """`offers(state, item, who)` are the legal actions of this kind: an action is legal just if it is among them.

    `why_not(state, item, who, action)` only words what is wrong with one that is not; `do(draft, item, who, action)`
    carries one out. A game whose deeds take or answer something else has a `Deed` of its own.
    """

    offers: Callable[[Any, Any, int], Offers]
    why_not: Callable[[Any, Any, int, Any], tuple[Violation, ...]]
    do: Callable[[Any, Any, int, Any], None]


def because(rule: str, key: str, audience: Audience = None, /, **facts: object) -> tuple[Violation, ...]:
    """One violation of `rule`, worded by ``violation.<key>``."""
    return (Violation(rule, key, facts, audience),)
