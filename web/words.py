"""The sentences of the pages: the web's own, those of a game's page parts, and those of the game itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from engines.texts import Fact, Language, Texts

TEXTS = Path(__file__).with_name("texts")
GAMES = Path(__file__).with_name("games")


class Words:
    """What templates call ``t``: sentences of one language.

    >>> Words(Texts({"en": {"hello": "Hello, {name}"}}), "en")("hello", name="Ilsa")
    'Hello, Ilsa'
    """

    def __init__(self, texts: Texts, lang: Language) -> None:
        self._texts = texts
        self.lang: Language = lang

    def __call__(self, key: str, /, **facts: Fact) -> str:
        """The sentence for `key`; raises `KeyError` where there is none."""
        return self._texts.say(self.lang, key, facts)

    def has(self, key: str) -> bool:
        """Whether there is a sentence for `key`."""
        return self._texts.has(key)

    def first(self, *keys: str, default: str = "", **facts: Fact) -> str:
        """The sentence for the first of `keys` that there is, else `default`."""
        return next((self(key, **facts) for key in keys if self.has(key)), default)


class Dictionary:
    """Every sentence that pages may need, loaded once for each game."""

    def __init__(self, game_texts: Callable[[str], Texts]) -> None:
        """`game_texts` answers the texts of a game by its id."""
        self._own = Texts.load(TEXTS).merged(Texts.load(TEXTS / "learning"))
        self._of_game = cache(lambda game: self._merged(game_texts(game), game))

    def _merged(self, of_game: Texts, game: str) -> Texts:
        folder = GAMES / game / "texts"
        parts = Texts.load(folder) if folder.is_dir() else Texts({"en": {}})
        return of_game.merged(self._own).merged(parts)

    def words(self, lang: Language, game: str = "") -> Words:
        """The sentences in `lang`; with those of `game` where it is named."""
        return Words(self._of_game(game) if game else self._own, lang)
