"""The yellow pages: on the phone and on paper, every named place of the city with where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.paper.kit import Order, print_kit
from engines.corteo.city import CITY
from engines.corteo.game import GAME
from engines.directory import Listing, whereabouts
from engines.options import chosen
from tests.paper.looking import opened

OPTIONS = chosen(GAME.options, {})
LISTED = {listing.name("it"): listing for chapter in GAME.directory(OPTIONS) for listing in chapter.listings}


def test_an_objective_is_found_with_its_hexes_and_what_they_are_worth() -> None:
    court = LISTED["Tribunale, Piazzale Odio"]
    assert whereabouts(court) == "2735 2736 2836"
    assert court.facts == {"points": sum(CITY.value[cell] for cell in ("2735", "2736", "2836"))}


def test_every_objective_of_the_map_is_listed_once() -> None:
    listed = [cell for chapter in GAME.directory(OPTIONS)[:1] for listing in chapter.listings for cell in listing.cells]
    assert sorted(listed) == sorted(CITY.objectives)


def test_a_street_is_listed_with_its_two_ends() -> None:
    assert whereabouts(LISTED["Via Veline"]) == "1900–1904"


def test_barracks_say_where_vehicles_come_out() -> None:
    first = next(place for place in GAME.directory(OPTIONS)[2].listings if "1503" in place.cells)
    assert first.facts == {"exits": ("1502", "1602")}


@pytest.mark.parametrize(("lang", "first", "last"), [("it", "Albergo, Viale Ovaliani", "TV, Largo Selva Nera")])
def test_places_stand_in_the_order_of_their_names(lang: str, first: str, last: str) -> None:
    names = [listing.name(lang) for listing in GAME.directory(OPTIONS)[0].sorted(lang)]
    assert (names[0], names[-1]) == (first, last)


def test_the_yellow_pages_are_printed_whole(tmp_path: Path) -> None:
    (file,) = print_kit(Order(GAME, OPTIONS, GAME.seats, lang="de"), ["directory"], tmp_path)
    with opened(tmp_path / file.file) as pdf:
        printed = " ".join(page.get_textpage().get_text_range() for page in pdf)
    for chapter in GAME.directory(OPTIONS):
        for listing in chapter.listings:
            assert _start(listing) in printed
            assert whereabouts(listing) in printed


def _start(listing: Listing) -> str:
    """The first word of a name: a long one is broken over two lines."""
    return listing.name("de").split()[0].rstrip(",")
