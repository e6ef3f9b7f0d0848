"""What the host corrects, in words of each language: "rot" for a compass rose, "Gefängnis" where a counter is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.place_names import Facts
from engines.game import Game
from engines.texts import LANGUAGES


def choices(facts: Facts, game: Game[Any, Any], lang: str) -> Mapping[str, Mapping[str, str]]:
    """Those of the `facts` that are one of a few: each choice and what it is called."""
    offered = {key: game.fact_choices(key) for key in facts}
    return {key: {word: _called(game, word, lang) for word in words} for key, words in offered.items() if words}


def words(facts: Facts, game: Game[Any, Any], lang: str) -> list[str]:
    """What facts may be instead of a place, as it is called."""
    known = dict.fromkeys(word for key in facts for word in game.fact_words(key))
    return [_called(game, word, lang) for word in known]


def in_words(facts: Facts, game: Game[Any, Any], lang: str) -> Facts:
    """`facts` in which what is no place is called by its word."""
    return {
        key: _called(game, value, lang) if isinstance(value, str) and value in game.fact_words(key) else value
        for key, value in facts.items()
    }


def understood(facts: Facts, game: Game[Any, Any]) -> Facts:
    """`facts` with what the game calls them, which were typed in any language, capital letters or not."""
    return {key: _meant(game, key, value) if isinstance(value, str) else value for key, value in facts.items()}


def _meant(game: Game[Any, Any], key: str, typed: str) -> str:
    wanted = typed.strip().casefold()
    for word in (*game.fact_choices(key), *game.fact_words(key)):
        if wanted in {word, *(_called(game, word, lang).casefold() for lang in LANGUAGES)}:
            return word
    return typed


def _called(game: Game[Any, Any], word: str, lang: str) -> str:
    return game.texts.say(lang, f"fact_word.{word}")
