"""The rulebook and the sentences of this game, loaded; names of agents and places come from their data."""

from __future__ import annotations

from pathlib import Path

from engines.casablanca_agents.agents import AGENT, BOARD, DATA
from engines.casablanca_agents.tabletop import CASE, LOOKS
from engines.rulebook import Rulebook
from engines.texts import LANGUAGES, Texts
from engines.wording import sentences

TEXTS_FOLDER = Path(__file__).parent / "texts"


def _texts() -> Texts:
    own = sentences(TEXTS_FOLDER)
    derived: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
    for lang, table in derived.items():
        for agent in AGENT:
            table[f"agent.{agent.id}"] = agent.name
            table[f"look.{LOOKS[agent.id]}"] = agent.name
            for fact in ("house", "carried"):
                table[f"fact.{agent.id}.{fact}"] = own.say(lang, f"fact_of.{fact}", {"agent": agent.name})
        table[f"look.{CASE}"] = own.say(lang, "case.name")
        for cell in BOARD.cells:
            table[f"building.{cell}"] = BOARD.name(cell, lang)
    return own.merged(Texts(derived))


RULEBOOK = Rulebook.load(DATA / "rulebook.toml")
TEXTS = _texts()
