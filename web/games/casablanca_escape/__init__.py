"""The escape on the phone: what its templates need to know of cards and map beside the view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engines.casablanca_escape.cards import GREENS, MOVEMENT, SUPPLY
from engines.casablanca_escape.geography import MAP

GROUND = ("river", "rail", "city", "town", "country")
TRACK_END = SUPPLY.interception.last
CHOICE_ORDER = (
    "play_red",
    "choose",
    "fly",
    "sail_fugitive",
    "buy_camel",
    "move_gestapo",
    "sail_gestapo",
    "move_fugitive",
    "restart",
    "take_card",
    "give_back",
    "play_green",
    "give_ration",
    "suffer",
    "stay",
    "decline",
    "end_turn",
)
"""Kinds of choices as a turn goes; what ends something stands last, under the thumb."""
QUIET = frozenset({"end_turn", "decline", "stay", "suffer"})


def grouped(choices: list[Any], kept_for_hand: bool) -> list[tuple[str, list[Any]]]:
    """Choices by kind in `CHOICE_ORDER`; green cards are left to the hand if `kept_for_hand`."""
    kinds = sorted(
        {choice.kind for choice in choices} - ({"play_green"} if kept_for_hand else set()),
        key=lambda kind: CHOICE_ORDER.index(kind) if kind in CHOICE_ORDER else len(CHOICE_ORDER),
    )
    return [(kind, [choice for choice in choices if choice.kind == kind]) for kind in kinds]


def movement(card: int) -> Mapping[str, int] | None:
    """Most hexes by kind of ground that movement card `card` allows; None for an event."""
    entry = MOVEMENT.get(card)
    return {ground: msgspec.structs.asdict(entry)[ground] for ground in GROUND} if entry else None


def grounds_at(cell: str | None) -> tuple[str, ...]:
    """The kinds of ground that count for a fugitive starting in `cell`; none in Africa."""
    kind = MAP.kind.get(cell or "")
    return ("river", "rail") if kind == "line" else (kind,) if kind else ()


def place(cell: str | None, lang: str) -> str:
    """The name of a hex in `lang`, empty for none."""
    return MAP.board.name(cell, lang) if cell else ""


HELPERS: Mapping[str, Any] = {
    "grouped": grouped,
    "movement": movement,
    "grounds_at": grounds_at,
    "place": place,
    "least_throw": SUPPLY.plane.least_throw,
    "fare": SUPPLY.plane.fare,
    "greens": GREENS,
    "track_end": TRACK_END,
    "quiet": QUIET,
}
