"""What a check answers, and saying it in a language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from companion.camera_reasons import in_words, named
from engines.texts import Texts

State: TypeAlias = Literal["ok", "warn", "bad"]
"""Fit; fit with a drawback; an evening will not work like this."""


FAILED = "failed"
"""The key of a check that could not be made, whichever it is."""


Facts: TypeAlias = Mapping[str, str | int | float]


class Finding(msgspec.Struct, frozen=True):
    """The answer of one check: text key ``doctor.<check>.<key>`` filled with `facts`, what to do under ``….do``, or
    under ``….<kind>.do`` where things of that kind want something else done.
    """

    check: str
    key: str
    state: State
    facts: Facts = {}
    kind: str = ""


class Spoken(msgspec.Struct, frozen=True):
    """A finding in words: what was looked at, how it is, and what to do (empty where nothing)."""

    check: str
    state: State
    name: str
    words: str
    advice: str


@cache
def doctor_texts() -> Texts:
    """Every sentence of the doctor."""
    return Texts.load(Path(__file__).parent / "texts")


def spoken(finding: Finding, lang: str) -> Spoken:
    """`finding` in `lang`."""
    texts, root = doctor_texts(), f"doctor.{finding.check}"
    facts = {name: _fact(fact, lang) for name, fact in finding.facts.items()}
    if "eye" in facts:
        facts["eye"] = named(facts["eye"], lang)
    if "time" in facts:
        facts["time"] = datetime.fromisoformat(facts["time"]).strftime(texts.say(lang, "doctor.clock.shown"))
    key = f"doctor.{FAILED}" if finding.key == FAILED else f"{root}.{finding.key}"
    advice = f"{key}.{finding.kind}.do" if texts.has(f"{key}.{finding.kind}.do") else f"{key}.do"
    return Spoken(
        finding.check,
        finding.state,
        texts.say(lang, f"{root}.name"),
        texts.say(lang, key, facts),
        texts.say(lang, advice, facts) if texts.has(advice) else "",
    )


def _fact(fact: str | int | float, lang: str) -> str:
    if isinstance(fact, str):
        return in_words(fact, lang)
    return str(fact) if lang == "en" else str(fact).replace(".", ",")
