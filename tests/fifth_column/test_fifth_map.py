"""The map: houses, washers, refuges and hunters from cards, the mixes of chess pieces, and what is drawn anew."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from fifth_positions import GAME, SEATS, Table

from engines.entries import Outcome
from engines.fifth_column.actions import Walk
from engines.fifth_column.cards import PIECES_OF
from engines.fifth_column.ground import HOUSES, Ground, Wrap, house, line
from engines.fifth_column.tabletop import BOARD, SHEETS, board_on, pieces
from engines.options import OptionError
from engines.pending import Dice, seeded_outcome
from engines.texts import LANGUAGES


def drawn(seed: int, **options: str) -> Table:
    """A game whose map has just been drawn, by those lots."""
    table = Table()
    table.state = GAME.new(options, SEATS)
    rng = random.Random(seed)
    while not table.hunt.blocked:
        table.enter(seeded_outcome(GAME.pending(table.state), rng))
    return table


@pytest.mark.legal("players.number")
def test_two_to_six_play() -> None:
    for count in range(2, 7):
        assert len(GAME.new({}, GAME.seats[:count]).seats) == count


@pytest.mark.illegal("players.number")
def test_one_alone_does_not_play() -> None:
    with pytest.raises(OptionError):
        GAME.new({}, ("red",))


@pytest.mark.legal("map.houses")
def test_houses_are_numbered_inwards_and_then_anticlockwise() -> None:
    assert [house(0, ring) for ring in range(5)] == ["1", "2", "3", "4", "5"]
    assert {house(ray, 4) for ray in range(18)} == {str(number) for number in range(5, 91, 5)}
    for one, other in (("1", "6"), ("6", "11")):
        assert BOARD.places[other].centre[0] < BOARD.places[one].centre[0], "at the top anticlockwise is leftwards"


def test_the_printed_board_borders_as_the_rules_do() -> None:
    ground = Ground("ray", frozenset())
    for cell in HOUSES:
        assert set(ground.near(cell)) == set(BOARD.neighbours(cell))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_of_the_legend_begins_with_a_capital(lang: str) -> None:
    for key in ("washer", "refuge", "hunter", "passed", "not_passed", "king", "pawn"):
        assert BOARD.word(key, lang)[0].isupper()


@pytest.mark.illegal("map.houses")
def test_there_is_no_house_91() -> None:
    assert Table(hunters_turn=True).why_not("blue", Walk(1, "91")) == {"map.houses"}


@pytest.mark.legal("map.pieces")
def test_washers_refuges_and_hunters_lie_on_houses_of_their_own() -> None:
    for seed in range(20):
        hunt = drawn(seed).hunt
        assert (len(hunt.blocked), len(hunt.refuges), len(hunt.hunters)) == (24, 8, 5)
        assert len({*hunt.blocked, *hunt.refuges, *hunt.hunters}) == 37


@pytest.mark.legal("map.connected")
def test_a_map_in_pieces_is_drawn_again() -> None:
    table = Table()
    table.state = GAME.new({}, SEATS)
    cage = ["2", "5", "6", "7", "10", "86", "87", "90"]
    washers = [*cage, *map(str, range(40, 56))]
    order = tuple(int(cell) - 1 for cell in washers)
    rest = tuple(number for number in range(90) if number not in order)
    table.enter(Outcome("map", (*order, *rest), "seeded"))
    assert table.told("map_again")
    assert table.hunt.blocked == ()
    table.enter(Outcome("map", tuple(range(90)), "seeded"))
    assert isinstance(GAME.pending(table.state), Dice)


@pytest.mark.legal("cards.deck")
def test_both_mixes_have_a_piece_for_every_card_as_described() -> None:
    assert set(Counter(PIECES_OF["even"]).values()) == {15}
    assert Counter(PIECES_OF["chess"]) == {"king": 10, "queen": 10, "rook": 16, "bishop": 16, "knight": 16, "pawn": 22}


def test_the_washers_favour_no_piece_on_any_ring() -> None:
    for ring in range(5):
        assert set(Counter(PIECES_OF["even"][ring::5]).values()) == {3}
        counts = Counter(PIECES_OF["chess"][ring::5])
        wanted = Counter(PIECES_OF["chess"])
        assert all(abs(counts[piece] - wanted[piece] / 5) < 1 for piece in wanted)


@pytest.mark.parametrize("wrap", ["ray", "centre"])
def test_whoever_slides_out_can_slide_back(wrap: Wrap) -> None:
    for start in HOUSES[:10]:
        for along, inward in ((1, 0), (0, 1)):
            ahead = line(wrap, start, along, inward)
            assert set(ahead) == set(line(wrap, start, -along, -inward))


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_refuge_a_hunter_and_a_marker_fit_into_every_house(sheet: str) -> None:
    board, bodies = board_on(sheet), pieces(sheet)
    for cell in ("1", "5"):
        outline = board.places[cell].outline
        deep = board.pitch_mm
        wide = min(abs(outline[0][0] - outline[6][0]), abs(outline[7][0] - outline[-1][0]))
        area = deep * wide
        wanted = sum(bodies[look].size_mm ** 2 for look in ("nut:red", "cup:gold", "clue:white"))
        assert wanted < area
        assert 2 * bodies["cup:gold"].size_mm <= deep
        assert bodies["washer:steel"].size_mm <= wide
