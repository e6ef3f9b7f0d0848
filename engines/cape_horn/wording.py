"""The rulebook and the sentences of this game, loaded; names of pieces are put together from their parts."""

from __future__ import annotations

from pathlib import Path

from engines.cape_horn.tabletop import CHIPS, SHIPS, TILES
from engines.cape_horn.voyage import DATA
from engines.rulebook import Rulebook
from engines.texts import LANGUAGES, Texts
from engines.wording import sentences

TEXTS_FOLDER = Path(__file__).parent / "texts"


def _texts() -> Texts:
    own = sentences(TEXTS_FOLDER)
    derived: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
    for lang, table in derived.items():
        for look, (design, facing) in TILES.items():
            for one_or_more, key in (("look", "tile"), ("looks", "tiles")):
                table[f"{one_or_more}.{look}"] = own.say(lang, f"piece_of.{key}", {"tile": design, "facing": facing})
        for look, seat in SHIPS.items():
            table[f"look.{look}"] = own.say(lang, "piece_of.ship", {"seat": seat})
            for fact in ("points", "ship", "hand", "token1", "token2", "token3"):
                table[f"fact.{seat}.{fact}"] = own.say(lang, f"fact_of.{fact}", {"seat": seat})
        for look in CHIPS.values():
            colour, _, number = look.removeprefix("station:").partition("-")
            table[f"look.{look}"] = own.say(lang, "piece_of.station", {"colour": colour, "zone": int(number)})
    return own.merged(Texts(derived))


RULEBOOK = Rulebook.load(DATA / "rulebook.toml")
TEXTS = _texts()
