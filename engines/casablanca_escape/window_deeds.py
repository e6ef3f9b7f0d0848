"""What may be answered when something interrupts or an event asks, and why anything else may not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from engines.casablanca_escape import aids, events, turns
from engines.casablanca_escape.actions import (
    Choose,
    Decline,
    GiveBack,
    GiveRation,
    MoveFugitive,
    MoveGestapo,
    PlayGreen,
    PlayRed,
    Restart,
    Stay,
    Suffer,
    TakeCard,
)
from engines.casablanca_escape.cards import CANTEEN, EVENT, GREENS, WEAPONS, Green
from engines.casablanca_escape.deed import Deed, no_hex
from engines.casablanca_escape.draft import Draft
from engines.casablanca_escape.geography import MAP
from engines.casablanca_escape.reach import (
    FugitiveMoves,
    GestapoMoves,
    gestapo_reach,
    journeys,
    land_steps,
    yellow_ride,
)
from engines.casablanca_escape.state import (
    AidKeep,
    AidMove,
    AidOffer,
    AidPick,
    Alert,
    AskRed,
    AskRestart,
    AskThirst,
    EventChoice,
    State,
    Struck,
)
from engines.deed import because
from engines.game import Violation

Violations = tuple[Violation, ...]

# --- a red card for all ----------------------------------------------------------------------------------


def reds(state: State, ask: AskRed) -> Collection[PlayRed]:
    return _plays(state.players[ask.who].red)


@cache
def _plays(hand: tuple[int, ...]) -> tuple[PlayRed, ...]:
    return tuple(map(PlayRed, hand))


def reds_not(state: State, ask: AskRed, action: PlayRed) -> Violations:
    return because("articulated.hands", "red_not_held", (state.seats[ask.who],), card=action.card)


def play_red(draft: Draft, ask: AskRed, action: PlayRed) -> None:
    hand = draft.players[ask.who].red
    draft.change(ask.who, red=tuple(card for card in hand if card != action.card))
    draft.tell("played_red", seat=draft.seat(ask.who), card=action.card)
    turns.opens(draft, action.card)


# --- weapons, water --------------------------------------------------------------------------------------

SUFFER = (Suffer(),)
GIVE_RATION = (GiveRation(),)
PLAY: dict[int, tuple[PlayGreen, ...]] = {kind: (PlayGreen(GREENS[kind]),) for kind in (WEAPONS, CANTEEN)}


def weapons(state: State, struck: Struck) -> Collection[PlayGreen]:
    return PLAY[WEAPONS] if state.players[struck.who].hand[WEAPONS] else ()


def weapons_not(state: State, struck: Struck, action: PlayGreen) -> Violations:
    return _not_that_card(state, struck.who, action.green, GREENS[WEAPONS])


def show_weapons(draft: Draft, struck: Struck, action: PlayGreen) -> None:
    turns.plays_weapons(draft, struck)


def suffering(state: State, struck: Struck) -> Collection[Suffer]:
    return SUFFER


def suffer(draft: Draft, struck: Struck, action: Suffer) -> None:
    turns.suffers(draft, struck)


def canteens(state: State, ask: AskThirst) -> Collection[PlayGreen]:
    return PLAY[CANTEEN] if state.players[ask.who].hand[CANTEEN] else ()


def canteens_not(state: State, ask: AskThirst, action: PlayGreen) -> Violations:
    return _not_that_card(state, ask.who, action.green, GREENS[CANTEEN])


def give_canteen(draft: Draft, ask: AskThirst, action: PlayGreen) -> None:
    draft.done()
    events.drinks_canteen(draft, ask.who)


def rations(state: State, ask: AskThirst) -> Collection[GiveRation]:
    return GIVE_RATION


def give_ration(draft: Draft, ask: AskThirst, action: GiveRation) -> None:
    draft.done()
    events.drinks_ration(draft, ask.who)


def _not_that_card(state: State, who: int, played: Green, wanted: Green) -> Violations:
    if played != wanted:
        return because(f"green.{played}", "green_not_now", green=played)
    return because(f"green.{wanted}", "card_not_held", (state.seats[who],), green=played)


def always(state: State, item: object, action: object) -> Violations:
    raise AssertionError(f"{action!r} is always legal when it is asked for")


# --- start again -----------------------------------------------------------------------------------------

RESTARTS = tuple(map(Restart, MAP.starts))


def restarts(state: State, ask: AskRestart) -> Collection[Restart]:
    return RESTARTS


def restarts_not(state: State, ask: AskRestart, action: Restart) -> Violations:
    return because("capture.europe", "no_start_hex", place=MAP.name(action.at))


def restart(draft: Draft, ask: AskRestart, action: Restart) -> None:
    turns.restarts(draft, ask.who, action.at)


# --- helps of events and African aids --------------------------------------------------------------------

DECLINE = (Decline(),)


@cache
def _choices(helps: tuple[str, ...]) -> tuple[Choose, ...]:
    return tuple(map(Choose, helps))


def helps(state: State, ask: EventChoice | AidOffer) -> Collection[Choose]:
    return _choices(events.helps_of(state, ask.who, EVENT[ask.card].clauses[ask.clause]))


def helps_not(state: State, ask: EventChoice | AidOffer, action: Choose) -> Violations:
    return because(f"event.{ask.card}", "no_such_help", card=ask.card)


def choose_help(draft: Draft, ask: EventChoice, action: Choose) -> None:
    draft.done()
    events.chosen(draft, ask.who, EVENT[ask.card].clauses[ask.clause], ask.clause, action.help)


def choose_aid(draft: Draft, ask: AidOffer, action: Choose) -> None:
    aids.accepted(draft, ask, action.help)


def declining(state: State, ask: EventChoice | AidOffer) -> Collection[Decline]:
    return DECLINE


def decline(draft: Draft, ask: EventChoice | AidOffer, action: Decline) -> None:
    draft.done()
    draft.tell("declined", seat=draft.seat(ask.who), card=ask.card)


@cache
def _positions(count: int, taken: tuple[int, ...]) -> tuple[TakeCard, ...]:
    return tuple(TakeCard(position) for position in range(count) if position not in taken)


def picks(state: State, pick: AidPick) -> Collection[TakeCard]:
    return _positions(len(pick.laid), pick.taken)


def picks_not(state: State, pick: AidPick, action: TakeCard) -> Violations:
    return because("aid.blind", "no_card_there", position=action.position + 1, count=len(pick.laid))


def take_card(draft: Draft, pick: AidPick, action: TakeCard) -> None:
    aids.taken(draft, pick, action.position)


@cache
def _returns(seen: tuple[int, ...]) -> tuple[GiveBack, ...]:
    return tuple(GiveBack(GREENS[kind]) for kind, count in enumerate(seen) if count)


def returns(state: State, keep: AidKeep) -> Collection[GiveBack]:
    return _returns(keep.seen)


def returns_not(state: State, keep: AidKeep, action: GiveBack) -> Violations:
    return because("aid.keep", "not_among_taken", (state.seats[keep.taker],), green=action.green)


def give_back(draft: Draft, keep: AidKeep, action: GiveBack) -> None:
    aids.given_back(draft, keep, GREENS.index(action.green))


# --- extra moves -----------------------------------------------------------------------------------------

STAY = (Stay(),)


def aid_moves(state: State, ask: AidMove) -> FugitiveMoves:
    here = state.players[ask.who].fugitive
    assert here is not None
    clause = EVENT[ask.card].clauses[ask.clause]
    return yellow_ride(here, clause.amount) if clause.effect == "ride" else journeys(here, clause.amount)


def aid_moves_not(state: State, ask: AidMove, action: MoveFugitive) -> Violations:
    here = state.players[ask.who].fugitive
    assert here is not None
    return no_hex(action.to, here) or because(f"event.{ask.card}", "aid_not_there", to=MAP.name(action.to))


def aid_move(draft: Draft, ask: AidMove, action: MoveFugitive) -> None:
    draft.done()
    turns.moves_fugitive(draft, ask.who, action.to)


def alert_moves(state: State, alert: Alert) -> GestapoMoves:
    return gestapo_reach(state.players[alert.who].gestapo, alert.steps)


def alert_moves_not(state: State, alert: Alert, action: MoveGestapo) -> Violations:
    here = state.players[alert.who].gestapo
    if wrong := no_hex(action.to, here):
        return wrong
    steps = land_steps(here, action.to)
    return because(
        f"event.{state.card}",
        "gestapo_too_far",
        moved=steps,
        most=alert.steps,
        start=MAP.name(here),
        to=MAP.name(action.to),
    )


def alert_move(draft: Draft, alert: Alert, action: MoveGestapo) -> None:
    draft.done()
    turns.moves_gestapo(draft, alert.who, action.to)


def staying(state: State, item: AidMove | Alert) -> Collection[Stay]:
    return STAY


def stay(draft: Draft, item: AidMove | Alert, action: Stay) -> None:
    draft.done()


DEEDS: Mapping[type, Mapping[type, Deed]] = {
    AskRed: {PlayRed: Deed(reds, reds_not, play_red)},
    Struck: {PlayGreen: Deed(weapons, weapons_not, show_weapons), Suffer: Deed(suffering, always, suffer)},
    AskRestart: {Restart: Deed(restarts, restarts_not, restart)},
    AskThirst: {
        PlayGreen: Deed(canteens, canteens_not, give_canteen),
        GiveRation: Deed(rations, always, give_ration),
    },
    EventChoice: {Choose: Deed(helps, helps_not, choose_help), Decline: Deed(declining, always, decline)},
    AidOffer: {Choose: Deed(helps, helps_not, choose_aid), Decline: Deed(declining, always, decline)},
    AidPick: {TakeCard: Deed(picks, picks_not, take_card)},
    AidKeep: {GiveBack: Deed(returns, returns_not, give_back)},
    AidMove: {MoveFugitive: Deed(aid_moves, aid_moves_not, aid_move), Stay: Deed(staying, always, stay)},
    Alert: {MoveGestapo: Deed(alert_moves, alert_moves_not, alert_move), Stay: Deed(staying, always, stay)},
}
