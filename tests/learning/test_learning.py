"""What a learner is told of drawn positions of the escape: what can be done, by which rule, and what cannot."""

from __future__ import annotations

import random

import msgspec
import pytest

from companion import learning
from engines.casablanca_escape.actions import BuyCamel, MoveFugitive, MoveGestapo, PlayGreen, SailGestapo
from engines.casablanca_escape.geography import MAP
from engines.entries import Act, Seat
from engines.game import Violation
from engines.pending import Decision, Over, seeded_outcome
from tests.casablanca_escape.escape_positions import GAME, Table, at, cell
from tests.toys import chase

SEATS = ("red", "blue")
SUPPLY = GAME.supply({}, SEATS)


def rules(table: Table, seat: Seat = "red") -> dict[str, set[str]]:
    """Kinds of what can be done, with the rules that it is done by."""
    found: dict[str, set[str]] = {}
    for one in learning.possible(GAME, table.state, seat):
        found.setdefault(one.kind, set()).add(one.rule)
    return found


def objections(table: Table, seat: Seat = "red") -> dict[str, tuple[str, str]]:
    """Why each thing that one may wonder about cannot be done: rule and key."""
    return {
        learning.kind_of(action): (one.violation.rule, one.violation.key)
        for one in learning.impossible(GAME, table.state, seat, MAP.board.places)
        if one.violation is not None
        for action in one.actions
    }


def there(table: Table, place: str, seat: Seat = "red") -> learning.Verdict:
    meant = learning.meant_by_place(GAME, table.state, SUPPLY, seat, cell(place))
    return learning.judged(GAME, table.state, seat, meant)


def test_each_thing_that_can_be_done_names_its_rule() -> None:
    assert rules(Table(card=3, red=at("Warsaw"), blue=at("Krakow"))) == {
        "move_gestapo": {"gestapo.move"},
        "move_fugitive": {"fugitive.city"},
        "end_turn": {"turn.optional"},
    }


def test_walking_off_the_railway_is_another_rule_than_following_it() -> None:
    on_rail = next(hex_ for hex_ in sorted(MAP.europe) if MAP.kind[hex_] == "rail")
    assert rules(Table(card=3, red=at(on_rail), blue=at("Krakow")))["move_fugitive"] == {
        "fugitive.rail",
        "fugitive.one_any_way",
    }


def test_from_a_port_the_gestapo_may_sail() -> None:
    port = next(iter(MAP.fare))
    table = Table(red=at("Warsaw", gestapo=port), blue=at("Krakow"))
    assert rules(table)["sail_gestapo"] == {"ship.gestapo_free"}
    assert "sail_gestapo" not in objections(table)


def test_what_cannot_be_done_yet_says_which_rule_stands_in_the_way() -> None:
    found = objections(Table(red=at("Warsaw"), blue=at("Krakow")))
    assert found["sail_gestapo"] == ("ship.port", "not_in_port")
    assert found["buy_camel"] == ("camel.buy", "no_african_town")
    assert found["fly"] == ("flight.wait", "not_waiting_in_casablanca")
    assert "move_gestapo" not in found


def test_a_card_in_hand_that_must_wait_says_so() -> None:
    refused = learning.impossible(
        GAME, Table(red=at("Warsaw", green=["canteen"]), blue=at("Krakow")).state, "red", MAP.board.places
    )
    assert [one.violation and one.violation.rule for one in refused if PlayGreen("canteen") in one.actions] == [
        "green.canteen"
    ]


def test_the_gestapo_that_has_moved_is_explained_by_that() -> None:
    table = Table(red=at("Warsaw"), blue=at("Krakow"))
    table.state = GAME.apply(table.state, Act("red", MoveGestapo("1807"))).state
    assert objections(table)["move_gestapo"] == ("gestapo.once", "gestapo_moved_already")


def test_out_of_turn_one_reason_speaks_against_everything() -> None:
    table = Table(red=at("Warsaw"), blue=at("Krakow"))
    assert learning.possible(GAME, table.state, "blue") == ()
    (only,) = learning.impossible(GAME, table.state, "blue", MAP.board.places)
    assert only.violation is not None
    assert (only.violation.rule, only.violation.facts["seat2"]) == ("turn.order", "red")
    assert len(only.actions) > 3


def test_a_place_too_far_says_how_far_it_is_and_how_far_one_may_go() -> None:
    table = Table(card=3, red=at("Warsaw"), blue=at("Krakow"))
    refused = {type(one.actions[0]): one.violation for one in there(table, "Paris").refused}
    gestapo, fugitive = refused[MoveGestapo], refused[MoveFugitive]
    assert gestapo is not None
    assert fugitive is not None
    assert (gestapo.rule, gestapo.facts["most"]) == ("gestapo.move", 2)
    assert fugitive.facts["moved"] > fugitive.facts["most"]


def test_a_place_in_reach_is_allowed_for_who_can_reach_it() -> None:
    table = Table(red=at("Warsaw"), blue=at("Krakow"))
    verdict = there(table, "1807")
    assert verdict.allowed == (MoveGestapo("1807"),)
    assert {type(action) for one in verdict.refused for action in one.actions} == {MoveFugitive}


def test_a_place_across_the_sea_asks_for_the_ship() -> None:
    port = next(iter(MAP.fare))
    verdict = there(Table(red=at("Warsaw", gestapo=port), blue=at("Krakow")), "Casablanca")
    assert SailGestapo() in verdict.allowed
    assert any(one.violation and one.violation.rule.startswith("ship.") for one in verdict.refused)


def test_the_piece_of_another_never_speaks() -> None:
    meant = learning.meant_by_place(GAME, Table(red=at("Warsaw"), blue=at("Krakow")).state, SUPPLY, "red", "1807")
    assert meant == (MoveGestapo("1807"), MoveFugitive("1807"))


@pytest.mark.parametrize("seed", range(3))
def test_what_can_be_done_is_exactly_what_is_legal_all_game_long(seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.new({"version": ("simple", "articulated")[seed % 2]}, ("red", "blue", "green"))
    for _ in range(300):
        now = GAME.pending(state)
        if isinstance(now, Over):
            break
        if not isinstance(now, Decision):
            state = GAME.apply(state, seeded_outcome(now, rng)).state
            continue
        seat = now.seats[0]
        legal = list(GAME.legal(state, seat))
        told = [action for one in learning.possible(GAME, state, seat) for action in one.actions]
        assert sorted(map(repr, told)) == sorted(map(repr, legal))
        refused = [action for one in learning.impossible(GAME, state, seat, MAP.board.places) for action in one.actions]
        assert not set(refused) & set(legal)
        state = GAME.apply(state, Act(seat, rng.choice(legal))).state


def test_what_others_hold_changes_no_answer() -> None:
    one = Table(red=at("Warsaw", green=["fast"]), blue=at("Krakow", green=["weapons", "money"])).state
    two = Table(red=at("Warsaw", green=["fast"]), blue=at("Krakow", green=["papers", "canteen"])).state
    for asked in (learning.possible, learning.impossible):
        assert asked(GAME, one, "red") == asked(GAME, two, "red")
    for place in sorted(MAP.board.cells)[::23]:
        verdicts = [
            learning.judged(GAME, state, "red", learning.meant_by_place(GAME, state, SUPPLY, "red", place))
            for state in (one, two)
        ]
        assert verdicts[0] == verdicts[1], place


class Whispering(chase.Chase):
    """The toy, which explains to blue alone why nobody may gamble."""

    def judge(self, state: chase.State, seat: str, action: chase.Action) -> tuple[Violation, ...]:
        if isinstance(action, chase.Gamble):
            return (Violation("turn.order", "nonsense", {"steps": 6}, ("blue",)),)
        return super().judge(state, seat, action)


def test_a_reason_that_others_may_know_is_kept_from_the_asker() -> None:
    game = Whispering()
    state = msgspec.structs.replace(game.new({}, SEATS), shuffled=True)
    assert learning.judged(game, state, "red", [chase.Gamble()]).refused == (learning.Refused((chase.Gamble(),), None),)
    (told,) = learning.judged(game, state, "blue", [chase.Gamble()]).refused
    assert told.violation is not None


def test_prices_and_places_make_no_action_another_one() -> None:
    places = MAP.board.places
    assert learning.bare(BuyCamel(2), places) == learning.bare(BuyCamel(0), places)
    assert learning.bare(MoveGestapo("1807"), places) == learning.bare(MoveGestapo("2009"), places)
    assert learning.bare(PlayGreen("fast"), places) != learning.bare(PlayGreen("papers"), places)
