"""Errors in data files name the file, the key and what would be right."""

import re
from pathlib import Path

import msgspec
import pytest

from engines import german, italian, registry
from engines.corteo.city import CITY
from engines.data import DataError, load_toml
from engines.options import Option, OptionError, chosen
from engines.rulebook import Rulebook
from engines.texts import Texts

ROOT = Path(__file__).parents[2]


class Card(msgspec.Struct, forbid_unknown_fields=True):
    number: int


class Deck(msgspec.Struct):
    card: list[Card]
    suit: dict[str, list[Card]] = {}
    place: dict[int, Card] = {}


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[[card]]\nnumber = 1\n[[card]]\nnumber = 'two'\n", r"deck\.toml: \$\.card\[1\]\.number: Expected `int`"),
        ("[[card]]\nnumbre = 1\n", r"deck\.toml: \$\.card\[\.\.\.\]|deck\.toml: \$\.card\[0\]"),
        ("[[card]\n", r"deck\.toml: cannot be read"),
        (
            "card = []\n[[suit.green]]\nnumber = 2\n[['suit'.'light red']]\nnumber = 1\n"
            "[[suit.'light red']]\nnumber = 'two'\n",
            r"deck\.toml: \$\.suit\.light red\[1\]\.number: Expected `int`, got `str`",
        ),
        (
            "card = []\n[place]\n7 = {number = 1}\nseven = {number = 7}\n",
            r"\$\.place\.seven: Expected `int`.* as a key",
        ),
    ],
)
def test_a_wrong_key_is_named_with_its_file(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(DataError, match=named):
        load_toml(written(tmp_path, "deck.toml", text), Deck)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"deck\.toml: there is no such file"):
        load_toml(tmp_path / "deck.toml", Deck)


def rule(rule_id: str, german: str = "Regel") -> str:
    return f'[[rule]]\nid = "{rule_id}"\nsection = "§3"\nen = "Rule"\nit = "Regola"\nde = "{german}"\n'


def test_a_rule_speaks_three_languages_and_english_to_strangers(tmp_path: Path) -> None:
    book = Rulebook.load(written(tmp_path, "rulebook.toml", rule("gestapo.move")))
    assert [book["gestapo.move"].text(lang) for lang in ("en", "it", "de", "fr")] == ["Rule", "Regola", "Regel", "Rule"]
    assert "gestapo.move" in book
    assert "gestapo.fly" not in book


@pytest.mark.parametrize("text", [rule("a") + rule("a"), rule("a", german="")])
def test_a_doubled_or_untranslated_rule_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError, match=r"rulebook\.toml: a: "):
        Rulebook.load(written(tmp_path, "rulebook.toml", text))


def test_a_sentence_missing_in_one_language_is_named(tmp_path: Path) -> None:
    for lang, text in (
        ("en", "moved = 'x'\n[seat]\nred = 'Red'"),
        ("it", "moved = 'x'"),
        ("de", "moved = 'x'\n[seat]\nred = 'Rot'"),
    ):
        written(tmp_path, f"{lang}.toml", text)
    with pytest.raises(DataError, match=r"it\.toml: seat\.red: is not translated"):
        Texts.load(tmp_path)


def test_facts_are_said_in_the_language_of_the_sentence() -> None:
    texts = Texts(
        {
            "en": {"met": "{seat} met {seat2} at {cells}", "seat.red": "Red", "seat.blue": "Blue"},
            "it": {"met": "{seat} ha incontrato {seat2} a {cells}", "seat.red": "Rosso", "seat.blue": "Blu"},
        }
    )
    facts = {"seat": "red", "seat2": "blue", "cells": ("2702", "2703")}
    assert texts.say("it", "met", facts) == "Rosso ha incontrato Blu a 2702, 2703"
    assert texts.say("fr", "met", facts) == "Red met Blue at 2702, 2703"


def test_a_negative_number_has_a_minus_sign_and_a_hyphen_stays_one() -> None:
    texts = Texts({"en": {"score": "Final score {score}, {unit}"}})
    assert texts.say("en", "score", {"score": -58, "unit": "Movement 6-4"}) == "Final score −58, Movement 6-4"


@pytest.mark.parametrize(("count", "said"), [(1, "1 card"), (2, "2 cards"), (0, "0 cards")])
def test_one_of_a_thing_is_said_as_one(count: int, said: str) -> None:
    texts = Texts({"en": {"drawn": "{count} {count:card|cards}"}})
    assert texts.say("en", "drawn", {"count": count}) == said


@pytest.mark.parametrize(("lang", "said"), [("en", "1,300"), ("it", "1.300"), ("de", "1.300")])
def test_sums_of_money_are_written_as_each_language_does(lang: str, said: str) -> None:
    table = {"bid": "{seat}: {amount:$}."}
    texts = Texts({"en": table, "it": table, "de": table})
    assert texts.say(lang, "bid", {"seat": "Ilsa", "amount": 1300}) == f"Ilsa: {said}\N{NARROW NO-BREAK SPACE}$."


def test_a_sum_below_nothing_has_a_minus_sign_too() -> None:
    texts = Texts({"en": {"bid": "Bid {amount:$}"}})
    assert texts.say("en", "bid", {"amount": -1300}) == "Bid −1,300\N{NARROW NO-BREAK SPACE}$"


def test_english_places_have_their_article_after_a_preposition_and_nowhere_else() -> None:
    sentences = {"put": "Put Gray on {to}.", "turn": "On {to}: turn it from {start}.", "button": "Gray → {to}"}
    texts = Texts({"en": sentences, "it": sentences})
    assert texts.say("en", "put", {"to": "Airport"}) == "Put Gray on the Airport."
    assert texts.say("en", "turn", {"to": "Bazaar", "start": "Police Station"}) == (
        "On the Bazaar: turn it from the Police Station."
    )
    assert texts.say("en", "put", {"to": "Rick's Café"}) == "Put Gray on Rick's Café."
    assert texts.say("en", "put", {"to": "house 24"}) == "Put Gray on house 24."
    assert texts.say("en", "put", {"to": "Hotel, Viale Ovaliani"}) == "Put Gray on Hotel, Viale Ovaliani."
    assert texts.say("en", "button", {"to": "Hotel"}) == "Gray → Hotel"
    assert texts.say("en", "put", {"to": "Hotels"}) == "Put Gray on Hotels."


def test_italian_places_have_their_article_after_a_preposition_and_nowhere_else() -> None:
    sentences = {"put": "Mettere Gray su {to}.", "move": "Gray va da {start} a {to}.", "button": "Gray → {to}"}
    texts = Texts({"en": sentences, "it": sentences})
    assert texts.say("it", "put", {"to": "Aeroporto"}) == "Mettere Gray sull'Aeroporto."
    assert (
        texts.say("it", "move", {"start": "Posto di polizia", "to": "casa 24"})
        == "Gray va dal Posto di polizia alla casa 24."
    )
    assert texts.say("it", "put", {"to": "casa"}) == "Mettere Gray su casa.", "without a number it is at home"
    assert (
        texts.say("it", "move", {"start": "Via Roto", "to": "Chiesa, Via Tip"})
        == "Gray va da Via Roto alla Chiesa, Via Tip."
    )
    assert texts.say("it", "put", {"to": "Bazar"}) == "Mettere Gray sul Bazar."
    assert texts.say("it", "button", {"to": "Albergo"}) == "Gray → Albergo"
    assert texts.say("en", "put", {"to": "Aeroporto"}) == "Mettere Gray su Aeroporto."


def test_german_places_have_their_article_after_a_preposition() -> None:
    sentences = {
        "move": "Gray geht {start:vom} {to:zum}.",
        "put": "Gray {to:auf den} legen.",
        "lies": "{at:Auf dem} liegt Gray.",
        "throw": "Gray wirft {at:auf den}, {at:beim} und {at:bis zum}.",
    }
    texts = Texts({"en": sentences, "de": sentences})
    assert texts.say("de", "move", {"start": "Polizeistation", "to": "Haus 24"}) == (
        "Gray geht von der Polizeistation nach Haus 24."
    )
    assert texts.say("de", "move", {"start": "Haus 2", "to": "Basar"}) == "Gray geht von Haus 2 zum Basar."
    assert texts.say("de", "put", {"to": "Hotel"}) == "Gray auf das Hotel legen."
    assert texts.say("de", "put", {"to": "Feld 0 der Fahndung"}) == "Gray auf Feld 0 der Fahndung legen."
    assert texts.say("de", "lies", {"at": "Kirche, Via Tip Tap"}) == "Auf der Kirche, Via Tip Tap liegt Gray."
    assert texts.say("de", "throw", {"at": "Via Roto (1205)"}) == (
        "Gray wirft auf die Via Roto (1205), bei der Via Roto (1205) und bis zur Via Roto (1205)."
    )


WITHOUT_ARTICLE = {
    "de": {"Haus", "Ricks"},
    "it": {"Bulvar", "casa", "Corso", "Largo", "Lungozombi", "POC", "Piazza", "Piazzale", "Via", "Viale", "Vicolo"},
}
"""First words of names of places that have none."""


def places(game: str, lang: str) -> set[str]:
    """Names of places as sentences say them."""
    if game == "corteo":
        return {CITY.name(cell, lang) for cell in CITY.board.cells}
    found = registry.find(game)
    board = found.board(chosen(found.options, {}))
    return {board.name(cell, lang) for cell in board.cells}


@pytest.mark.parametrize("game", ["casablanca_agents", "corteo"])
@pytest.mark.parametrize("lang", ["de", "it"])
def test_of_every_place_with_a_name_it_is_known_which_article_it_has(game: str, lang: str) -> None:
    known = german.grammar().gender.keys() if lang == "de" else italian.grammar().article.keys()
    first = {name.partition(" ")[0].rstrip(",") for name in places(game, lang)}
    named = {word for word in first if not word.isdecimal()}
    assert named & known
    assert named - known <= WITHOUT_ARTICLE[lang]


PREPOSITION = re.compile(r"{\w+:([^|{}$]+)}")


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("[ecw]*/**/texts/**/de.toml")), ids=lambda path: str(path.relative_to(ROOT))
)
def test_every_german_preposition_that_brings_an_article_is_known(path: Path) -> None:
    said = {before[:1].lower() + before[1:] for before in PREPOSITION.findall(path.read_text(encoding="utf-8"))}
    assert said <= german.grammar().before.keys()


ASKED_OF_ANYBODY = {
    "it": re.compile(r"^\w+(are|ere|ire|rsi|dire)\b"),
    "de": re.compile(r"^[^,]*?\w+n\b(,| oder|$)"),
}
"""What stands after names that all can read ("Ilsa: giocare una carta"), be they one or several."""


@pytest.mark.parametrize("lang", ["it", "de"])
@pytest.mark.parametrize("game", registry.names())
def test_what_somebody_is_asked_to_do_reads_well_after_one_name_and_after_several(game: str, lang: str) -> None:
    texts = registry.find(game).texts
    asked = [texts.say(lang, key) for key in texts.keys() if key.startswith("decision.")]  # noqa: SIM118
    assert asked
    assert [said for said in asked if not ASKED_OF_ANYBODY[lang].search(said)] == []


VERSION = Option("version", ("simple", "articulated"), "simple")


def test_options_not_given_take_their_default() -> None:
    assert chosen([VERSION], {}) == {"version": "simple"}
    assert chosen([VERSION], {"version": "articulated"}) == {"version": "articulated"}


@pytest.mark.parametrize("given", [{"version": "easy"}, {"colour": "red"}])
def test_an_impossible_option_names_what_is_possible(given: dict[str, str]) -> None:
    with pytest.raises(OptionError, match=r"simple, articulated|there are: version"):
        chosen([VERSION], given)
