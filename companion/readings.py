"""What the table concludes from looking at the board: one small value per kind of conclusion."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from engines.game import Intent, Violation
from engines.physical import Cell, Look, Lying


class Repair(msgspec.Struct, frozen=True, rename={"origin": "from"}, omit_defaults=False):
    """One thing to do to the board with one piece.

    ``take_off``: `look` leaves `origin`; ``put``: it comes from the supply to `to`; ``move``: from `origin` to `to`;
    ``turn``: the piece in `origin` (also `to`) is turned so that it shows `look`.
    """

    kind: Literal["take_off", "put", "move", "turn"]
    look: Look
    origin: Cell | None = None
    to: Cell | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells to light up, the one it leads to last."""
        return tuple(dict.fromkeys(cell for cell in (self.origin, self.to) if cell is not None))


class Agrees(msgspec.Struct, frozen=True, tag=True):
    """The board is as it should be."""


class InHand(msgspec.Struct, frozen=True, tag=True):
    """These pieces left where they lay and are nowhere seen: somebody holds them, or has not let go long enough.

    No pieces: every look was read otherwise than the one before it, so that none of them counts.
    """

    pieces: tuple[Lying, ...]
    repairs: tuple[Repair, ...] = ()


class Moved(msgspec.Struct, frozen=True, tag=True):
    """These actions explain the board. `undone` are entries taken back first (what moved in another physical order)."""

    actions: tuple[Intent[Any], ...]
    undone: tuple[int, ...] = ()


class TakenBack(msgspec.Struct, frozen=True, tag=True):
    """The last own entries, by number, newest last, were taken back on the board."""

    entries: tuple[int, ...]


class Ambiguous(msgspec.Struct, frozen=True, tag=True):
    """Each of `choices` (a story of one or more actions) leaves this board; `seat` is asked which it was."""

    seat: str
    choices: tuple[tuple[Intent[Any], ...], ...]


class Owes(msgspec.Struct, frozen=True, tag=True):
    """The engine is ahead of the board: what is still to be done to the pieces."""

    repairs: tuple[Repair, ...]


class Breach(msgspec.Struct, frozen=True, tag=True):
    """A rule is broken (`actions` are what was tried, empty where nothing explains the board), and how to mend it."""

    actions: tuple[Intent[Any], ...]
    violations: tuple[Violation, ...]
    repairs: tuple[Repair, ...]


class Blind(msgspec.Struct, frozen=True, tag=True):
    """The board cannot be seen, and why."""

    reason: str


Reading: TypeAlias = Agrees | InHand | Moved | TakenBack | Ambiguous | Owes | Breach | Blind


def reading_name(reading: Reading) -> str:
    """``"Breach"``, ``"Owes"`` …"""
    return type(reading).__name__
