"""The data of this edition keeps every constraint that the rulebook states."""

from collections import Counter
from itertools import product
from pathlib import Path

import msgspec
import pytest

from engines.casablanca_escape.cards import EVENT, GREEN_DECK, MOVEMENT, SUPPLY, red_file, supply_file
from engines.casablanca_escape.geography import MAP, PLACES
from engines.data import DataError
from engines.pending import Dice

DATA = Path(__file__).parents[2] / "engines" / "casablanca_escape" / "data"


def test_there_are_twenty_movement_and_twenty_event_cards_numbered_1_to_40() -> None:
    assert sorted(MOVEMENT) == list(range(1, 21))
    assert sorted(EVENT) == list(range(21, 41))


def test_card_3_is_as_the_rulebook_prints_it() -> None:
    card = MOVEMENT[3]
    assert (card.river, card.rail, card.city, card.town, card.country, card.status) == (4, 4, 1, 1, 1, "given")


def test_the_african_aids_are_the_six_cards_that_the_rulebook_names() -> None:
    costs = {card: clause.cost for card, event in EVENT.items() for clause in event.clauses if clause.cost}
    assert costs == {21: 1, 22: 2, 23: 2, 34: 3, 35: 2, 38: 4}


def test_exactly_the_three_cards_that_the_rulebook_names_kill() -> None:
    lethal = {
        card
        for card, event in EVENT.items()
        if any(fall.effect == "death" for clause in event.clauses for fall in clause.falls)
    }
    assert lethal == {24, 29, 31}


def test_max_has_two_cards_and_the_friends_twenty() -> None:
    boxes = dict(zip((MAP.friends[cell] for cell in MAP.friend_cells), MAP.friend_cards))
    assert (len(boxes), boxes["Max"], sum(boxes.values())) == (8, 2, 20)


def test_eight_players_are_dealt_thirteen_cards_and_twenty_seven_are_left() -> None:
    assert sum(SUPPLY.opening.cards) == 13
    assert len(GREEN_DECK) - sum(MAP.friend_cards) - 13 == 27


def test_athens_is_the_dearest_port() -> None:
    prices = {MAP.name(cell): price for cell, price in MAP.fare.items()}
    assert set(prices) == {"Athens", "Naples", "Barcelona"}
    assert prices["Athens"] > max(prices["Naples"], prices["Barcelona"])


def test_hands_of_the_articulated_version_never_need_more_than_forty_cards() -> None:
    hands = dict(zip(range(2, 9), SUPPLY.red_hands.cards))
    assert hands == {2: 16, 3: 11, 4: 8, 5: 7, 6: 6, 7: 5, 8: 4}
    assert all(players * hand <= 40 for players, hand in hands.items())


@pytest.mark.parametrize(("money", "ways"), [(800, 15), (600, 10), (400, 6), (200, 3), (0, 1)])
def test_odds_of_the_flight(money: int, ways: int) -> None:
    totals = Counter(one + other for one, other in product(range(1, 7), repeat=2))
    least = SUPPLY.plane.least_throw(money)
    assert sum(count for total, count in totals.items() if total >= least) == ways


def test_no_landing_hex_leads_to_casablanca_over_yellow_hexes_alone() -> None:
    for landing in MAP.landing:
        reached, edge = {landing}, [landing]
        while edge:
            edge = [near for cell in edge for near in MAP.ashore[cell] if near in MAP.yellow and near not in reached]
            reached.update(edge)
        assert MAP.casablanca not in reached


def test_europe_and_africa_do_not_touch() -> None:
    assert not any(near in MAP.africa for cell in MAP.europe for near in MAP.ashore[cell])


def test_every_hex_of_land_has_a_neighbour_to_go_to() -> None:
    assert all(MAP.ashore[cell] for cell in MAP.land)


def test_ports_zurich_madrid_oases_and_the_sahara_are_safe() -> None:
    named = {MAP.name(cell) for cell in MAP.safe - MAP.sahara}
    assert named == {"Athens", "Naples", "Barcelona", "Zurich", "Madrid", "Touggourt", "Ghardaia", "Ghadames"}
    assert len(MAP.sahara) == 49


def test_batna_itself_lies_neither_east_nor_west_of_batna() -> None:
    batna = MAP.board.named("Batna")
    assert batna not in PLACES["east_of_batna"] | PLACES["west_of_batna"]
    assert PLACES["far_west"] < PLACES["west_of_batna"] < MAP.yellow


def test_what_is_given_cites_a_line_of_the_rulebook() -> None:
    entries = [*MOVEMENT.values(), *EVENT.values(), *SUPPLY.green, SUPPLY.opening, SUPPLY.red_hands, SUPPLY.camel]
    assert all(entry.line for entry in entries if entry.status == "given")


def test_every_die_of_an_event_says_what_it_is_for() -> None:
    dice = {clause.die: Dice(clause.die, "red") for event in EVENT.values() for clause in event.clauses if clause.die}
    assert set(dice) == {"bombing", "sabotage", "sandstorm", "caravan"}


# --- wrong editions are named ----------------------------------------


def edition(folder: Path, name: str, old: str, new: str) -> Path:
    """A copy of a data file with one thing changed."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("{ card = 1, river", "{ card = 2, river", r"red\.toml: movement: must number the cards 1 to 20"),
        ("card = 40", "card = 41", r"red\.toml: event: must number the cards 21 to 40"),
        ('at = "oasis"', 'at = "oases"', r"red\.toml: event 23: at: 'oases' is not one of"),
        ("river = 1, rail = 4", "river = 'one', rail = 4", r"red\.toml: .*river: Expected `int`"),
        ('effect = "flood"', 'effect = "drought"', r"red\.toml: .*effect: Invalid enum value"),
    ],
)
def test_a_wrong_red_card_is_named(tmp_path: Path, old: str, new: str, named: str) -> None:
    with pytest.raises(DataError, match=named):
        red_file(edition(tmp_path, "red.toml", old, new))


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('kind = "papers"', 'kind = "canteen"', r"supply\.toml: green: must list the kinds money, weapons, fast"),
        ("money = 0, least", "money = 100, least", r"supply\.toml: plane\.throws: must end with money = 0"),
        ("price = 200", "prize = 200", r"supply\.toml: .*camel: Object"),
    ],
)
def test_a_wrong_supply_is_named(tmp_path: Path, old: str, new: str, named: str) -> None:
    with pytest.raises(DataError, match=named):
        supply_file(edition(tmp_path, "supply.toml", old, new))


def test_an_edition_is_loaded_from_its_own_folder(tmp_path: Path) -> None:
    changed = supply_file(edition(tmp_path, "supply.toml", "fare = 1000", "fare = 1200"))
    assert changed.plane.fare == 1200
    assert msgspec.structs.replace(changed, plane=SUPPLY.plane) == SUPPLY
