"""Turns: setting up, who is asked, points, drawing and buying, both ways to hold the tiles, and the calm at the end."""

from __future__ import annotations

import msgspec
import pytest
from cape_positions import GAME, SEATS, Table, tile

from engines.cape_horn.actions import Anchor, Buy, Draw, Enough, Ignore, Lay, Sail, Stay
from engines.cape_horn.state import Held, State, Unknown
from engines.cape_horn.voyage import HAND
from engines.entries import Act, Outcome
from engines.options import OptionError, chosen
from engines.pending import Shuffle


def begun(hands: str = "phone", first: int = 0, seats: tuple[str, ...] = SEATS) -> State:
    state = GAME.new(chosen(GAME.options, {"hands": hands}), seats)
    state = GAME.apply(state, Outcome("first", tuple(sorted(range(len(seats)), key=lambda n: n != first)))).state
    if hands == "phone":
        state = GAME.apply(state, Outcome("tiles", tuple(range(90)))).state
    return state


@pytest.mark.legal("players.number")
@pytest.mark.illegal("players.number")
def test_three_to_five_captains_race() -> None:
    for count in (3, 4, 5):
        assert GAME.new(chosen(GAME.options, {}), GAME.seats[:count]).seats == GAME.seats[:count]
    with pytest.raises(OptionError, match="2 players"):
        GAME.new(chosen(GAME.options, {}), GAME.seats[:2])


@pytest.mark.legal("setup.hand", "setup.stations", "hands.phone")
def test_the_phones_deal_three_tiles_in_secret() -> None:
    state = begun()
    for seat in SEATS:
        view = GAME.view(state, seat)
        assert view.own is not None
        assert len(view.own) == 3
        assert [player.points for player in view.players] == [4, 3, 3], "who begins has gained a point already"
    assert GAME.view(state, None).own is None
    chips = {look for looks in GAME.placement(state).cells.values() for look in looks if look.startswith("station:")}
    assert len(chips) == 9


@pytest.mark.legal("setup.first")
def test_ships_start_clockwise_from_who_was_drawn() -> None:
    state = begun(first=1)
    assert [captain.ship for captain in state.captains] == ["1300", "1500", "1400"]
    assert GAME.pending(state).seats == ("white",)


@pytest.mark.legal("hands.table")
def test_real_hands_are_known_to_nobody() -> None:
    state = begun("table")
    assert all(captain.hand == Unknown(3) for captain in state.captains)
    assert all(GAME.view(state, seat).own is None for seat in SEATS)
    lays = {action.design for action in GAME.legal(state, "blue") if isinstance(action, Lay)}
    assert lays == set("abcdefgh"), "whatever is laid may have been drawn"
    state = GAME.apply(state, Act("blue", tile("h", "1101"))).state
    assert state.captains[0].hand == Unknown(2)
    assert state.stack == Unknown(81)


@pytest.mark.illegal("chance.first")
def test_nobody_acts_while_the_tiles_are_mixed() -> None:
    state = GAME.new(chosen(GAME.options, {}), SEATS)
    assert GAME.pending(state) == Shuffle("first", 3)
    (violation,) = GAME.judge(state, "blue", Stay())
    assert violation.rule == "chance.first"


@pytest.mark.legal("turn.order")
@pytest.mark.illegal("turn.order")
def test_turns_go_clockwise() -> None:
    table = Table("b", "1301", blue="1301")
    assert table.why_not(Stay(), by="white") == "turn.order"
    table.do(Stay(), Draw(), Enough())
    assert table.asked[0] == "white"
    table.do(Stay(), Draw())
    table.do(Enough())
    assert table.asked[0] == "black"


@pytest.mark.legal("points.turn")
def test_each_turn_begins_with_a_point() -> None:
    table = Table("b", "1301", blue="1301", points=8)
    before = table.captain("white").points
    table.do(Stay(), Draw(), Enough())
    assert table.captain("white").points == before + 1
    for _ in range(3):
        table.do(Stay(), Draw(), *([Enough()] if table.asked[1] != "turn" else []))
        if table.asked[1] == "buy":
            table.do(Enough())
    assert table.captain().points == 8, "and not more than eight"


@pytest.mark.illegal("turn.steps")
def test_the_steps_of_a_turn_have_their_order() -> None:
    table = Table("b\n.\nb", "1301", blue="1301", hand="ab", points=5)
    assert table.why_not(Draw()) == "turn.steps"
    assert table.why_not(Enough()) == "turn.steps"
    table.do(Sail("1303"))
    assert table.why_not(tile("a", "1302")) == "turn.steps"
    table.do(Anchor())
    assert table.asked == ("blue", "draw")
    for late in (tile("a", "1302"), Sail("1303"), Ignore("1302"), Stay()):
        assert table.why_not(late) == "turn.steps"


@pytest.mark.legal("draw.one", "draw.price")
@pytest.mark.illegal("draw.one", "draw.price")
def test_one_tile_is_drawn_and_more_are_bought_one_by_one() -> None:
    table = Table("b", "1301", blue="1301", hand="a", points=1).do(Stay())
    assert table.why_not(Buy()) == "draw.one"
    assert table.why_not(Enough()) == "draw.one"
    table.do(Draw())
    assert table.asked == ("blue", "buy")
    assert table.why_not(Draw()) == "draw.price"
    table.do(Buy(), Buy())
    assert (table.captain().points, table.captain().hand.count) == (0, 4)
    assert table.asked[0] == "white", "without points there is nothing to ask"
    poor = Table("b\n.\nb", "1301", blue="1301", points=0).do(Sail("1303"))
    assert poor.why_not(Buy()) == "draw.price"


@pytest.mark.legal("draw.most")
@pytest.mark.illegal("draw.most")
def test_nobody_holds_more_than_six() -> None:
    table = Table("b", "1301", blue="1301", hand="abcdef", points=4)
    assert table.why_not(Draw()) == "draw.most"
    assert table.do(Stay()).asked[0] == "white"
    five = Table("b", "1301", blue="1301", hand="abcde", points=4).do(Stay(), Draw())
    assert five.captain().hand.count == 6
    assert five.asked[0] == "white"


@pytest.mark.legal("draw.empty")
@pytest.mark.illegal("draw.empty")
def test_when_the_stacks_are_used_up_nothing_is_drawn() -> None:
    table = Table("b", "1301", blue="1301", hand="a", stack=0)
    assert table.why_not(Draw()) == "draw.empty"
    assert table.do(Stay()).asked[0] == "white"
    last = Table("b", "1301", blue="1301", hand="a", stack=1).do(Stay(), Draw())
    assert last.asked[0] == "white", "the last tile was drawn; none is left to buy"


@pytest.mark.legal("end.becalmed")
@pytest.mark.parametrize(
    ("tokens", "white", "winners"),
    [
        ("- - -", "", ("blue",)),
        ("- - -", "1302", ("white",)),
        ("red - -", "1302", ("blue",)),
        ("- - -", "1401", ("blue", "white")),
    ],
    ids=["nearest", "white-nearer", "more-roses-than-the-nearer", "shared"],
)
def test_a_round_in_which_nothing_happens_ends_the_game(tokens: str, white: str, winners: tuple[str, ...]) -> None:
    table = Table("bb\nb.", "1301", blue="1301", white=white, stack=0, tokens=tokens)
    for _ in range(3):
        assert table.over is None
        table.do(Stay())
    assert table.over is not None
    assert table.over.reason == "becalmed"
    assert table.over.winners == winners


def test_a_tile_laid_or_a_ship_moved_breaks_the_calm() -> None:
    table = Table("b", "1301", blue="1301", hand="a", stack=0)
    table.do(Stay(), Stay(), Stay())
    assert table.over is not None, "blue kept the tile"
    again = Table("b", "1301", blue="1301", hand="a", stack=0).do(tile("a", "1302"), Stay(), Stay(), Stay())
    assert again.over is None
    assert again.do(Stay()).over is not None
    sailed = Table("b\n.\nb", "1301", blue="1301", stack=0).do(Stay(), Stay(), Stay())
    assert sailed.over is not None
    sailed = Table("b\n.\nb", "1301", blue="1301", stack=0).do(Sail("1303"), Stay(), Stay())
    assert sailed.over is None
    assert sailed.do(Stay()).over is not None


def test_while_tiles_are_left_to_draw_full_hands_that_stay_are_no_calm() -> None:
    table = Table("b", "1301", blue="1301", hand="a", stack=14)
    left = table.state.stack.tiles
    captains = []
    for captain in table.state.captains:
        lacking = HAND.most - captain.hand.count
        drawn, left = left[:lacking], left[lacking:]
        captains.append(msgspec.structs.replace(captain, hand=Held("".join(sorted(captain.hand.tiles + drawn)))))
    table.state = msgspec.structs.replace(table.state, captains=tuple(captains), stack=Held(left))
    assert table.do(Stay(), Stay(), Stay()).over is None


@pytest.mark.legal("end.becalmed")
def test_ships_that_are_equally_near_with_as_many_roses_share_the_win() -> None:
    table = Table("b", "1110", blue="1110", white="1110", stack=0).do(Stay(), Stay(), Stay())
    assert table.over is not None
    assert table.over.winners == ("blue", "white")


def test_what_is_drawn_only_its_player_learns() -> None:
    table = Table("b", "1301", blue="1301", hand="a").do(Stay())
    step = GAME.apply(table.state, Act("blue", Draw()))
    assert step.reveals, "it can no longer be taken back"
    secret = [news for news in step.news if "tile" in news.facts]
    assert [news.audience for news in secret] == [("blue",)]
    real = Table("b", "1301", blue="1301", hand="?", real=True).do(Stay())
    step = GAME.apply(real.state, Act("blue", Draw()))
    assert not step.reveals, "the table learns nothing, so the phone may still take it back"
    assert isinstance(table.captain().hand, Held)


@pytest.mark.legal("end.becalmed")
def test_with_the_option_nobody_wins_a_calm() -> None:
    table = Table("b", "1301", blue="1301", stack=0, tokens="red - -", house={"becalmed": "nobody"})
    table.do(Stay(), Stay(), Stay())
    assert table.over is not None
    assert (table.over.reason, table.over.winners) == ("nobody_home", ())
    for lang in ("en", "it", "de"):
        assert GAME.texts.say(lang, f"over.{table.over.reason}", {"seat": ()})
