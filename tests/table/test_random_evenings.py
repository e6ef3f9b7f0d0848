"""Whole random evenings of the escape in front of a drawn camera: every legal move of a piece is read as that move."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.readings import Ambiguous, Moved, Owes
from engines import registry
from engines.casablanca_escape.actions import MoveFugitive, MoveGestapo
from engines.entries import Act
from engines.pending import Decision, Dice
from tests.table.evenings import Evening

ESCAPE = registry.find("casablanca_escape")
STEPS = 60


@pytest.mark.parametrize(("seats", "version", "seed"), [(2, "simple", 1), (3, "articulated", 2), (8, "simple", 3)])
def test_pieces_are_followed_move_by_move(tmp_path: Path, seats: int, version: str, seed: int) -> None:
    evening = Evening(tmp_path, ESCAPE.seats[:seats], ESCAPE, {"version": version}).watched()
    rng = random.Random(seed)
    followed = 0
    for number in range(STEPS):
        state = evening.state
        pending = ESCAPE.pending(state)
        if isinstance(pending, Dice):
            assert pending.seat is not None
            evening.service.roll(pending.seat, None, f"roll {number}", "en")
            evening.stands()
            continue
        if not isinstance(pending, Decision):
            break
        seat = pending.seats[0]
        action = rng.choice(list(ESCAPE.legal(state, seat)))
        if not isinstance(action, MoveGestapo | MoveFugitive):
            evening.act(seat, action)
            evening.stands()
            continue
        after = ESCAPE.apply(state, Act(seat, action)).state
        piece = f"square:{seat}" if isinstance(action, MoveGestapo) else None
        mounted = state.players[state.seats.index(seat)].mounted
        look = piece or f"disc:{seat}{':back' if mounted else ''}"
        found = evening.settle(evening.board(**{look.replace(":", "_"): action.to}))
        assert isinstance(found.reading, Moved | Ambiguous), (found.reading, action)
        if isinstance(found.reading, Moved):
            assert evening.state == after
            followed += 1
            evening.stands()
        else:
            evening.act(seat, action)
            evening.stands()
        assert not any(isinstance(item.reading, Owes) for item in evening.table.moment.ruling.standing)
    assert followed > STEPS // 4
