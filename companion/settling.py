"""When a reading has held long enough to count: pure, time comes in as data."""

from __future__ import annotations

import msgspec

from companion.readings import Agrees, InHand, Owes, Reading
from companion.reconcile import Findings

LOOKS = 2
"""Consecutive looks that must agree before anything is committed or said: one look may catch a piece in mid-slide."""
QUIET_S = 0.35
"""Time for which they must agree, s. A piece set down and slid on rests for less in films of people moving pieces."""
LONE_S = 0.8
"""A look this long after the one before it, s, stands alone: pictures taken seconds apart were chosen by somebody."""

CALM: tuple[type[Reading], ...] = (Agrees, Owes, InHand)


class Settled(msgspec.Struct, frozen=True):
    """The findings of the last look, since when they hold, and over how many looks."""

    findings: Findings
    since: float
    last: float
    looks: int
    calm: bool


def settle(before: Settled | None, findings: Findings, t: float, lone_looks: bool = False) -> Settled:
    """Takes one more look into account. `lone_looks`: a look long after the one before it needs no second."""
    if before is not None and before.findings.all == findings.all:
        since, looks = before.since, before.looks + 1
    else:
        since, looks = t, 1
    alone = lone_looks and (before is None or t - before.last >= LONE_S)
    held = looks >= LOOKS and t - since >= QUIET_S
    return Settled(findings, since, t, looks, held or alone)


def shown(settled: Settled) -> tuple[Reading, ...]:
    """What to show of the last look: unrest is a piece in a hand until it has settled."""
    if settled.calm or all(isinstance(reading, CALM) for reading in settled.findings.all):
        return settled.findings.all
    calm = tuple(reading for reading in settled.findings.all if isinstance(reading, CALM))
    return (InHand(()), *calm)
