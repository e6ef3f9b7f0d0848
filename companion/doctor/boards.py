"""Are there sensor boards, do they answer, and do they know where this game's houses are?"""

from __future__ import annotations

import threading

from companion.doctor.finding import Finding
from companion.sensors.boards import BoardState
from companion.sensors.specs import BROKERS, VIRTUAL_BOARD, open_link, shown
from firmware_bridge.link import LIVE, OPENING, Sensed

CHECK = "board"
WIRELESS = "wireless"
"""A board behind a broker: other things are done about it than about one that is plugged in."""
PATIENCE_S = 6.0
"""The slowest boot loader takes 2 s, a broker with TLS and a board in Wi-Fi rather longer."""


def board(spec: str) -> Finding:
    """Talks to the board that `tavolo play` would be asked for; takes up to 6 s where it does not answer.

    Where none is asked for, whether something that may be one is plugged in.
    """
    if spec:
        return of_state(tried(spec))
    from firmware_bridge.ports import found_ports

    likely = [port for port in found_ports() if port.likely]
    if likely:
        return Finding(CHECK, "not_chosen", "ok", {"port": likely[0].device, "what": likely[0].what})
    return Finding(CHECK, "none", "ok")


def tried(spec: str) -> BoardState:
    """How the board behind `spec` fares, after waiting for it."""
    if spec == VIRTUAL_BOARD:
        return BoardState(spec, LIVE, "", "virtual")
    link = open_link(spec)
    news = threading.Event()

    def heard(sensed: Sensed) -> None:
        if sensed.felt is not None:
            news.set()

    link.start(heard)
    try:
        news.wait(PATIENCE_S)
        return BoardState(shown(spec), link.status, link.detail, link.hello.name if link.hello else "")
    finally:
        link.close()


def of_state(state: BoardState) -> Finding:
    """What the state of a board means for an evening."""
    facts = {"eye": state.spec, "name": state.name or "–", "detail": state.detail or "–"}
    if state.unlearnt:
        return Finding(CHECK, "unlearnt", "bad", facts)
    if state.status == LIVE:
        return Finding(CHECK, "good", "ok", facts)
    kind = WIRELESS if state.spec.partition(":")[0] in BROKERS else ""
    return Finding(CHECK, state.status, "warn" if state.status == OPENING else "bad", facts, kind)
