"""Corrections by the host: what can be set right, and what cannot."""

import pytest
from escape_positions import GAME, Table, at, fugitive_to, gestapo_to

from engines.entries import BadEntry, Edit, FactValue


def table() -> Table:
    return Table(15, red=at("Warsaw", level=4), blue=at("Tunis", water=1, gold=1))


@pytest.mark.legal("edit.facts")
def test_the_host_may_put_a_piece_where_it_should_stand() -> None:
    assert table().edit(red_fugitive="2105", red_gestapo="2307")["red"].fugitive == "2105"


@pytest.mark.legal("edit.facts")
def test_setting_every_fact_to_what_it_is_changes_nothing() -> None:
    now = table()
    facts = GAME.public_facts(now.state)
    assert GAME.public_facts(now.enter(Edit(facts)).state) == facts


def test_markers_gold_and_water_can_be_set_and_still_add_up() -> None:
    now = table().edit(red_level=7, blue_gold=3, blue_rations=2)
    assert (now["red"].level, now.state.gold, now.state.water) == (7, 5, 18)


def test_a_rider_can_be_dismounted_with_its_water() -> None:
    now = table().edit(blue_mounted=False, blue_rations=0)
    assert (now["blue"].mounted, now.state.water) == (False, 20)


def test_the_turn_can_be_given_to_another_and_back() -> None:
    now = table().edit(turn="blue")
    assert now.asked == ("blue", "turn")
    assert now.edit(turn="red").asked == ("red", "turn")


def test_a_move_can_be_given_back() -> None:
    now = table().go("red", fugitive_to("2602")).edit(red_fugitive="2702", step=0)
    assert now.may("red", fugitive_to("2603"))
    assert now.may("red", gestapo_to("2108"))


def test_when_both_pieces_have_moved_unnoticed_the_turn_can_be_passed_on() -> None:
    assert table().edit(step=3).asked == ("blue", "turn")


def test_a_fugitive_lost_by_mistake_can_come_back() -> None:
    now = Table(red=at("Madrid", "1823"), blue=at("Tunis", level=10)).go("red", gestapo_to("Tunis"))
    now.edit(blue_fugitive="1822")
    assert (now["blue"].fate, now["blue"].fugitive, now["blue"].capture) == ("free", "1822", None)


@pytest.mark.illegal("edit.facts")
@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({"red.fugitive": "9999"}, "Red: hex of the fugitive” is a hex on land, .* not “9999”"),
        ({"red.fugitive": None}, "Red: hex of the fugitive” is a hex on land, .* not “”"),
        ({"red.gestapo": 2702}, "Red: hex of the Gestapo” is a hex on land, .* not “2702”"),
        ({"red.level": 11}, "Red: interceptions” is a number from 0 to 10, not “11”"),
        ({"red.level": True}, "Red: interceptions” is a number from 0 to 10, not “True”"),
        ({"red.mounted": True}, "Camels are in Africa only, and the fugitive of Red is not"),
        ({"blue.mounted": "yes"}, "Blue rides a camel” is yes or no, not “yes”"),
        ({"blue.rations": 0}, "Nobody rides a camel without water: correct “Blue: water” too"),
        ({"blue.rations": 21}, "Blue: water” is a number from 0 to 20, not “21”"),
        ({"blue.mounted": False}, "Nobody carries water on foot: .*: Blue rides a camel, Blue: water"),
        ({"blue.gold": 9}, "Blue: gold” is a number from 0 to 8, not “9”"),
        ({"turn": "white"}, "Whose movement turn it is” is one of: Red, Blue; “white” is none"),
        ({"step": 4}, "Step of the turn .*” is a number from 0 to 3, not “4”"),
        ({"red.hand": 3}, "“red.hand” cannot be corrected now"),
    ],
)
def test_what_cannot_be_is_refused_and_named(facts: dict[str, object], named: str) -> None:
    now = table()
    before = now.state
    with pytest.raises(BadEntry, match=named):
        now.enter(Edit(facts))  # type: ignore[arg-type]
    assert now.state == before


def test_before_the_first_throw_no_fugitive_can_be_placed() -> None:
    with pytest.raises(BadEntry, match="when it is decided who moves first"):
        GAME.apply(GAME.new({}, ("red", "blue")), Edit({"red.fugitive": "2702"}))


def test_after_the_end_nobody_comes_back() -> None:
    now = Table(24, red=at("Berlin"), blue=at("Hamburg")).roll(1).roll(1)
    with pytest.raises(BadEntry, match="the game is over"):
        now.edit(red_fugitive="2102")


@pytest.mark.parametrize("more", [{"step": 3}, {"turn": "blue"}])
def test_when_the_last_fugitive_leaves_no_turn_can_be_corrected_with_it(more: dict[str, FactValue]) -> None:
    now = table().edit(blue_left=True)
    with pytest.raises(BadEntry, match="for the game is over"):
        now.enter(Edit({"red.left": True, **more}))
    assert now.edit(red_left=True).over is not None


def test_corrections_are_told_to_all() -> None:
    now = table().edit(red_level=3)
    assert [(news.key, news.audience) for news in now.news] == [("edited", None)]
