"""Sentences in every language of the table, looked up by key and filled with facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, Self, TypeAlias, get_args

from engines import english, italian
from engines.data import DataError, load_toml
from engines.german import with_preposition
from engines.money import MINUS, dollars

Language: TypeAlias = Literal["en", "it", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

Fact: TypeAlias = str | int | tuple[str | int, ...]
Facts: TypeAlias = Mapping[str, Fact]
NO_NAMES: Mapping[str, str] = {}
MONEY = "$"
ARTICLES: Mapping[str, Callable[[str], str]] = {"en": english.with_articles, "it": italian.with_articles}
"""What puts articles before the names in a sentence; German sentences say themselves where they want one."""


class Told(str):
    """A fact as it is told. After a colon stand the words that go with one and with any other number, a German
    preposition, which brings the name's article (see `engines.german`), or ``$``, which makes it a sum of money.

    >>> "{count} {count:card|cards}".format(count=Told("1"))
    '1 card'
    >>> "{start:vom} {to:zum}".format(start=Told("Haus 24"), to=Told("Basar"))
    'von Haus 24 zum Basar'
    """

    __slots__ = ("_lang",)
    _lang: str

    def __new__(cls, told: str, lang: str = "en") -> Self:
        """`told` as it is said in `lang`."""
        fact = super().__new__(cls, told)
        fact._lang = lang
        return fact

    def __format__(self, words: str) -> str:
        if not words:
            return str(self)
        if words == MONEY:
            return dollars(int(self.replace(MINUS, "-")), self._lang)
        one, counted, others = words.partition("|")
        if not counted:
            return with_preposition(words, self)
        return one if self == "1" else others


class Texts:
    """Keyed sentences with ``{fact}`` places, complete in every language.

    A fact's value is itself looked up first: for ``{seat}`` filled with ``"red"`` the key ``seat.red``
    is used where it exists. Digits at the end of a fact's name do not count (``seat2`` → ``seat.…``);
    a tuple of values is joined with commas. A negative number has a minus sign, which no line ends after.
    ``{amount:$}`` is a sum of money, ``{count:card|cards}`` the word that goes with the number; English and
    Italian names get their article after a preposition, German ones where it says ``{to:zum}``.

    >>> texts = Texts({"en": {"moved": "{seat} moved", "seat.red": "Red"}})
    >>> texts.say("en", "moved", {"seat": "red"})
    'Red moved'
    """

    def __init__(self, tables: Mapping[str, Mapping[str, str]], names: Mapping[str, str] = NO_NAMES) -> None:
        """`names`: keys that stand for a person's name, the same in every language."""
        self._tables = tables
        self._names = names

    @classmethod
    def load(cls, folder: Path) -> Texts:
        """Reads ``en.toml``, ``it.toml`` and ``de.toml`` of `folder`, flat tables or nested ones joined by dots.

        Raises `DataError` where a key of one language is missing in another.
        """
        tables: dict[str, dict[str, str]] = {
            lang: _flat(load_toml(folder / f"{lang}.toml", dict)) for lang in LANGUAGES
        }
        for lang in LANGUAGES:
            for key in tables["en"].keys() ^ tables[lang].keys():
                lacking = lang if key in tables["en"] else "en"
                raise DataError(folder / f"{lacking}.toml", key, "is not translated")
        return cls(tables)

    def merged(self, other: Texts) -> Texts:
        """These sentences and those of `other`, which win where both have a key."""
        languages = self._tables.keys() | other._tables.keys()
        tables = {lang: {**self._tables.get(lang, {}), **other._tables.get(lang, {})} for lang in languages}
        return Texts(tables, {**self._names, **other._names})

    def naming(self, names: Mapping[str, str]) -> Texts:
        """These sentences with the `names` of people for some keys, in every language; a name is no sentence to fill.

        >>> texts = Texts({"en": {"moved": "{seat} moved", "seat.red": "Red"}})
        >>> texts.naming({"seat.red": "Ilsa"}).say("en", "moved", {"seat": "red"})
        'Ilsa moved'
        """
        return Texts(self._tables, {**self._names, **names})

    def has(self, key: str) -> bool:
        """Whether there is a sentence for `key`."""
        return key in self._tables["en"]

    def keys(self) -> frozenset[str]:
        """Every key."""
        return frozenset(self._tables["en"])

    def say(self, lang: str, key: str, facts: Facts | None = None) -> str:
        """The sentence for `key` in `lang` (English where `lang` is unknown); raises `KeyError` for an unknown key."""
        if key in self._names:
            return self._names[key]
        table = self._tables.get(lang, self._tables["en"])
        told = {name: Told(self._name(table, name, fact), lang) for name, fact in (facts or {}).items()}
        said = table[key].format_map(told)
        return ARTICLES[lang](said) if facts and lang in ARTICLES else said

    def _name(self, table: Mapping[str, str], name: str, fact: Fact) -> str:
        if isinstance(fact, tuple):
            return ", ".join(self._name(table, name, part) for part in fact)
        written = str(fact).replace("-", MINUS) if isinstance(fact, int) else fact
        key = f"{name.rstrip('0123456789')}.{fact}"
        return self._names.get(key) or table.get(key, written)


def _flat(table: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = str(value)
    return flat
