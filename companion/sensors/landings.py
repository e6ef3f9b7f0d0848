"""A piece that was lifted and is felt nowhere: where it may have landed without any sensor telling, as a question.

A switch that is closed already says nothing when another piece comes. Where no sensor can rule that out, and the game
allows it, the phone of the player to act is asked; a camera that sees the house rules it out, and nobody is asked.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.beliefs import SOFT_NATS
from companion.readings import Ambiguous, Breach, InHand
from companion.reconcile import Findings, Situation
from companion.sight import Sight
from engines.game import Intent
from engines.physical import Cell, Change, Lying

MOST_CHOICES = 8
"""Choices that fit a phone; where there are more, the player had better say it on the phone unasked."""


def with_landings(findings: Findings, situation: Situation, sight: Sight) -> Findings:
    """`findings` with a question instead of a piece in a hand, where it may have landed unnoticed."""
    held = findings.reading
    if not isinstance(held, InHand) or any(isinstance(reading, Breach) for reading in findings.rest):
        return findings
    intents = tuple(dict.fromkeys(_landings(held.pieces, situation, sight)))
    if not intents or len(intents) > MOST_CHOICES or len({intent.seat for intent in intents}) > 1:
        return findings
    asked = Ambiguous(intents[0].seat, tuple((intent,) for intent in intents))
    return msgspec.structs.replace(findings, reading=asked, rest=(held, *findings.rest))


def _landings(pieces: tuple[Lying, ...], situation: Situation, sight: Sight) -> Iterator[Intent[object]]:
    """Legal actions that would bring the held pieces to where no sensor can tell."""
    game, state = situation.game, situation.state
    for cell in _mute(pieces, situation, sight):
        arrived = tuple(Lying(cell, piece.look) for piece in pieces)
        for intent in game.interpret(state, Change(pieces, arrived)):
            step = game.after(state, intent)
            if step is not None and all(piece.look in game.placement(step[0]).contents(cell) for piece in pieces):
                yield intent


def _mute(pieces: tuple[Lying, ...], situation: Situation, sight: Sight) -> Iterator[Cell]:
    """Houses that hold something and where no sensor could tell if the held pieces lay there too."""
    wanted = situation.game.placement(situation.state)
    looks = tuple(piece.look for piece in pieces)
    for cell, contents in sorted(wanted.cells.items()):
        there = tuple(sorted(contents))
        more = tuple(sorted((*there, *looks)))
        if not there or not sight.visible(cell):
            continue
        ranked = sight.ranked(cell, (there, more), situation.looks)
        if ranked.loss(more) - ranked.loss(there) <= SOFT_NATS:
            yield cell
