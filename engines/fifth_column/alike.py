"""What matters of a state where hunters who stand alike are exchanged, so that nobody is asked which of them it was."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from engines.fifth_column.state import HuntersTurn, State, Walked


def alike(state: State) -> Hashable:
    """What matters of `state`: of the hunters where they are and what each may still do, not which is which.

    Who walked where in this turn is left out too, for it shows in where they are now.
    """
    hunt, turn, agenda = state.hunt, HuntersTurn(), state.agenda
    if isinstance(state.asked, HuntersTurn):
        turn, agenda = state.asked, (HuntersTurn(),)
    hunters = tuple(sorted(zip(hunt.hunters, turn.walked, turn.asked)))
    seen = tuple(event for event in hunt.lately if not isinstance(event, Walked))
    rest = msgspec.structs.replace(hunt, hunters=(), lately=seen)
    return hunters, msgspec.structs.replace(state, agenda=agenda, hunt=rest)
