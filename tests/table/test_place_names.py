"""The host corrects places by the names that are printed on the board, and reads them so."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.place_names import by_id, by_name, names_of_cells
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


@pytest.mark.parametrize(
    ("game", "cell", "called"),
    [
        ("casablanca_escape", "1107", ["Parigi", "Paris"]),
        ("casablanca_agents", "7", ["casa 7", "house 7", "Haus 7"]),
        ("cape_horn", "1102", ["L3"]),
        ("corteo", "0403", ["Piazza Mento (0403)"]),
    ],
)
def test_a_place_is_called_as_it_is_printed_first_in_the_readers_language(
    game: str, cell: str, called: list[str]
) -> None:
    found = registry.find(game)
    assert names_of_cells(found.board(chosen(found.options, {})), found.texts, "it")[cell] == called


def test_what_is_called_by_its_number_alone_has_no_other_name() -> None:
    found = registry.find("casablanca_escape")
    board = found.board(chosen(found.options, {}))
    named = names_of_cells(board, found.texts, "de")
    assert [board.name(cell, "de") for cell in named] == [called[0] for called in named.values()]
    assert len(named) < len(board.cells)


def test_the_virtual_table_hears_the_names_of_the_board_that_is_played_on(voyage: Evening) -> None:
    assert voyage.service.printed_names("de")["1102"] == ["L3"]
