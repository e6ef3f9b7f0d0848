"""The reconstructed map of the escape holds every constraint that the rulebook's text puts on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

import pytest

import engines.casablanca_escape
from engines.boards.hex import HexBoard
from engines.boards.loader import load_board
from engines.physical import Cell

FILE = Path(engines.casablanca_escape.__file__).with_name("data") / "board.toml"
FOOT = frozenset({"yellow", "african_town", "casablanca"})


@pytest.fixture(params=["A0", "A1"], scope="module")
def board(request: pytest.FixtureRequest) -> HexBoard:
    return load_board(FILE, request.param)


def steps(board: HexBoard, start: Cell, over: Callable[[Cell], bool]) -> dict[Cell, int]:
    """Fewest steps from `start` to every cell that can be reached over such cells."""
    found, ahead = {start: 0}, deque([start])
    while ahead:
        cell = ahead.popleft()
        for near in board.neighbours(cell):
            if near not in found and over(near):
                found[near] = found[cell] + 1
                ahead.append(near)
    return found


def cells(board: HexBoard, *names: str) -> list[Cell]:
    return [board.named(name) for name in names]


def test_it_says_that_it_is_a_reconstruction(board: HexBoard) -> None:
    assert board.chart.status == "recon"
    assert board.edition


def test_the_gestapo_starts_in_munich_and_fugitives_beside_warsaw(board: HexBoard) -> None:
    assert board.named("Monaco") == board.named("München") == "2008"
    starts = board.features["start"]
    assert sorted(starts.values()) == list("12345678")
    warsaw = board.named("Varsavia")
    assert all(1 <= board.distance(warsaw, cell) <= 2 for cell in starts)


def test_ports_are_athens_naples_and_barcelona_all_safe_and_athens_the_dearest(board: HexBoard) -> None:
    ports = set(cells(board, "Athens", "Naples", "Barcelona"))
    assert {cell for cell in board.cells if board.terrain(cell) == "port"} == ports
    assert ports <= board.zones_of("safe")
    prices = {cell: int(price) for cell, price in board.features["price"].items()}
    assert prices.keys() == ports
    assert all(prices[board.named("Athens")] > prices[cell] for cell in ports - {board.named("Athens")})
    assert all(price % 200 == 0 for price in prices.values()), "payable in notes of 200"


def test_eight_friends_wait_in_cities_of_europe_and_max_has_two_cards(board: HexBoard) -> None:
    friends = board.features["friend"]
    assert len(friends) == len(set(friends.values())) == 8
    assert {"Irene", "Lazlo", "Max"} <= set(friends.values())
    assert all(board.terrain(cell) == "city" for cell in friends)
    assert board.features["cards"].keys() == friends.keys()
    assert board.features["cards"][board.featured("friend", "Max")] == "2"


def test_europe_and_africa_meet_nowhere(board: HexBoard) -> None:
    europe, africa = board.zones["Europe"], board.zones["Africa"]
    assert not europe & africa
    assert not any(near in africa for cell in europe for near in board.neighbours(cell))
    assert {cell for cell in board.cells if board.terrain(cell) != "sea"} == europe | africa
    assert (len(europe), len(africa)) == (432, 250)


def test_all_of_europe_can_be_walked_and_all_of_africa_crossed(board: HexBoard) -> None:
    for start, land in (("Warsaw", board.zones["Europe"]), ("Casablanca", board.zones["Africa"])):
        assert steps(board, board.named(start), land.__contains__).keys() == land


def test_six_landing_hexes_lie_on_the_coast_of_africa(board: HexBoard) -> None:
    landing = board.features["landing"]
    assert sorted(landing.values()) == list("123456")
    for cell in landing:
        assert cell in board.zones["Africa"]
        assert any(board.terrain(near) == "sea" for near in board.neighbours(cell))


def test_nobody_reaches_casablanca_on_foot(board: HexBoard) -> None:
    goal = board.named("Casablanca")
    for cell in board.features["landing"]:
        assert goal not in steps(board, cell, lambda near: board.terrain(near) in FOOT)
        assert goal in steps(board, cell, lambda near: board.terrain(near) in FOOT | {"ochre"})


def test_yellow_hexes_lie_west_of_batna(board: HexBoard) -> None:
    batna = board.named("Batna")
    assert any(board.terrain(cell) == "yellow" and cell[:2] < batna[:2] for cell in board.cells)


def test_the_sahara_is_one_safe_zone_of_ochre(board: HexBoard) -> None:
    sahara = board.zones["Sahara"]
    assert sahara <= board.zones_of("safe")
    assert {board.terrain(cell) for cell in sahara} == {"ochre"}
    with_oasis = sahara | {board.named("Ghadames")}
    assert steps(board, min(sahara), with_oasis.__contains__).keys() == with_oasis


def test_lines_run_from_neighbour_to_neighbour_in_europe(board: HexBoard) -> None:
    assert set(board.lines) == {"rail", "river"}
    for runs in board.lines.values():
        for run in runs:
            assert set(run) <= board.zones["Europe"]
            assert all(after in board.neighbours(before) for before, after in pairwise(run))


@pytest.mark.parametrize(
    ("city", "from_warsaw", "from_munich", "by_rail"),
    [("Naples", 17, 9, 21), ("Athens", 19, 16, 19), ("Barcelona", 23, 13, 26)],
)
def test_ways_to_the_ports_are_as_long_as_the_map_promises(
    board: HexBoard, city: str, from_warsaw: int, from_munich: int, by_rail: int
) -> None:
    port = board.named(city)
    europe = board.zones["Europe"]
    assert steps(board, board.named("Warsaw"), europe.__contains__)[port] == from_warsaw
    assert steps(board, board.named("Munich"), europe.__contains__)[port] == from_munich
    found, ahead = {board.named("Warsaw"): 0}, deque([board.named("Warsaw")])
    while ahead:
        cell = ahead.popleft()
        for near in board.along("rail", cell):
            if near not in found:
                found[near] = found[cell] + 1
                ahead.append(near)
    assert found[port] == by_rail


def test_two_tracks_side_by_side_are_joined_only_where_a_list_joins_them(board: HexBoard) -> None:
    assert board.along("rail", "2702") == ("2602", "2603")
    assert "2703" not in board.along("rail", "2702")


def test_both_sheets_bear_the_same_map() -> None:
    large, small = load_board(FILE, "A0"), load_board(FILE, "A1")
    assert large.chart == small.chart
    assert large.places.keys() == small.places.keys()
    assert (large.size_mm, large.pitch_mm) == ((1189, 841), 24)
    assert (small.size_mm, small.pitch_mm) == ((841, 594), 18)
    assert large.pieces.disc_mm <= 18
    assert small.pieces.disc_mm == 12


def test_many_pieces_have_room_where_many_gather(board: HexBoard) -> None:
    boxes = {cell: place for cell, place in board.places.items() if place.of is not None}
    assert {cell: place.of for cell, place in boxes.items()} == {"T0+": "T0", "2008+": "2008", "0426+": "0426"}
    assert all(board.home(cell) == place.of for cell, place in boxes.items())
    piece = max(board.pieces.disc_mm, board.pieces.square_mm)
    for place in boxes.values():
        (left, top), (right, low) = place.outline[0], place.outline[2]
        assert int((right - left) / piece) * int((low - top) / piece) >= 8
    assert {f"T{level}" for level in range(11)} <= board.places.keys()


def test_no_place_reaches_into_another_or_into_a_marker(board: HexBoard) -> None:
    boxes = [cell for cell in board.places if cell not in board.cells]
    for cell in boxes:
        left, top = board.places[cell].outline[0]
        right, low = board.places[cell].outline[2]
        inside = [
            other
            for other, place in board.places.items()
            if other != cell and any(left < x < right and top < y < low for x, y in (place.centre, *place.outline))
        ]
        assert not inside, f"{inside} reach into {cell}"
        assert not any(left < x < right and top < y < low for corners in board.markers.values() for x, y in corners)


def test_every_city_and_town_has_a_name_that_fits_its_hex(board: HexBoard) -> None:
    from engines.boards.drawing.lettering import MEAN_GLYPH, WIDEST, name_size

    built = {"city", "port", "town", "african_town", "casablanca"}
    assert {cell for cell in board.cells if board.terrain(cell) in built} == set(board.chart.names)
    for cell in board.chart.names:
        for lang in ("en", "it", "de"):
            name = board.name(cell, lang)
            assert name_size(name, board.terrain(cell)) * MEAN_GLYPH * len(name) <= WIDEST + 1e-9


def test_names_are_found_in_every_language(board: HexBoard) -> None:
    assert board.name("2702") == "Warsaw"
    assert board.name("2702", "it") == "Varsavia"
    assert board.name("2702", "de") == "Warschau"
    assert board.name("0617", "it") == "Madrid"
    assert board.name("1800", "it") == "1800"


def unique(things: Iterable[object]) -> bool:
    listed = list(things)
    return len(listed) == len(set(listed))


def test_no_stretch_of_railway_is_drawn_twice(board: HexBoard) -> None:
    from engines.boards.drawing.routes import rail_bends

    stretches = [(bend[0], bend[2]) for bend in rail_bends(board)]
    assert unique(frozenset(stretch) for stretch in stretches)
