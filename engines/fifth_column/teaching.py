"""What a learner asks: by which rule an action may be done, and which actions are worth wondering about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.entries import Seat
from engines.fifth_column.actions import Action, Arrest, Ask, Discard, Done, First, Play, Ready, Start, Walk
from engines.fifth_column.cards import piece_of
from engines.fifth_column.setup import hideouts
from engines.fifth_column.state import State

RULES: Mapping[type, str] = {
    First: "roles.first",
    Start: "spy.start",
    Discard: "spy.stuck",
    Walk: "hunters.steps",
    Ask: "ask.beside",
    Arrest: "arrest.reach",
    Done: "hunters.done",
    Ready: "roles.rotate",
}
"""Rules of actions that always follow the same one."""


def rule_of(state: State, action: Action) -> str:
    """The rule by which legal `action` may be done in `state`."""
    if isinstance(action, Play):
        return f"move.{piece_of(action.card, state.house.cards)}"
    return RULES[type(action)]


def attempts(state: State, seat: Seat) -> Iterator[Action]:
    """Each card of the own hand along one way, what hunters might do where they stand, and all that is left.

    Whoever is not the spy wonders about a card that all can see; nobody's hand is told by it.
    """
    hunt = state.hunt
    if hunt.hideout and seat == state.seats[hunt.spy] and not state.between:
        if not hunt.spot:
            yield from (Start(cell) for cell in hideouts(hunt, state.ground.free))
            return
        for card in hunt.hand:
            ways = state.ground.paths(piece_of(card, state.house.cards), hunt.spot)
            yield from (Play(card, way) for way in ways[:1])
            yield Discard(card)
    else:
        yield Play(1, ("1",))
    for number, here in enumerate(hunt.hunters, 1):
        yield from (Walk(number, to) for to in state.hunters_ground.reach(here)[:1])
        yield from (Ask(number, at) for at in state.hunters_ground.near(here)[:1])
        yield Arrest(number, here)
    yield from (Done(), Ready(), First(state.seats[0]))
