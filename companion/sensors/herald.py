"""Tells the broker what everybody at the table may know, for lamps, displays and Home Assistant; kept there."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Protocol

import msgspec

from companion.moment import Moment
from companion.readings import Ambiguous, reading_name
from companion.until_closed import UntilClosed
from engines.pending import Decision, Dice
from firmware_bridge.link import QueueFull

if TYPE_CHECKING:
    from firmware_bridge.mqtt_link import MqttLink

EVERY_S = 1.0
AFTER_FAULT_S = 60.0
"""s to wait where it cannot be said how the table stands: the log should not fill with it."""

log = logging.getLogger(__name__)


class PublicState(msgspec.Struct, frozen=True):
    """The table as anybody may see it. `turn`: who is openly asked to act; `warnings`: kinds of what is wrong."""

    game: str
    phase: str
    turn: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class Changing(Protocol):
    """As much of the table as a herald needs."""

    @property
    def moment(self) -> Moment: ...


def public_state(moment: Moment) -> PublicState:
    """What may be told of `moment`: no secret decision, no private question; warnings are named, not explained."""
    turn: tuple[str, ...] = ()
    if moment.journal is not None and moment.phase == "playing":
        pending = moment.game.pending(moment.journal.state)
        if isinstance(pending, Decision) and not pending.secret:
            turn = pending.seats
        elif isinstance(pending, Dice) and pending.seat is not None:
            turn = (pending.seat,)
    told = (reading for reading in moment.ruling.warnings if not isinstance(reading, Ambiguous))
    warnings = tuple(dict.fromkeys(map(reading_name, told)))
    return PublicState(moment.game.id, moment.phase, turn, warnings)


class Herald(UntilClosed):
    """A thread that tells a broker about the table until `close`."""

    def __init__(self, table: Changing, link: MqttLink, announced: dict[str, bytes]) -> None:
        super().__init__("herald")
        self._table, self._link, self._announced = table, link, announced

    def _go_on(self) -> None:
        self._keep(self._announced)
        told: PublicState | None = None
        while not self._over.wait(EVERY_S if told is not None else 0.0):
            try:
                now = public_state(self._table.moment)
            except Exception:  # whatever a game raises: the broker keeps what it was told last
                log.exception("the broker cannot be told how it stands")
                self._over.wait(AFTER_FAULT_S)
                continue
            if now != told and self._keep({f"{self._link.prefix}/table/state": msgspec.json.encode(now)}):
                told = now

    def _keep(self, messages: dict[str, bytes]) -> bool:
        try:
            for topic, payload in messages.items():
                self._link.keep(topic, payload)
        except QueueFull as error:
            log.warning("%s", error)
            return False
        return True
