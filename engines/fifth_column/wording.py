"""The rulebook and the sentences of this game, loaded."""

from __future__ import annotations

from pathlib import Path

from engines.fifth_column.cards import COUNTS, DATA
from engines.rulebook import Rulebook
from engines.texts import LANGUAGES, Texts
from engines.wording import sentences

TEXTS_FOLDER = Path(__file__).parent / "texts"


def _texts() -> Texts:
    own = sentences(TEXTS_FOLDER)
    derived: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
    for lang, table in derived.items():
        for number in range(1, COUNTS.hunters + 1):
            table[f"fact.hunter.{number}"] = own.say(lang, "fact_of.hunter", {"count": number})
    return own.merged(Texts(derived))


RULEBOOK = Rulebook.load(DATA / "rulebook.toml")
TEXTS = _texts()
