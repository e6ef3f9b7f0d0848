"""The event cards: whom a card touches, what it does, and what it asks."""

from __future__ import annotations

from engines.casablanca_escape import goods, hunt
from engines.casablanca_escape.cards import CANTEEN, EVENT, SUPPLY, Clause, EffectKind
from engines.casablanca_escape.draft import Draft
from engines.casablanca_escape.geography import MAP, PLACES
from engines.casablanca_escape.reach import journeys, yellow_ride
from engines.casablanca_escape.state import (
    AidMove,
    AidOffer,
    Alert,
    AskThirst,
    EventChoice,
    EventDie,
    Player,
    State,
)


def touches(clause: Clause, player: Player) -> bool:
    """Whether `clause` speaks of the fugitive of `player`."""
    return (
        player.fugitive is not None
        and player.fate == "free"
        and (not clause.at or player.fugitive in PLACES[clause.at])
        and (not clause.mounted or player.mounted)
        and sum(player.hand) >= clause.holding
    )


def happens_to(draft: Draft, who: int) -> None:
    """Applies the event on the table to `who`: the first clause that touches it, if any."""
    player = draft.players[who]
    for number, clause in enumerate(EVENT[draft.card].clauses):
        if clause.effect == "alert":
            draft.next(Alert(who, clause.amount))
            return
        if touches(clause, player):
            _clause_happens(draft, who, clause, number)
            return


def _clause_happens(draft: Draft, who: int, clause: Clause, number: int) -> None:
    if clause.cost:
        if sum(draft.players[who].hand) >= clause.cost and helps_of(draft, who, clause):
            draft.next(AidOffer(who, draft.card, number))
    elif clause.die:
        draft.next(EventDie(who, draft.card, number))
    elif clause.choices:
        if helps_of(draft, who, clause):
            draft.next(EventChoice(who, draft.card, number))
    else:
        effect(draft, who, clause.effect, clause.amount)


def helps_of(now: Draft | State, who: int, clause: Clause) -> tuple[str, ...]:
    """The helps of `clause` that would do anything for `who` now; it needs public facts only."""
    kinds = [(choice.effect, choice.amount) for choice in clause.choices] or [(clause.effect, clause.amount)]
    return tuple(kind for kind, amount in kinds if _does_something(now, now.players[who], kind, amount))


def _does_something(now: Draft | State, player: Player, kind: EffectKind, amount: int) -> bool:
    match kind:
        case "marker":
            return amount > 0 or player.level > 0
        case "draw":
            return bool(now.pile)
        case "gold":
            return now.gold > 0
        case "camel":
            return now.water >= (1 if player.mounted else SUPPLY.camel.rations)
        case "ride":
            return player.fugitive is not None and bool(yellow_ride(player.fugitive, amount))
        case "travel":
            return player.fugitive is not None and bool(journeys(player.fugitive, amount))
        case _:
            return True


def die_falls(draft: Draft, who: int, clause: Clause, face: int) -> None:
    """What follows for `who` when the die of `clause` shows `face`."""
    for fall in clause.falls:
        if face in fall.on:
            effect(draft, who, fall.effect, fall.amount)
            return
    draft.tell("nothing", seat=draft.seat(who))


def chosen(draft: Draft, who: int, clause: Clause, number: int, help: str) -> None:
    """`who` takes `help` of `clause`, whose price is paid."""
    for choice in clause.choices:
        if choice.effect == help:
            effect(draft, who, choice.effect, choice.amount)
            return
    if clause.effect in ("ride", "travel"):
        draft.next(AidMove(who, draft.card, number))
    else:
        effect(draft, who, clause.effect, clause.amount)


def effect(draft: Draft, who: int, kind: EffectKind, amount: int) -> None:
    """One effect of an event on `who`."""
    match kind:
        case "marker":
            hunt.move_marker(draft, who, amount, by_event=True)
        case "gold":
            goods.take_gold(draft, who, amount)
        case "draw":
            goods.draw(draft, who, amount)
        case "camel":
            _camel(draft, who)
        case "thirst":
            _thirst(draft, who)
        case "roundup":
            draft.tell("roundup", seat=draft.seat(who))
            hunt.push_up(draft, [who], "roundup", amount)
        case "death":
            hunt.dies(draft, who)


def _camel(draft: Draft, who: int) -> None:
    seat = draft.seat(who)
    if draft.players[who].mounted:
        goods.give_water(draft, who, 1)
        draft.tell("water", seat=seat, count=1)
    else:
        goods.give_camel(draft, who)
        draft.tell("camel", seat=seat)


def _thirst(draft: Draft, who: int) -> None:
    if any(draft.players[who].hand):
        draft.next(AskThirst(who))
    else:
        drinks_ration(draft, who)


def drinks_ration(draft: Draft, who: int) -> None:
    """The camel of `who` drinks a ration; without any left its rider walks.

    In the articulated version only after this turn's move (rule ``articulated.camels``). There may be no water to drink
    where the host corrected it meanwhile.
    """
    if draft.players[who].rations:
        goods.give_water(draft, who, -1)
        draft.tell("drank", seat=draft.seat(who), left=draft.players[who].rations)
    if not draft.house.articulated:
        dismount_if_dry(draft, who)


def drinks_canteen(draft: Draft, who: int) -> None:
    """The camel of `who` drinks a canteen card instead of a ration."""
    goods.discard(draft, who, CANTEEN)
    draft.tell("canteen", seat=draft.seat(who))


def dismount_if_dry(draft: Draft, who: int) -> None:
    """Without water the rider goes on on foot."""
    player = draft.players[who]
    if player.mounted and not player.rations:
        draft.change(who, mounted=False)
        draft.tell("dismounted", seat=draft.seat(who), place=MAP.name(player.fugitive))
