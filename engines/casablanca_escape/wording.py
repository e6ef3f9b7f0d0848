"""The rulebook and the sentences of this game, loaded; names of places come from the board, numbers from the cards."""

from __future__ import annotations

from pathlib import Path

import msgspec

from engines.casablanca_escape.cards import DATA, MOVEMENT
from engines.casablanca_escape.geography import MAP
from engines.casablanca_escape.tabletop import SEATS
from engines.rulebook import Rulebook
from engines.texts import LANGUAGES, Texts
from engines.wording import sentences

TEXTS_FOLDER = Path(__file__).parent / "texts"

CORRECTED = ("gestapo", "fugitive", "level", "mounted", "rations", "gold", "left")
"""What a host may correct of each player."""
PLACE_FACTS = ("place", "to", "start")
"""Facts whose value is a place's English name."""


def _texts() -> Texts:
    own = sentences(TEXTS_FOLDER)
    derived: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
    for lang, table in derived.items():
        for cell in MAP.board.chart.names:
            for fact in PLACE_FACTS:
                table[f"{fact}.{MAP.board.name(cell)}"] = MAP.board.name(cell, lang)
        for seat in SEATS:
            named = {"seat": own.say(lang, f"seat.{seat}")}
            table.update((f"fact.{seat}.{fact}", own.say(lang, f"fact_of.{fact}", named)) for fact in CORRECTED)
        for card, movement in MOVEMENT.items():
            table[f"card_text.{card}"] = own.say(lang, "card_text.movement", msgspec.structs.asdict(movement))
    return own.merged(Texts(derived))


RULEBOOK = Rulebook.load(DATA / "rulebook.toml")
TEXTS = _texts()
