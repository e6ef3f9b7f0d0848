"""The host corrects what is neither a place nor a number by the words of the host's own language."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.fact_words import choices, in_words, understood
from engines import registry
from engines.cape_horn.game import GAME as CAPE_HORN
from engines.corteo.game import GAME as CORTEO
from engines.texts import LANGUAGES, Language
from tests.table.evenings import Evening
from web.service import Refused

COUNTER = "unit.riot.1"


@pytest.fixture
def voyage(tmp_path: Path) -> Evening:
    return Evening(tmp_path, ("blue", "white", "black"), CAPE_HORN, {"hands": "table"}).begin()


@pytest.mark.parametrize(
    ("lang", "named"),
    [("en", ["yellow", "red", "green"]), ("it", ["gialla", "rossa", "verde"]), ("de", ["gelb", "rot", "grün"])],
)
def test_the_colours_of_compass_roses_are_offered_in_the_hosts_language(
    voyage: Evening, lang: Language, named: list[str]
) -> None:
    offered = voyage.service.correctable(lang).choices
    assert set(offered) == {f"{seat}.token{zone}" for seat in ("blue", "white", "black") for zone in (1, 2, 3)}
    assert list(offered["blue.token1"].values()) == named


@pytest.mark.parametrize("typed", ["rot", "Rossa", " red "])
def test_a_compass_rose_is_given_by_its_colour_in_any_language(voyage: Evening, typed: str) -> None:
    voyage.service.edit({"blue.token1": typed}, voyage.key(), "de")
    assert voyage.state.captain("blue").tokens == ("red", "", "")
    voyage.service.edit({"blue.token1": None}, voyage.key(), "de")
    assert voyage.state.captain("blue").tokens == ("", "", "")


@pytest.mark.parametrize(("lang", "said"), [("en", "prison"), ("it", "carcere"), ("de", "Gefängnis")])
def test_where_a_counter_of_corteo_is_off_the_map_is_read_and_typed_in_the_hosts_language(lang: str, said: str) -> None:
    assert in_words({COUNTER: "prison"}, CORTEO, lang) == {COUNTER: said}
    assert understood({COUNTER: said.upper()}, CORTEO) == {COUNTER: "prison"}
    assert not choices({COUNTER: "prison"}, CORTEO, lang)  # it may be a hex as well


def test_the_form_suggests_the_words_for_a_counter_beside_the_names_of_places(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ("march", "power"), CORTEO, {}).begin()
    report = evening.service.correctable("de")
    assert "Gefängnis" in report.place_names
    assert COUNTER in report.of_places
    assert "runs" not in report.of_places


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_counter_may_be_is_told_in_a_word_that_is_taken(tmp_path: Path, lang: Language) -> None:
    evening = Evening(tmp_path, ("march", "power"), CORTEO, {}).begin()
    with pytest.raises(Refused) as refused:
        evening.service.edit({COUNTER: "Atlantis"}, evening.key(), lang)
    assert in_words({COUNTER: "prison"}, CORTEO, lang)[COUNTER] in str(refused.value)


@pytest.mark.parametrize("game", registry.names())
def test_what_has_no_word_stays_as_it_was_typed(game: str) -> None:
    facts = {"turn": "rote", COUNTER: "Atlantis", "red.left": False, "runs": 3, "hunter.1": None}
    assert understood(facts, registry.find(game)) == facts
