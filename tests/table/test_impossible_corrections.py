"""What the host cannot correct is said in the host's own language, with the names of people and places."""

from __future__ import annotations

import tomllib
from pathlib import Path
from string import Formatter

import pytest

import engines
from engines import registry
from engines.cape_horn.game import GAME as CAPE_HORN
from engines.casablanca_escape.game import GAME as ESCAPE
from engines.texts import LANGUAGES, Language
from tests.table.evenings import Evening
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
