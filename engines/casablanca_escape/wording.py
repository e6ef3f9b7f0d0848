"""The rulebook and the sentences of this game, loaded; names of places come from the board, numbers from the cards."""

from __future__ import annotations

from pathlib import Path

import msgspec

from engines.casablanca_escape.cards import DATA, MOVEMENT
from engines.casablanca_escape.geography import MAP
from engines.rulebook import Rulebook
from engines.texts import LANGUAGES, Texts

TEXTS_FOLDER = Path(__file__).parent / "texts"

PLACE_FACTS = ("place", "to", "start")
"""Facts whose value is a place's English name."""


def _texts() -> Texts:
    own = Texts.load(TEXTS_FOLDER).merged(Texts.load(TEXTS_FOLDER / "learning"))
    derived: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
    for lang, table in derived.items():
        for cell in MAP.board.chart.names:
            for fact in PLACE_FACTS:
                table[f"{fact}.{MAP.board.name(cell)}"] = MAP.board.name(cell, lang)
        for card, movement in MOVEMENT.items():
            table[f"card_text.{card}"] = own.say(lang, "card_text.movement", msgspec.structs.asdict(movement))
    return own.merged(Texts(derived))


RULEBOOK = Rulebook.load(DATA / "rulebook.toml")
TEXTS = _texts()
