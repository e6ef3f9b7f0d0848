"""The spy: its cards, what is struck and when it falls, and what is told to whom."""

from __future__ import annotations

import msgspec
import pytest
from fifth_positions import GAME, Table
from msgspec import structs

from engines.entries import Act, Outcome
from engines.fifth_column.actions import Discard, Done, First, Play, Start
from engines.fifth_column.seals import holds
from engines.fifth_column.spying import refuge_moves
from engines.fifth_column.state import ChooseStart
from engines.fifth_column.views import View
from engines.pending import Decision, Shuffle


def ahead(table: Table) -> Table:
    """The hunters let their turn pass."""
    return table.go("blue", Done())


# --- cards -----------------------------------------------------------------------------------------------


@pytest.mark.legal("cards.hand", "cards.open")
def test_the_spy_plays_one_card_for_all_to_see_and_draws_another() -> None:
    table = Table(spot="12")
    card, drawn = table.card("king"), table.hunt.deck[0]
    table.play("king", "13")
    assert drawn in table.hunt.hand
    assert card not in table.hunt.hand
    assert len(table.hunt.hand) == 3
    assert table.told("spy_played", card=card, piece="king")
    assert [one.number for one in GAME.view(table.state, None).cards] == [card]


@pytest.mark.illegal("cards.hand")
def test_a_card_that_the_spy_does_not_hold_cannot_be_played() -> None:
    table = Table(spot="12")
    assert table.why_not("red", Play(table.hunt.deck[0], ("13",))) == {"cards.hand"}
    assert table.why_not("red", Discard(table.hunt.deck[0])) == {"cards.hand"}


@pytest.mark.legal("cards.deck")
@pytest.mark.parametrize("card", [1, 90])
def test_the_first_and_the_last_card_of_the_deck_are_played_like_the_others(card: int) -> None:
    table = Table(spot="12")
    table.state = msgspec.structs.replace(table.state, hunt=msgspec.structs.replace(table.state.hunt, hand=(card,)))
    plays = [action for action in GAME.legal(table.state, "red") if isinstance(action, Play)]
    assert plays
    assert all(table.may("red", action) for action in plays)


@pytest.mark.illegal("cards.deck")
def test_there_is_no_card_91() -> None:
    assert Table(spot="12").why_not("red", Play(91, ("13",))) == {"cards.deck"}


@pytest.mark.legal("cards.refill")
def test_when_the_deck_is_empty_the_played_cards_come_again() -> None:
    table = Table(spot="12", deck=0).play("king", "13")
    assert len(table.hunt.hand) == 2
    table.shuffle(4, 0)
    assert table.told("deck_refilled")
    assert len(table.hunt.hand) == 3
    assert table.hunt.played == ()
    assert table.asked == (("blue", "green"), "hunters")


@pytest.fixture
def caged() -> Table:
    """The spy in house 8, washers all round, with nothing that leaps."""
    washers = ("2", "3", "4", "7", "9", "12", "13", "14", *map(str, range(61, 77)))
    return Table(spot="8", hand=("king", "rook", "pawn"), washers=washers)


@pytest.mark.legal("spy.stuck")
def test_a_spy_who_can_go_nowhere_lays_a_card_and_stays(caged: Table) -> None:
    card = caged.card("pawn")
    caged.discard("pawn")
    assert caged.hunt.spot == "8"
    assert caged.told("spy_stuck", card=card)
    assert caged.asked == (("blue", "green"), "hunters")
    assert caged.hunt.trail[-1].path == ()


@pytest.mark.illegal("spy.stuck")
def test_a_spy_who_can_go_somewhere_may_not_stay() -> None:
    table = Table(spot="12")
    assert table.why_not("red", Discard(table.card("king"))) == {"spy.stuck"}


# --- striking --------------------------------------------------------------------------------------------


@pytest.mark.legal("strike.stop", "strike.later")
def test_a_refuge_that_is_struck_falls_only_after_the_next_turn() -> None:
    table = Table(spot="46", hand=("king", "king", "rook")).play("king", "51")
    assert "51" in table.hunt.refuges
    assert [news.audience for news in table.news if news.key == "you_struck"] == [("red",)]
    ahead(table).play("king", "46")
    assert "51" not in table.hunt.refuges
    assert table.told("refuge_fell", place="51", count=7)


@pytest.mark.illegal("strike.stop")
def test_passing_over_a_refuge_does_not_strike_it() -> None:
    table = Table(spot="46", hand=("rook", "king", "king")).play("rook", "51", "56")
    assert table.hunt.struck == "56"
    table = Table(spot="49", hand=("rook", "king", "king")).play("rook", "54", "59")
    assert table.hunt.struck == ""


def test_a_struck_refuge_falls_even_when_the_spy_cannot_move_on(caged: Table) -> None:
    washers = caged.hunt.blocked
    table = Table(spot="8", hand=("king", "rook", "pawn"), washers=washers, refuges=("8", *map(str, range(51, 58))))
    table.discard("king")
    assert table.hunt.struck == "8", "staying is stopping there"
    ahead(table).hold("king", "rook", "pawn").discard("king")
    assert "8" not in table.hunt.refuges


@pytest.mark.legal("strike.home")
def test_after_going_home_the_next_refuge_is_struck() -> None:
    table = Table(hideout="46", spot="51", hand=("king", "king", "king"), must_return=True).play("king", "46")
    assert not table.hunt.must_return
    assert table.told("you_are_home", place="46")
    ahead(table).play("king", "52")
    assert table.hunt.struck == "52"


@pytest.mark.illegal("strike.home")
def test_without_going_home_a_second_refuge_is_not_struck() -> None:
    table = Table(spot="46", hand=("king", "king", "king")).play("king", "51")
    ahead(table).play("king", "52")
    assert table.hunt.struck == ""
    ahead(table.hold("king", "king", "king")).play("king", "53")
    assert table.hunt.refuges.count("52") == 1


def test_with_the_option_no_way_home_is_needed() -> None:
    table = Table(spot="46", hand=("king", "king", "king"), home="free").play("king", "51")
    ahead(table).play("king", "52")
    assert table.hunt.struck == "52"


@pytest.mark.legal("strike.moving")
def test_with_the_option_another_refuge_moves_when_one_falls() -> None:
    table = Table(spot="46", hand=("king", "king", "king"), moving_refuges="yes").play("king", "51")
    ahead(table).play("king", "46").shuffle(0)
    sunk, risen = table.hunt.record[-1].sunk, table.hunt.record[-1].risen
    assert table.told("refuge_moved", start=sunk, to=risen)
    assert risen in table.hunt.refuges
    assert sunk not in table.hunt.refuges
    assert len(table.hunt.refuges) == 7
    assert risen != table.hunt.hideout
    assert len(table.hunt.hand) == 3
    assert table.asked[1] == "hunters"


def test_a_struck_refuge_that_moves_falls_where_it_went() -> None:
    table = Table(spot="46", hand=("king", "king", "king"), home="free", moving_refuges="yes").play("king", "51")
    ahead(table).play("king", "52")
    moves = refuge_moves(table.hunt, table.state.ground.free)
    drawn, risen = next((number, risen) for number, (sunk, risen) in enumerate(moves) if sunk == "52")
    ahead(table.shuffle(drawn).hold("king", "king", "king")).play("king", "53")
    assert table.hunt.record[-1].fell == risen


def test_when_the_last_has_fallen_and_the_spy_is_on_its_way_home_none_is_left_to_move() -> None:
    table = Table(hideout="52", spot="57", fallen=7, hand=("king", "king", "king"), home="last", moving_refuges="yes")
    ahead(table.play("king", "58")).play("king", "57")
    assert table.hunt.refuges == ()
    assert table.asked[1] == "hunters"


def test_who_is_stuck_on_an_outing_has_still_passed_all_that_it_had(caged: Table) -> None:
    washers = caged.hunt.blocked
    table = Table(spot="8", hand=("king", "rook", "pawn"), washers=washers, memory="outing", passed=("2",))
    assert set(table.discard("king").hunt.passed) == {"1", "2", "8"}


# --- who sees what ---------------------------------------------------------------------------------------


@pytest.mark.legal("spy.secret")
def test_the_same_card_to_two_houses_is_the_same_to_everybody_else() -> None:
    one, other = Table(spot="12").play("king", "13"), Table(spot="12").play("king", "18")
    for seat in ("blue", "green", None):
        here, there = GAME.view(one.state, seat), GAME.view(other.state, seat)
        assert _without_seals(here) == _without_seals(there)
    assert GAME.placement(one.state) == GAME.placement(other.state)
    assert [news for news in one.news if news.audience is None] == [n for n in other.news if n.audience is None]


def _without_seals(view: View) -> View:
    return msgspec.structs.replace(view, seals=(), chain="")


@pytest.mark.legal("hideout.card")
def test_the_spy_starts_in_the_hideout_whose_card_is_in_no_pack() -> None:
    state = GAME.new({"first": "chosen"}, ("red", "blue"))
    while not isinstance(now := GAME.pending(state), Decision) or now.kind != "spy":
        lots = isinstance(now, Shuffle) and Outcome(now.name, tuple(range(now.size)), "seeded")
        state = GAME.apply(state, lots or Act("red", First("blue"))).state
    hunt = state.hunt
    assert hunt.spot == hunt.hideout == "38", "the first card after 24 washers, 8 refuges and 5 hunters"
    assert int(hunt.hideout) not in (*hunt.deck, *hunt.hand)
    assert GAME.view(state, "red").own is None
    assert GAME.view(state, "blue").own.hideout == "38"


# --- where the spy begins --------------------------------------------------------------------------------


def hidden() -> Table:
    """The spy of a hunt in which it may choose is to say where it begins; the hideout is house 1."""
    table = Table(start="chosen")
    hunt = structs.replace(table.hunt, spot="", passed=())
    table.state = structs.replace(table.state, hunt=hunt, agenda=(ChooseStart(),))
    return table


@pytest.mark.legal("spy.start")
def test_the_spy_may_choose_where_it_begins_and_has_passed_there_and_nowhere_else() -> None:
    table = hidden()
    assert table.asked == (("red",), "start")
    table.go("red", Start("30"))
    assert (table.hunt.spot, table.hunt.start, table.hunt.passed) == ("30", "30", ("30",))
    assert len(table.hunt.seals) == 2
    assert table.asked == (("red",), "spy")


@pytest.mark.illegal("spy.start")
def test_the_spy_begins_with_no_refuge_no_hunter_and_no_washer() -> None:
    table = hidden()
    assert table.why_not("red", Start("51")) == {"spy.start"}
    assert table.why_not("red", Start("46")) == {"spy.start"}
    assert table.why_not("red", Start("61")) == {"map.washers"}
    assert table.why_not("red", Start("91")) == {"map.houses"}
    assert table.why_not("blue", Start("30")) == {"roles.spy"}


def test_where_the_spy_began_is_sealed_and_told_when_the_hunt_is_over() -> None:
    table = hidden()
    table.go("red", Start("30")).play("king", "29").go("blue", Done())
    table.state = structs.replace(table.state, hunt=structs.replace(table.hunt, turn=119))
    table.hold("king", "rook", "king").play("king", "30")
    past = GAME.view(table.state, "blue").past[0]
    assert (past.start, past.hideout) == ("30", "1")
    assert past.kept == (True,) * 4
    forged = structs.replace(table.state.past[0], start="31")
    assert holds(forged) == (True, False, True, True)


@pytest.mark.legal("ask.passed")
def test_with_the_option_only_houses_where_the_spy_stopped_are_passed() -> None:
    table = Table(spot="12", passing="stops", hand=("rook", "king", "king")).play("rook", "13", "14")
    assert table.hunt.passed == ("1", "12", "14")


@pytest.mark.legal("end.long")
def test_with_the_option_the_hunters_win_when_the_deck_is_used_up() -> None:
    table = Table(spot="12", longest="deck", deck=1).play("king", "13")
    assert table.over is None
    table.go("blue", Done()).play("rook", "14")
    assert table.over is not None
    assert table.over.reason == "long"
