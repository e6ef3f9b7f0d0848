"""Before the first move: who plays, who begins, what lies where."""

import random

import pytest
from escape_positions import GAME, Table, at, fugitive_to

from engines.casablanca_escape.geography import MAP
from engines.entries import BadEntry, Outcome
from engines.options import OptionError
from engines.pending import Dice, Shuffle, seeded_outcome

EIGHT = GAME.seats


def rolled(seats: tuple[str, ...], *throws: tuple[int, int], **options: str):
    """The state after these throws for the first move."""
    state = GAME.new(options, seats)
    for throw in throws:
        state = GAME.apply(state, Outcome("first_move", throw)).state
    return state


def dealt(seats: tuple[str, ...], **options: str):
    """The state after the set-up, with every deck in its printed order and the first seat first."""
    state = rolled(seats, (6, 6), *[(1, 1)] * (len(seats) - 1), **options)
    while isinstance(chance := GAME.pending(state), Shuffle):
        state = GAME.apply(state, Outcome(chance.name, tuple(range(chance.size)))).state
    return state


@pytest.mark.legal("players.number")
@pytest.mark.parametrize("count", range(2, 9))
def test_two_to_eight_can_play(count: int) -> None:
    assert len(GAME.new({}, EIGHT[:count]).players) == count


@pytest.mark.illegal("players.number")
def test_one_cannot_play_alone() -> None:
    with pytest.raises(OptionError, match="2 to 8"):
        GAME.new({}, ("red",))


@pytest.mark.legal("version.choice")
@pytest.mark.parametrize("version", ["simple", "articulated"])
def test_both_versions_can_be_played(version: str) -> None:
    assert GAME.view(GAME.new({"version": version}, ("red", "blue")), None).version == version


@pytest.mark.illegal("version.choice")
def test_there_is_no_third_version() -> None:
    with pytest.raises(OptionError, match="version='long' is impossible"):
        GAME.new({"version": "long"}, ("red", "blue"))


@pytest.mark.legal("pieces.own")
def test_everybody_moves_a_gestapo_and_a_fugitive_of_their_own_colour() -> None:
    table = Table(red=at("Warsaw"), blue=at("Krakow"))
    table.go("red", fugitive_to("2602"))
    assert (table["red"].fugitive, table["blue"].fugitive) == ("2602", "2605")


@pytest.mark.legal("setup.first")
def test_the_highest_throw_moves_first_and_the_others_follow_clockwise() -> None:
    state = rolled(("red", "blue", "green"), (1, 2), (6, 5), (3, 3))
    assert GAME.view(state, None).order == ("blue", "green", "red")


@pytest.mark.legal("setup.first")
def test_who_moves_first_moves_first_in_the_next_turn_too() -> None:
    table = Table(next_card=27, red=at("Warsaw"), blue=at("Krakow"))
    assert table.asked == ("red", "turn")
    table.ends("red", "blue")
    assert table.asked == ("red", "turn")


@pytest.mark.legal("setup.ties")
def test_those_who_tie_for_the_highest_throw_again() -> None:
    state = rolled(("red", "blue", "green"), (6, 5), (1, 1), (5, 6))
    assert GAME.pending(state) == Dice("first_move", "red", 2)
    state = GAME.apply(state, Outcome("first_move", (1, 1))).state
    assert GAME.pending(state) == Dice("first_move", "green", 2)
    state = GAME.apply(state, Outcome("first_move", (2, 1))).state
    assert GAME.view(state, None).order == ("green", "red", "blue")


@pytest.mark.legal("setup.gestapo", "setup.markers")
def test_every_gestapo_starts_in_munich_and_every_marker_on_zero() -> None:
    lying = GAME.placement(GAME.new({}, ("red", "blue"))).cells
    assert lying["2008"] == ("square:blue", "square:red")
    assert lying["T0"] == ("disc:blue", "disc:red")


@pytest.mark.legal("setup.fugitives")
def test_fugitives_start_on_the_hexes_numbered_in_turn_order() -> None:
    state = rolled(("red", "blue"), (1, 2), (6, 5))
    assert (state.player("blue").fugitive, state.player("red").fugitive) == ("2602", "2802")


@pytest.mark.legal("setup.friends")
def test_friends_hold_the_cards_that_their_boxes_say() -> None:
    friends = {friend.name: friend.cards for friend in GAME.view(dealt(("red", "blue")), None).friends}
    assert friends == {"Irene": 2, "Lazlo": 2, "Max": 2, "Carl": 2, "Sam": 2, "Ugo": 3, "Yvonne": 3, "Rick": 4}


@pytest.mark.legal("setup.green_hands")
def test_later_players_start_with_more_green_cards() -> None:
    view = GAME.view(dealt(EIGHT), None)
    assert [player.green for player in view.players] == [0, 1, 1, 1, 2, 2, 3, 3]
    assert view.pile == 60 - 20 - 13


@pytest.mark.legal("setup.supply")
def test_gold_and_water_lie_in_their_boxes() -> None:
    view = GAME.view(dealt(("red", "blue")), None)
    assert (view.gold, view.water) == (8, 20)
    assert all(player.gold == player.rations == 0 for player in view.players)


@pytest.mark.legal("setup.red")
def test_the_red_deck_alternates_and_begins_with_a_movement() -> None:
    state = dealt(("red", "blue"))
    deck = (state.card, *state.red_deck)
    assert len(deck) == 40
    assert all((card <= 20) == (place % 2 == 0) for place, card in enumerate(deck))


@pytest.mark.legal("turn.red_card")
def test_the_first_red_card_is_a_movement_for_all_from_the_first_player_on() -> None:
    state = dealt(("red", "blue"))
    assert state.card in range(1, 21)
    assert GAME.pending(state).seats == ("red",)


@pytest.mark.legal("articulated.deal")
@pytest.mark.parametrize(("count", "hand"), [*zip(range(2, 9), (16, 11, 8, 7, 6, 5, 4))])
def test_red_hands_are_dealt_by_the_number_of_players(count: int, hand: int) -> None:
    state = dealt(EIGHT[:count], version="articulated")
    assert {len(player.red) for player in state.players} == {hand}
    assert len(state.red_deck) == 40 - hand * count


@pytest.mark.legal("chance.first")
def test_dice_that_are_due_fall_before_anybody_acts() -> None:
    state = GAME.new({}, ("red", "blue"))
    assert list(GAME.legal(state, "red")) == []
    assert isinstance(GAME.pending(state), Dice)


@pytest.mark.illegal("chance.first")
def test_nobody_moves_before_the_dice_that_are_due() -> None:
    (violation,) = GAME.judge(GAME.new({}, ("red", "blue")), "red", fugitive_to("Warsaw"))
    assert violation.rule == "chance.first"


@pytest.mark.parametrize(
    "outcome",
    [Outcome("landing", (3,)), Outcome("first_move", (7, 1)), Outcome("first_move", (3,)), Outcome("green", (0, 1))],
)
def test_an_outcome_that_nobody_asked_for_is_refused(outcome: Outcome) -> None:
    with pytest.raises(BadEntry):
        GAME.apply(GAME.new({}, ("red", "blue")), outcome)


def test_starts_are_six_hexes_around_warsaw_and_two_behind() -> None:
    warsaw = MAP.board.named("Warsaw")
    assert all(MAP.board.distance(start, warsaw) <= 2 for start in MAP.starts)


def test_a_game_can_be_set_up_from_any_shuffle() -> None:
    state = rolled(("red", "blue", "green"), (6, 6), (1, 1), (1, 1))
    rng = random.Random(5)
    while isinstance(chance := GAME.pending(state), Shuffle):
        state = GAME.apply(state, seeded_outcome(chance, rng)).state
    assert GAME.audit(state) == []
