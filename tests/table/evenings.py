"""Whole tables for tests: the toy chase with drawn looks, a clock that is turned by hand, and a store on disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.reconcile import Findings
from companion.service import Service
from companion.store import Store
from companion.table import Table
from engines.game import Game
from tests.table.drawn import looking
from tests.toys.chase import GAME


class Clock:
    """Time as data."""

    def __init__(self) -> None:
        self.t = 1000.0

    def __call__(self) -> float:
        return self.t


class Evening:
    """A table with seats taken, and a camera that is shown drawn boards."""

    def __init__(
        self,
        folder: Path,
        seats: Sequence[str] = ("red", "blue"),
        game: Game[Any, Any] = GAME,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.game = game
        self.clock = Clock()
        self.store = Store.open(folder / "evening.db")
        self.table = Table.open(self.store, game, options, clock=self.clock)
        self.service = Service(self.table)
        self.tokens = {seat: self.service.claim(seat, seat.title(), f"share of {seat}", "en") for seat in seats}
        self.keys = 0

    def begin(self) -> Evening:
        """On to setting up and, without eyes, to playing."""
        self.service.begin("en")
        self.service.begin("en")
        return self

    def again(self) -> Evening:
        """The same evening after the service was stopped and started."""
        self.store.close()
        self.store = Store.open(self.folder / "evening.db")
        self.table = Table.open(self.store, self.game, None, clock=self.clock)
        self.service = Service(self.table)
        return self

    @property
    def state(self) -> Any:
        assert self.table.moment.journal is not None
        return self.table.moment.journal.state

    @property
    def entries(self) -> tuple[Any, ...]:
        assert self.table.moment.journal is not None
        return self.table.moment.journal.entries

    def key(self) -> str:
        self.keys += 1
        return f"key {self.keys}"

    def act(self, seat: str, action: Any, lang: str = "en") -> int:
        """`seat` acts on its phone."""
        return self.service.act(seat, msgspec.json.encode(action), self.key(), 0, lang)

    def look(self, cells: Mapping[str, Iterable[str]], hidden: Iterable[str] = ()) -> Findings:
        """One look at a drawn board, a tenth of a second after the one before."""
        self.clock.t += 0.1
        return self.table.observe(looking(self.table.moment.board, cells, self.clock.t, hidden))

    def settle(self, cells: Mapping[str, Iterable[str]], seconds: float = 0.5) -> Findings:
        """Looks at the same board until it has settled; answers the first findings that were not unrest."""
        found = [self.look(cells) for _ in range(round(seconds * 10) + 1)]
        return next((item for item in found if type(item.reading).__name__ in ("Moved", "TakenBack")), found[-1])

    def board(self, **moves: str | None) -> dict[str, list[str]]:
        """The engine's board, with pieces moved by hand: ``board(square_red="0200")``."""
        cells = {cell: list(looks) for cell, looks in self.table.moment.placement.items()}
        for name, to in moves.items():
            look = name.replace("_", ":")
            at = next(cell for cell, looks in cells.items() if look in looks and not cell.startswith("T"))
            cells[at].remove(look)
            if to is not None:
                cells.setdefault(to, []).append(look)
        return {cell: looks for cell, looks in cells.items() if looks}

    def watched(self) -> Evening:
        """Begins with a camera: the board is set up in front of it."""
        self.service.begin("en")
        self.settle(self.board())
        assert self.table.moment.phase == "playing"
        return self
