"""What the lights of a sensor board say: where a lifted piece may go, what is wrong and how to mend it, the last move.

Made of what everybody at the table may know: a house stays dark only where a rule speaks against it that all may hear.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.moment import Moment
from companion.readings import Breach, InHand, Owes, Repair
from engines.pending import Decision
from engines.physical import Cell, Change, Lying
from firmware_bridge.lights import Glow, Pattern

MAY_GO = Glow(Pattern.BREATHING, (0, 200, 60))
CAME_FROM = Glow(Pattern.STEADY, (0, 70, 20))
WRONG_HERE = Glow(Pattern.HURRIED, (255, 20, 0))
BELONGS_HERE = Glow(Pattern.BLINKING, (255, 90, 40))
MEND_FROM = Glow(Pattern.BLINKING, (255, 140, 0))
MEND_TO = Glow(Pattern.TWICE, (255, 200, 60))
LAST_MOVE = Glow(Pattern.STEADY, (40, 36, 28))
"""Each meaning has a pattern of its own beside its colour; the two that are steady differ in when they are seen."""
LINGERS_S = 15.0
"""How long the last move stays lit, s: until the next player has seen it."""
BREACH_TONE = (220, 180)
"""Hz and ms: low and short, heard and not startling."""
MOST_PLACES = 400
"""Boards with more places are not built with switches; looking at each would take too long."""


def public_landings(moment: Moment, piece: Lying, places: Iterable[Cell]) -> frozenset[Cell]:
    """Places that `piece` may go to now, as far as everybody knows: no rule that is open to all forbids it."""
    journal = moment.journal
    if journal is None or not isinstance(moment.game.pending(journal.state), Decision):
        return frozenset()
    return frozenset(place for place in places if place != piece.cell and _may_go(moment, journal.state, piece, place))


def _may_go(moment: Moment, state: Any, piece: Lying, place: Cell) -> bool:
    game = moment.game
    for intent in game.interpret(state, Change((piece,), (Lying(place, piece.look),))):
        if all(violation.audience is not None for violation in game.judge(state, intent.seat, intent.action)):
            return True
    return False


class LightPicture:
    """A `firmware_bridge.lamps.Shining` for the game on a table. `cells` answers the cell numbers by place."""

    def __init__(
        self,
        moment: Callable[[], Moment],
        cells: Callable[[], Mapping[Cell, int]],
        *,
        buzzer: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._moment, self._cells, self._buzzer, self._clock = moment, cells, buzzer, clock
        self._lock = threading.Lock()
        self._reach: tuple[object, Lying, frozenset[Cell]] | None = None
        self._last: tuple[tuple[Cell, ...], float] = ((), 0.0)
        self._breaches = 0

    def glows(self) -> Mapping[int, Glow]:
        """As `Shining.glows`."""
        cells = self._cells()
        return {cells[place]: glow for place, glow in self.picture().items() if place in cells}

    def tone(self) -> tuple[int, int] | None:
        """As `Shining.tone`: one for every breach that is told for the first time."""
        breaches = sum(isinstance(reading, Breach) for reading in self._moment().ruling.warnings)
        before, self._breaches = self._breaches, breaches
        return BREACH_TONE if self._buzzer and breaches > before else None

    def picture(self) -> dict[Cell, Glow]:
        """What shines under which place; what matters more is laid over what matters less."""
        moment = self._moment()
        lit: dict[Cell, Glow] = dict.fromkeys(self._lingering(moment), LAST_MOVE)
        readings = [item.reading for item in moment.ruling.standing]
        for reading in readings:
            if isinstance(reading, Owes):
                lit |= _repairs(reading.repairs, MEND_FROM, MEND_TO)
        for reading in readings:
            if isinstance(reading, InHand) and len(reading.pieces) == 1:
                (piece,) = reading.pieces
                lit |= dict.fromkeys(self._landings(moment, piece), MAY_GO)
                lit[piece.cell] = CAME_FROM
            elif isinstance(reading, InHand):
                lit |= dict.fromkeys((piece.cell for piece in reading.pieces), CAME_FROM)
        for reading in readings:
            if isinstance(reading, Breach):
                lit |= _repairs(reading.repairs, WRONG_HERE, BELONGS_HERE)
        return lit

    def _lingering(self, moment: Moment) -> tuple[Cell, ...]:
        if moment.phase != "playing":
            return ()
        with self._lock:
            if moment.last_cells != self._last[0]:
                self._last = (moment.last_cells, self._clock())
            cells, since = self._last
        return cells if self._clock() - since < LINGERS_S else ()

    def _landings(self, moment: Moment, piece: Lying) -> frozenset[Cell]:
        with self._lock:
            if self._reach is not None and self._reach[0] is moment.journal and self._reach[1] == piece:
                return self._reach[2]
        places = [place for place in self._cells() if place in moment.board.places]
        reach = public_landings(moment, piece, places) if len(places) <= MOST_PLACES else frozenset()
        with self._lock:
            self._reach = (moment.journal, piece, reach)
        return reach


def _repairs(repairs: Iterable[Repair], here: Glow, there: Glow) -> dict[Cell, Glow]:
    """Where pieces are and where they belong."""
    lit: dict[Cell, Glow] = {}
    for repair in repairs:
        if repair.origin is not None:
            lit[repair.origin] = here
        if repair.to is not None:
            lit[repair.to] = there
    return lit
