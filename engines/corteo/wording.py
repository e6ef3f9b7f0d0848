"""The rulebook and the sentences of this game; names of places come from the board, of units from the counters."""

from __future__ import annotations

from pathlib import Path

from engines.corteo.city import CITY
from engines.corteo.counters import (
    BARRICADE,
    JAM,
    OWN,
    SMOKE,
    TURNED,
    UNIT_OF,
    back_of,
    cover_look,
    has_equals,
    look_of,
)
from engines.corteo.roster import DATA, KIND_OF, KINDS, MARCH, UNIT_ID
from engines.corteo.sites import SQUARES, grey_name, grey_places
from engines.rulebook import Rulebook
from engines.texts import LANGUAGES, Texts
from engines.wording import sentences

TEXTS_FOLDER = Path(__file__).parent / "texts"

PLACE_FACTS = ("place", "to", "start", "origin")
"""Facts whose value is a hex."""


def _texts() -> Texts:
    own = sentences(TEXTS_FOLDER)
    derived: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
    for lang, table in derived.items():
        table.update((f"grey.{name}", grey_name(name, lang)) for name in grey_places())
        table.update((f"square.{name}", grey_name(name, lang)) for name in SQUARES)
        for cell in CITY.terrain:
            if (name := CITY.name(cell, lang)) != cell:
                table.update((f"{fact}.{cell}", name) for fact in PLACE_FACTS)
        for kind in KINDS.values():
            name = own.say(lang, f"{'component' if kind.side == MARCH else 'police'}.{kind.family}")
            printed = f"{name} {kind.speed}-{kind.power}" if kind.power else name
            table[f"unit.{kind.id}"] = table[f"kind.{kind.id}"] = table[f"look.{look_of(kind)}"] = printed
        for counter in UNIT_ID:
            kind_id, _, number = counter.rpartition(".")
            named: dict[str, str | int] = {"unit": table[f"unit.{kind_id}"], "number": number}
            table[f"fact.unit.{counter}"] = own.say(lang, "fact_of.unit", named)
        for look, unit in UNIT_OF.items():
            name = f"fact.unit.{UNIT_ID[unit]}" if has_equals(unit) else f"unit.{KIND_OF[unit].id}"
            printed = table[f"look.{look}"] = table[name]
            table[f"look.{look}{TURNED}"] = own.say(lang, "look.face_down", {"unit": printed})
        table[f"look.{BARRICADE}"] = own.say(lang, "look.barricade")
        for kind in KINDS.values():
            table[f"look.{back_of(kind)}"] = own.say(lang, "look.face_down", {"unit": table[f"unit.{kind.id}"]})
        table[f"look.{SMOKE}"] = own.say(lang, "look.smoke")
        table[f"look.{JAM}"] = own.say(lang, "look.jam")
        table[f"look.{OWN}"] = own.say(lang, "look.own")
        for look, name in ((BARRICADE, "barricade"), (JAM, "jam"), (OWN, "own")):
            table[f"looks.{look}"] = own.say(lang, f"looks.{name}")
        for cell, value in CITY.value.items():
            table[f"look.{cover_look(cell)}"] = own.say(lang, "look.cover", {"value": value})
    return own.merged(Texts(derived))


RULEBOOK = Rulebook.load(DATA / "rulebook.toml")
TEXTS = _texts()
