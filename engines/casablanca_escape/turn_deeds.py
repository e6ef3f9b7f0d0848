"""What may be done in a movement turn, and why anything else may not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from engines.casablanca_escape import goods, turns
from engines.casablanca_escape.actions import (
    BuyCamel,
    EndTurn,
    Fly,
    MoveFugitive,
    MoveGestapo,
    PlayGreen,
    SailFugitive,
    SailGestapo,
)
from engines.casablanca_escape.cards import FAST, GREENS, PAPERS, SUPPLY
from engines.casablanca_escape.deed import Deed, no_hex
from engines.casablanca_escape.draft import Draft
from engines.casablanca_escape.geography import MAP
from engines.casablanca_escape.reach import (
    FugitiveMoves,
    GestapoMoves,
    fugitive_reach,
    gestapo_reach,
    land_steps,
)
from engines.casablanca_escape.reproach import why_not_there
from engines.casablanca_escape.state import State, Turn
from engines.deed import because
from engines.game import Violation

NOTHING: tuple[()] = ()
FLY = (Fly(),)
END_TURN = (EndTurn(),)
SAIL_GESTAPO = (SailGestapo(),)


# --- the Gestapo -----------------------------------------------------------------------------------------


def gestapo_moves(state: State, turn: Turn) -> GestapoMoves:
    return NOTHING if turn.step else gestapo_reach(state.players[turn.who].gestapo)


def gestapo_not(state: State, turn: Turn, action: MoveGestapo) -> tuple[Violation, ...]:
    if late := _gestapo_late(state, turn):
        return late
    here = state.players[turn.who].gestapo
    if wrong := no_hex(action.to, here):
        return wrong
    steps = land_steps(here, action.to)
    return because("gestapo.move", "gestapo_too_far", moved=steps, most=2, start=MAP.name(here), to=MAP.name(action.to))


def move_gestapo(draft: Draft, turn: Turn, action: MoveGestapo) -> None:
    draft.instead(Turn(turn.who, 1, hunted=True, fast=turn.fast))
    turns.moves_gestapo(draft, turn.who, action.to)


def gestapo_sails(state: State, turn: Turn) -> Collection[SailGestapo]:
    player = state.players[turn.who]
    aboard = player.gestapo in MAP.fare and player.turn_gestapo == player.gestapo
    return SAIL_GESTAPO if not turn.step and aboard else NOTHING


def gestapo_sails_not(state: State, turn: Turn, action: SailGestapo) -> tuple[Violation, ...]:
    if late := _gestapo_late(state, turn):
        return late
    player = state.players[turn.who]
    return _no_ship(player.gestapo)


def sail_gestapo(draft: Draft, turn: Turn, action: SailGestapo) -> None:
    turns.sails(draft, turn, "gestapo", 0)


def _gestapo_late(state: State, turn: Turn) -> tuple[Violation, ...]:
    if turn.step == 1:
        return because("gestapo.once", "gestapo_moved_already", seat=state.seats[turn.who])
    if turn.step:
        return because("turn.gestapo_first", "gestapo_after_fugitive", seat=state.seats[turn.who])
    return ()


# --- the fugitive ----------------------------------------------------------------------------------------


def fugitive_may_act(state: State, turn: Turn) -> bool:
    """Whether the fugitive of `turn.who` is on the map and has not moved."""
    player = state.players[turn.who]
    return turn.step < 3 and player.fugitive is not None and not player.halted


def fugitive_moves(state: State, turn: Turn) -> FugitiveMoves:
    return fugitive_reach(state, turn.who, turn.fast) if fugitive_may_act(state, turn) else NOTHING


def fugitive_not(state: State, turn: Turn, action: MoveFugitive) -> tuple[Violation, ...]:
    return _fugitive_stopped(state, turn) or why_not_there(state, turn, action.to)


def move_fugitive(draft: Draft, turn: Turn, action: MoveFugitive) -> None:
    draft.instead(Turn(turn.who, 3, turn.hunted, turn.fast))
    turns.moves_fugitive(draft, turn.who, action.to)


def _fugitive_stopped(state: State, turn: Turn) -> tuple[Violation, ...]:
    player, seat = state.players[turn.who], state.seats[turn.who]
    if player.fugitive is None:
        return because("capture.africa" if player.fate == "captured" else "death.out", "fugitive_gone", seat=seat)
    if player.halted:
        return because("capture.cards", "captured_this_turn", seat=seat)
    if turn.step == 3:
        sailed = player.fugitive in MAP.africa and player.turn_fugitive in MAP.europe
        return because("ship.whole_move" if sailed else "turn.once", "fugitive_moved_already", seat=seat)
    return ()


@cache
def _sailings(cards: int) -> tuple[SailFugitive, ...]:
    return tuple(SailFugitive(gold) for gold in range(cards + 1))


@cache
def _purchases(cards: int) -> tuple[BuyCamel, ...]:
    return tuple(BuyCamel(gold) for gold in range(cards + 1))


def fugitive_sails(state: State, turn: Turn) -> Collection[SailFugitive]:
    if not fugitive_may_act(state, turn):
        return NOTHING
    player = state.players[turn.who]
    fare = MAP.fare.get(player.fugitive or "")
    if fare is None or player.turn_fugitive != player.fugitive:
        return NOTHING
    return [sail for sail in _sailings(goods.cards_for(fare)) if goods.can_pay(player, fare, sail.gold)]


def fugitive_sails_not(state: State, turn: Turn, action: SailFugitive) -> tuple[Violation, ...]:
    if stopped := _fugitive_stopped(state, turn):
        return stopped
    player = state.players[turn.who]
    assert player.fugitive is not None
    fare = MAP.fare.get(player.fugitive)
    if fare is None or player.turn_fugitive != player.fugitive:
        return _no_ship(player.fugitive)
    return _cannot_pay(state, turn.who, "ship.fare", "ship.gold", fare, action.gold)


def sail_fugitive(draft: Draft, turn: Turn, action: SailFugitive) -> None:
    turns.sails(draft, turn, "fugitive", action.gold)


def _no_ship(here: str) -> tuple[Violation, ...]:
    if here in MAP.africa:
        return because("ship.no_return", "no_ship_back", place=MAP.name(here))
    return because("ship.port", "not_in_port", place=MAP.name(here))


def _cannot_pay(state: State, who: int, rule: str, gold_rule: str, price: int, gold: int) -> tuple[Violation, ...]:
    """Gold is seen by all; that money cards are lacking is nobody else's business."""
    if not 0 <= gold <= min(state.players[who].gold, goods.cards_for(price)):
        return because(gold_rule, "no_such_gold", count=gold)
    return because(rule, "cannot_pay", (state.seats[who],), price=price)


# --- camels, cards, the plane, the end -------------------------------------------------------------------


def camels(state: State, turn: Turn) -> Collection[BuyCamel]:
    player = state.players[turn.who]
    if not fugitive_may_act(state, turn) or turn.step > 1 or player.fugitive not in MAP.africa_towns:
        return NOTHING
    if player.mounted or player.turn_fugitive != player.fugitive or state.water < SUPPLY.camel.rations:
        return NOTHING
    price = SUPPLY.camel.price
    return [buy for buy in _purchases(goods.cards_for(price)) if goods.can_pay(player, price, buy.gold)]


def camels_not(state: State, turn: Turn, action: BuyCamel) -> tuple[Violation, ...]:
    if turn.step == 3 and state.players[turn.who].fugitive is not None:
        return because("camel.when", "fugitive_moved_already", seat=state.seats[turn.who])
    if stopped := _fugitive_stopped(state, turn):
        return stopped
    player, seat = state.players[turn.who], state.seats[turn.who]
    if player.mounted:
        return because("camel.one", "mounted_already", seat=seat)
    if player.fugitive not in MAP.africa_towns or player.turn_fugitive != player.fugitive:
        return because("camel.buy", "no_african_town", place=MAP.name(player.fugitive))
    if state.water < SUPPLY.camel.rations:
        return because("camel.water", "no_water_left", left=state.water, count=SUPPLY.camel.rations)
    return _cannot_pay(state, turn.who, "camel.buy", "money.worth", SUPPLY.camel.price, action.gold)


def buy_camel(draft: Draft, turn: Turn, action: BuyCamel) -> None:
    turns.buys_camel(draft, turn, action.gold)


PLAY_FAST = PlayGreen(GREENS[FAST])
PLAY_PAPERS = PlayGreen(GREENS[PAPERS])


def greens(state: State, turn: Turn) -> Collection[PlayGreen]:
    player = state.players[turn.who]
    if player.fugitive is None:
        return NOTHING
    offered = []
    if player.hand[FAST] and not turn.fast and fugitive_may_act(state, turn):
        offered.append(PLAY_FAST)
    if player.hand[PAPERS] and player.level:
        offered.append(PLAY_PAPERS)
    return offered


def greens_not(state: State, turn: Turn, action: PlayGreen) -> tuple[Violation, ...]:
    player, seat = state.players[turn.who], state.seats[turn.who]
    if player.fugitive is None:
        return _fugitive_stopped(state, turn)
    if action.green == "fast":
        if turn.fast:
            return because("green.fast", "fast_already", seat=seat)
        if stopped := _fugitive_stopped(state, turn):
            return stopped
    elif action.green == "papers":
        if not player.level:
            return because("green.papers", "marker_at_zero", seat=seat)
    else:
        return because(f"green.{action.green}", "green_not_now", green=action.green)
    return because(f"green.{action.green}", "card_not_held", (seat,), green=action.green)


def play_green(draft: Draft, turn: Turn, action: PlayGreen) -> None:
    if action.green == "fast":
        turns.plays_fast(draft, turn)
    else:
        turns.plays_papers(draft, turn)


def flights(state: State, turn: Turn) -> Collection[Fly]:
    player = state.players[turn.who]
    waiting = player.fugitive == MAP.casablanca == player.turn_fugitive
    return FLY if waiting and fugitive_may_act(state, turn) else NOTHING


def flights_not(state: State, turn: Turn, action: Fly) -> tuple[Violation, ...]:
    player = state.players[turn.who]
    if turn.step == 3 and player.fugitive == MAP.casablanca == player.turn_fugitive:
        return because("flight.dice", "one_throw_a_turn", seat=state.seats[turn.who])
    if stopped := _fugitive_stopped(state, turn):
        return stopped
    return because("flight.wait", "not_waiting_in_casablanca", place=MAP.name(player.fugitive))


def fly(draft: Draft, turn: Turn, action: Fly) -> None:
    turns.flies_or_rolls(draft, turn)


def turn_ends(state: State, turn: Turn) -> Collection[EndTurn]:
    return END_TURN


def turn_ends_not(state: State, turn: Turn, action: EndTurn) -> tuple[Violation, ...]:
    raise AssertionError("ending the own turn is always legal")


def end_turn(draft: Draft, turn: Turn, action: EndTurn) -> None:
    turns.ends_turn(draft, turn)


DEEDS: Mapping[type, Deed] = {
    MoveGestapo: Deed(gestapo_moves, gestapo_not, move_gestapo),
    SailGestapo: Deed(gestapo_sails, gestapo_sails_not, sail_gestapo),
    MoveFugitive: Deed(fugitive_moves, fugitive_not, move_fugitive),
    SailFugitive: Deed(fugitive_sails, fugitive_sails_not, sail_fugitive),
    BuyCamel: Deed(camels, camels_not, buy_camel),
    PlayGreen: Deed(greens, greens_not, play_green),
    Fly: Deed(flights, flights_not, fly),
    EndTurn: Deed(turn_ends, turn_ends_not, end_turn),
}
