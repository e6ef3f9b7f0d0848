"""The host corrects places by the names that are printed on the board, and reads them so."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.place_names import by_id, by_name
from engines import registry
from engines.cape_horn.game import GAME as CAPE_HORN
from engines.options import chosen
from tests.table.evenings import Evening

SEATS = ("blue", "white", "black")


@pytest.fixture
def voyage(tmp_path: Path) -> Evening:
    return Evening(tmp_path, SEATS, CAPE_HORN, {"hands": "table"}).begin()


def test_the_host_reads_where_tiles_and_ships_are_as_the_board_names_squares(voyage: Evening) -> None:
    voyage.table.edit({"tiles": "1501:b 1401:d", "blue.ship": "1401"}, "a correction")
    report = voyage.service.correctable("en")
    assert report.facts["tiles"] == "O2:d P2:b"
    assert report.facts["blue.ship"] == "O2"
    assert "blue.ship" in report.of_places
    assert not {"turn", "tiles", "blue.points", "blue.token1"} & set(report.of_places)
    assert "O2" in report.place_names


def test_the_host_moves_a_ship_and_tiles_to_squares_by_their_names(voyage: Evening) -> None:
    voyage.service.edit({"tiles": "P2:b o2:d", "blue.ship": "p2"}, voyage.key(), "en")
    assert CAPE_HORN.public_facts(voyage.state)["tiles"] == "1401:d 1501:b"
    assert voyage.state.captain("blue").ship == "1501"


@pytest.mark.parametrize("name", ["Parigi", "paris", " PARIS ", "1107"])
def test_a_city_is_found_in_any_language_and_by_its_number(name: str) -> None:
    board = registry.find("casablanca_escape").board({})
    assert board.name("1107", "en") == "Paris"
    assert by_id({"red.fugitive": name}, board) == {"red.fugitive": "1107"}


def test_what_is_no_place_stays_as_it_was_typed() -> None:
    board = registry.find("casablanca_escape").board({})
    facts = {"red.fugitive": "Atlantis", "red.gold": 3, "green.left": False, "blue.fugitive": None}
    assert by_id(facts, board) == by_name(facts, board, "en") == facts


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_every_place_of_every_board_is_found_again_by_its_name(game: str, lang: str) -> None:
    found = registry.find(game)
    board = found.board(chosen(found.options, {}))
    facts = {cell: cell for cell in board.cells}
    assert by_id(by_name(facts, board, lang), board) == facts
