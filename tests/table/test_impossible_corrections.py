"""What the host cannot correct is said in the host's own language, with the names of people and places."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from string import Formatter

import pytest

import engines
from companion.journal import advance
from engines import registry
from engines.cape_horn.game import GAME as CAPE_HORN
from engines.casablanca_escape.game import GAME as ESCAPE
from engines.entries import BadEntry, Edit
from engines.texts import LANGUAGES, Language
from tests.table.evenings import Evening
from tests.toys.chase import Chase, State
from web.service import Refused

ENGINES = Path(engines.__file__).parent


@pytest.fixture
def voyage(tmp_path: Path) -> Evening:
    return Evening(tmp_path, ("blue", "white", "black"), CAPE_HORN, {"hands": "table"}).begin()


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "This correction is not possible: A ship lies on M6, where no tile is."),
        ("it", "Questa correzione non è possibile: Un veliero è su M6, dove non c'è nessuna tessera."),
        ("de", "Diese Berichtigung ist nicht möglich: Ein Schiff liegt auf M6, wo kein Plättchen ist."),
    ],
)
def test_a_ship_without_a_tile_is_refused_by_the_squares_printed_name(
    voyage: Evening, lang: Language, said: str
) -> None:
    with pytest.raises(Refused) as refused:
        voyage.service.edit({"blue.ship": "M6"}, voyage.key(), lang)
    assert str(refused.value) == said


def test_a_player_is_called_by_name_in_what_cannot_be(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ("red", "blue"), ESCAPE, {}).begin()
    with pytest.raises(Refused) as refused:
        evening.service.edit({"red.gestapo": "Atlantis"}, evening.key(), "de")
    assert "„Red: Feld der Gestapo“ ist ein Feld an Land" in str(refused.value)
    assert "nicht „Atlantis“" in str(refused.value)


def test_every_design_is_named_to_the_host_who_wrote_none_of_them(voyage: Evening) -> None:
    with pytest.raises(Refused) as refused:
        voyage.service.edit({"tiles": "L3:z"}, voyage.key(), "en")
    assert "the designs are a, b, c, d, e, f, g, h." in str(refused.value)


@pytest.mark.parametrize("fact", ["blue.ship", "blue.token1", "tiles"])
def test_of_a_long_text_that_cannot_be_only_the_beginning_is_quoted(voyage: Evening, fact: str) -> None:
    with pytest.raises(Refused) as refused:
        voyage.service.edit({fact: "Q" * 500}, voyage.key(), "en")
    assert f"“{'Q' * 39}…”" in str(refused.value)


def test_a_long_name_of_a_fact_that_is_none_is_not_repeated_whole(voyage: Evening) -> None:
    with pytest.raises(Refused) as refused:
        voyage.service.edit({"Q" * 500: 1}, voyage.key(), "en")
    assert "Q" * 39 in str(refused.value)
    assert "Q" * 40 not in str(refused.value)


class Crowded(Chase):
    """The chase, but where two runners stand together one counts as lost."""

    def audit(self, state: State) -> list[str]:
        return [f"{count} runners on {cell}" for cell, count in Counter(state.runners).items() if count > 1]


def apart(folder: Path) -> Evening:
    """Both runners begin on one hex; red's has gone on."""
    evening = Evening(folder, game=Crowded()).begin()
    evening.service.edit({"runner.red": "0100"}, evening.key(), "en")
    return evening


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "This correction is not possible: Something would be lost or be there twice."),
        ("it", "Questa correzione non è possibile: Qualcosa andrebbe perso o ci sarebbe due volte."),
        ("de", "Diese Berichtigung ist nicht möglich: Etwas ginge verloren oder wäre doppelt da."),
    ],
)
def test_a_correction_that_loses_something_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: Language, said: str
) -> None:
    evening = Evening(tmp_path, ("red", "blue"), ESCAPE, {}).begin()
    whole = evening.state.gold
    monkeypatch.setattr(type(ESCAPE), "audit", lambda self, state: ["a coin is lost"] if state.gold < whole else [])
    with pytest.raises(Refused) as refused:
        evening.service.edit({"red.gold": 1}, evening.key(), lang)
    assert (str(refused.value), refused.value.status) == (said, 422)


def test_what_was_amiss_before_hinders_no_correction_of_something_else(tmp_path: Path) -> None:
    evening = Evening(tmp_path, game=Crowded()).begin()
    assert evening.game.audit(evening.state)
    evening.service.edit({"hunter.red": "0100"}, evening.key(), "en")
    assert evening.state.hunters[0] == "0100"


def test_what_is_lost_by_a_correction_is_said_to_programs_in_full(tmp_path: Path) -> None:
    with pytest.raises(BadEntry, match="2 runners on 0100"):
        advance(Crowded(), apart(tmp_path).state, Edit({"runner.blue": "0100"}))


@pytest.mark.parametrize("folder", ["sentences", *(f"{game}/texts" for game in registry.names())])
def test_every_fault_has_the_same_places_to_fill_in_every_language(folder: str) -> None:
    english, *others = (
        tomllib.loads((ENGINES / folder / f"{lang}.toml").read_text(encoding="utf-8"))["fault"] for lang in LANGUAGES
    )
    for other in others:
        assert {key: _filled(said) for key, said in other.items()} == {
            key: _filled(said) for key, said in english.items()
        }


def _filled(said: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(said)} - {None}
