"""The red cards as they are printed on paper, for those who would rather turn a real card."""

from __future__ import annotations

from engines.cards import PrintedCard, PrintedDeck
from engines.casablanca_escape.cards import EVENTS, MOVEMENT, MOVEMENTS, Movement

MOVEMENT_TINT, EVENT_TINT = "#3f5a4a", "#8e2f2b"
BACK = "#6e1f22"
GROUNDS = ("river", "rail", "city", "town", "country")


def decks() -> tuple[PrintedDeck, ...]:
    """One deck of all forty: the movements first, then the events."""
    movements = (_movement(MOVEMENT[number]) for number in MOVEMENTS)
    events = (PrintedCard(number, f"card.{number}", f"card_text.{number}", tint=EVENT_TINT) for number in EVENTS)
    return (PrintedDeck("chance.red", (*movements, *events), BACK),)


def _movement(entry: Movement) -> PrintedCard:
    rows = tuple((f"printed.{ground}", getattr(entry, ground)) for ground in GROUNDS)
    return PrintedCard(entry.card, f"card.{entry.card}", "printed.africa", rows=rows, tint=MOVEMENT_TINT)
