"""What a game answers about its states, remembered while one position is looked at again and again.

Knows nothing that the game does not say; asking twice costs once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.entries import Act, BadEntry
from engines.game import Game, IllegalAction, Intent, Violation
from engines.pending import Pending
from engines.physical import Change, Placement


class Prospects:
    """A game with a memory for states, which are told apart as objects. For one position and what follows from it."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self._states: dict[int, Any] = {}
        self._placements: dict[int, Placement] = {}
        self._allowed: dict[tuple[int, str, Any], bool] = {}
        self._after: dict[tuple[int, str, Any], tuple[Any, bool] | None] = {}
        self._violations: dict[tuple[int, str, Any], tuple[Violation, ...]] = {}
        self.explained: dict[Any, Any] = {}
        """Readings of boards, by what is seen and what was accepted: kept by `companion.reconcile`."""

    def placement(self, state: Any) -> Placement:
        """The board in `state`."""
        key = self._key(state)
        if key not in self._placements:
            self._placements[key] = self.game.placement(state)
        return self._placements[key]

    def pending(self, state: Any) -> Pending:
        """Who decides in `state`."""
        return self.game.pending(state)

    def interpret(self, state: Any, change: Change) -> Sequence[Intent[Any]]:
        """What `change` could mean."""
        return self.game.interpret(state, change)

    def allows(self, state: Any, intent: Intent[Any]) -> bool:
        """Whether an action is legal: to say why one is not can cost much more."""
        key = (self._key(state), intent.seat, intent.action)
        if key not in self._allowed:
            self._allowed[key] = self.game.allows(state, intent.seat, intent.action)
        return self._allowed[key]

    def judge(self, state: Any, intent: Intent[Any]) -> tuple[Violation, ...]:
        """What is wrong with an action."""
        key = (self._key(state), intent.seat, intent.action)
        if key not in self._violations:
            self._violations[key] = (
                () if self.allows(state, intent) else self.game.judge(state, intent.seat, intent.action)
            )
        return self._violations[key]

    def meant(self, state: Any, intent: Intent[Any]) -> Intent[Any] | None:
        """What an action that falls short by how a piece is turned was meant for."""
        action = self.game.meant(state, intent.action)
        return None if action is None else Intent(intent.seat, action)

    def alike(self, state: Any) -> Any:
        """What matters of `state`: see `Game.alike`."""
        return self.game.alike(state)

    def after(self, state: Any, intent: Intent[Any]) -> tuple[Any, bool] | None:
        """The state after an action and whether it revealed something; ``None`` where it is not legal."""
        key = (self._key(state), intent.seat, intent.action)
        if key not in self._after:
            self._after[key] = self._step(state, intent)
        return self._after[key]

    def _step(self, state: Any, intent: Intent[Any]) -> tuple[Any, bool] | None:
        if not self.allows(state, intent):
            return None
        try:
            step = self.game.apply(state, Act(intent.seat, intent.action))
        except (IllegalAction, BadEntry):
            return None
        return step.state, step.reveals

    def _key(self, state: Any) -> int:
        """A number for `state` that no other has while this lives: the state is held on to."""
        self._states[id(state)] = state
        return id(state)
