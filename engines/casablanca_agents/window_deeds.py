"""What may be answered to questions beside the turn: who begins, headquarters, objections, challenges, duels."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from engines.casablanca_agents import progress
from engines.casablanca_agents.actions import (
    Accept,
    Bid,
    ChooseHeadquarters,
    First,
    Hold,
    LetStand,
    Object,
    Pass,
    Withdraw,
)
from engines.casablanca_agents.agents import HEADQUARTERS, MONEY, NUMBER, OWNED
from engines.casablanca_agents.draft import Draft
from engines.casablanca_agents.setup import chooses_headquarters
from engines.casablanca_agents.state import AskFirst, AskHeadquarters, Challenge, Duel, State, Window
from engines.deed import Deed, because
from engines.game import Violation
from engines.physical import Cell

NONE: tuple[()] = ()


# --- before the first turn -------------------------------------------------------------------------------


def firsts(state: State, item: AskFirst, who: int) -> Collection[First]:
    return [First(seat) for seat in state.seats]


def firsts_not(state: State, item: AskFirst, who: int, action: First) -> tuple[Violation, ...]:
    return because("setup.first", "no_such_player", seat=action.seat)


def first(draft: Draft, item: AskFirst, who: int, action: First) -> None:
    progress.first_turn(draft, draft.seats.index(action.seat))


def free_headquarters(state: State) -> list[Cell]:
    """Those that a player may still choose."""
    taken = {player.headquarters for player in state.players}
    return [cell for cell in OWNED.cells[: len(state.seats)] if cell not in taken]


def headquarters(state: State, item: AskHeadquarters, who: int) -> Collection[ChooseHeadquarters]:
    return [ChooseHeadquarters(cell) for cell in free_headquarters(state)]


def headquarters_not(
    state: State, item: AskHeadquarters, who: int, action: ChooseHeadquarters
) -> tuple[Violation, ...]:
    if action.at not in HEADQUARTERS:
        return because("variant.headquarters", "no_headquarters", place=action.at)
    if action.at not in OWNED.cells[: len(state.seats)]:
        return because("variant.unowned", "stays_unowned", place=action.at, count=len(state.seats))
    return because("variant.headquarters", "headquarters_taken", place=action.at)


def choose_headquarters(draft: Draft, item: AskHeadquarters, who: int, action: ChooseHeadquarters) -> None:
    chooses_headquarters(draft, who, action.at)


# --- objections ------------------------------------------------------------------------------------------

OBJECT = (Object(),)
LET_STAND = (LetStand(),)


def objections(state: State, window: Window, who: int) -> Collection[Object]:
    return OBJECT


def standings(state: State, window: Window, who: int) -> Collection[LetStand]:
    return LET_STAND


def answers_not(state: State, window: Window, who: int, action: Object | LetStand) -> tuple[Violation, ...]:
    raise AssertionError("who is asked may answer either way")


def object_(draft: Draft, window: Window, who: int, action: Object) -> None:
    if who == window.unheard[0]:
        progress.objects(draft, window, who)
    else:
        progress.says_ahead(draft, window, who, "object")


def let_stand(draft: Draft, window: Window, who: int, action: LetStand) -> None:
    if who == window.unheard[0]:
        progress.lets_stand(draft, window, who)
    else:
        progress.says_ahead(draft, window, who, "let_stand")


# --- challenges ------------------------------------------------------------------------------------------

WITHDRAW = (Withdraw(),)
ACCEPT = (Accept(),)


def withdrawals(state: State, item: Challenge, who: int) -> Collection[Withdraw]:
    return WITHDRAW


def acceptances(state: State, item: Challenge, who: int) -> Collection[Accept]:
    return ACCEPT


def challenged_not(state: State, item: Challenge, who: int, action: Withdraw | Accept) -> tuple[Violation, ...]:
    raise AssertionError("who is challenged may withdraw or accept")


def withdraw(draft: Draft, item: Challenge, who: int, action: Withdraw) -> None:
    progress.withdraws(draft, item)


def accept(draft: Draft, item: Challenge, who: int, action: Accept) -> None:
    progress.accepts(draft, item)


# --- duels -----------------------------------------------------------------------------------------------

HOLD = (Hold(),)
PASS = (Pass(),)


@cache
def _bids(last: int, most: int) -> tuple[Bid, ...]:
    return tuple(Bid(amount) for amount in range(last + MONEY.step, most + 1, MONEY.step))


def put_on_actor(state: State, who: int) -> int:
    """What `who` has put on the agent that the open announcement is about."""
    window = state.window
    assert window is not None
    return state.players[who].bribes[NUMBER[window.deed.agent]]


def bids(state: State, duel: Duel, who: int) -> Collection[Bid]:
    return _bids(duel.bid, put_on_actor(state, who)) if duel.held else NONE


def bids_not(state: State, duel: Duel, who: int, action: Bid) -> tuple[Violation, ...]:
    if not duel.held:
        return because("duel.hold", "hold_or_pass", seat=state.seats[who], amount=duel.bid)
    if action.amount < MONEY.step or action.amount % MONEY.step:
        return because("duel.step", "no_such_amount", amount=action.amount, step=MONEY.step)
    if action.amount <= duel.bid:
        return because("duel.rising", "bid_too_low", amount=action.amount, least=duel.bid + MONEY.step)
    own = (state.seats[who],)
    return because("duel.truthful", "more_than_put", own, amount=action.amount, most=put_on_actor(state, who))


def bid(draft: Draft, duel: Duel, who: int, action: Bid) -> None:
    progress.bids(draft, duel, _actor(draft), action.amount)


def holdings(state: State, duel: Duel, who: int) -> Collection[Hold]:
    return HOLD if not duel.held and put_on_actor(state, who) >= duel.bid else NONE


def holdings_not(state: State, duel: Duel, who: int, action: Hold) -> tuple[Violation, ...]:
    if duel.held:
        return because("duel.objector_first", "nothing_to_hold", seat=state.seats[who])
    own = (state.seats[who],)
    return because("duel.truthful", "more_than_put", own, amount=duel.bid, most=put_on_actor(state, who))


def hold(draft: Draft, duel: Duel, who: int, action: Hold) -> None:
    progress.holds(draft, duel, _actor(draft))


def passings(state: State, duel: Duel, who: int) -> Collection[Pass]:
    return PASS


def passings_not(state: State, duel: Duel, who: int, action: Pass) -> tuple[Violation, ...]:
    raise AssertionError("whoever bids may pass")


def pass_(draft: Draft, duel: Duel, who: int, action: Pass) -> None:
    progress.passes(draft, duel)


def _actor(draft: Draft) -> int:
    window = next(item for item in draft.agenda if isinstance(item, Window))
    return NUMBER[window.deed.agent]


DEEDS: Mapping[type, Mapping[type, Deed[Collection[Any]]]] = {
    AskFirst: {First: Deed(firsts, firsts_not, first)},
    AskHeadquarters: {ChooseHeadquarters: Deed(headquarters, headquarters_not, choose_headquarters)},
    Window: {
        Object: Deed(objections, answers_not, object_),
        LetStand: Deed(standings, answers_not, let_stand),
    },
    Challenge: {
        Accept: Deed(acceptances, challenged_not, accept),
        Withdraw: Deed(withdrawals, challenged_not, withdraw),
    },
    Duel: {
        Bid: Deed(bids, bids_not, bid),
        Hold: Deed(holdings, holdings_not, hold),
        Pass: Deed(passings, passings_not, pass_),
    },
}
