"""Whole tables for tests: the toy chase with drawn looks, a clock that is turned by hand, and a store on disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.fair_chance import SecretChain
from companion.reconcile import Findings
from companion.service import Service
from companion.store import Store
from companion.table import Table
from engines.game import Game
from engines.physical import Observation
from tests.table.drawn import Sees
from tests.toys.chase import GAME

REPEATABLE = SecretChain("00" * 32)
"""So that the same cards are dealt in every run."""


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
        self.table = Table.open(self.store, game, options, clock=self.clock, chain=REPEATABLE)
        self.service = Service(self.table)
        self.tokens = {seat: self.service.claim(seat, seat.title(), f"share of {seat}", "en") for seat in seats}
        self.keys = 0
        self.shown: dict[str, tuple[str, ...]] | None = None

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
        self.shown = None
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
        """One look at a drawn board, a tenth of a second after the one before: evidence of what changed since."""
        self.clock.t += 0.1
        hands = frozenset(hidden)
        now = {cell: tuple(sorted(looks)) for cell, looks in cells.items() if cell not in hands}
        before = self.shown
        places = self.table.moment.board.places if before is None else {*before, *now} - hands
        fresh = [place for place in places if before is None or before.get(place, ()) != now.get(place, ())]
        evidence = {place: Sees(now.get(place, ())) for place in fresh if place not in hands}
        kept = {} if before is None else {cell: looks for cell, looks in before.items() if cell in hands}
        self.shown = {**now, **kept}
        return self.table.observe(Observation(self.clock.t, evidence, hands))

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

    def stands(self) -> Evening:
        """The board is brought to what the engine wants, and seen so."""
        self.settle(self.board())
        return self
