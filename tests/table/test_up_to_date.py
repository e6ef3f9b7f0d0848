"""Whatever a phone that is up to date offers is done: only a breach that holds the table is in the way, and is said."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from engines import registry
from engines.entries import Seat
from engines.pending import Dice
from tests.table.evenings import Evening
from web.service import Refused, Snapshot

PRESSES = 120
HAND, UNDO = 0.15, 0.1
"""How often a hand strays over the board between two presses, and how often something is taken back instead."""


class Room:
    """An evening at which anybody presses anything that their page offers, and hands put pieces anywhere."""

    def __init__(self, folder: Path, name: str, mode: str, seed: int) -> None:
        game = registry.find(name)
        self.rng = random.Random(seed)
        self.seats = game.seats[: max(game.min_seats, min(3, game.max_seats))]
        self.evening = Evening(folder, self.seats, game)
        self.service = self.evening.service
        self.service.host_set("mode", mode, "en")
        self.service.begin("en")
        while self.evening.table.moment.phase == "setup":
            dice = game.pending(self.evening.state)
            if isinstance(dice, Dice):
                self.service.roll(dice.seat or self.seats[0], None, self.evening.key(), "en")
            else:
                self.evening.stands()

    @property
    def is_over(self) -> bool:
        return self.evening.table.moment.phase == "over"

    def stray(self) -> None:
        """A hand puts a piece somewhere, or everything where it should be."""
        board = self.evening.board()
        if board and self.rng.random() < 0.5:
            board[self.rng.choice(sorted(board))].pop()
            look = self.rng.choice(sorted(self.evening.table.moment.placement.items()))[1][0]
            board.setdefault(self.rng.choice(sorted(self.evening.table.moment.board.places)), []).append(look)
        self.evening.settle({cell: looks for cell, looks in board.items() if looks})

    def press(self, seat: Seat, page: Snapshot) -> bool:
        """`seat` presses something on `page`, which it has just been sent. Whether there was anything."""
        game, key = self.evening.game, self.evening.key()
        if page.undo and self.rng.random() < UNDO:
            self.service.undo(seat, key, "en")
        elif page.roll is not None:
            self.service.roll(seat, None, key, "en")
        elif page.my_turn:
            action = game.some(self.evening.state, seat, self.rng.randrange)
            self.service.act(seat, msgspec.json.encode(action), key, page.number, "en")
        else:
            return False
        return True


@pytest.mark.parametrize("mode", ["advise", "strict"])
@pytest.mark.parametrize("name", registry.names())
def test_what_the_newest_page_offers_is_refused_only_while_a_breach_holds_the_table(
    tmp_path: Path, name: str, mode: str
) -> None:
    room = Room(tmp_path, name, mode, seed=11)
    done = 0
    for _ in range(PRESSES):
        if room.is_over:
            break
        if room.rng.random() < HAND:
            room.stray()
        seat = room.rng.choice(room.seats)
        page = room.service.snapshot(seat, "en")
        if not any(warning.blocks for warning in page.warnings):
            done += room.press(seat, page)
            continue
        if page.my_turn:
            with pytest.raises(Refused, match="The board must be mended first, or the host lets it pass"):
                room.press(seat, page)
        room.evening.stands()
    assert done > 20
