"""Conservation and corrections: what must add up at all times, and which public facts the host may set right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engines.casablanca_escape import hunt
from engines.casablanca_escape.cards import GREEN_DECK, GREENS, SUPPLY
from engines.casablanca_escape.draft import Draft
from engines.casablanca_escape.geography import MAP
from engines.casablanca_escape.goods import cards_of
from engines.casablanca_escape.hunt import LAST
from engines.casablanca_escape.setup import RED_DECK
from engines.casablanca_escape.state import AidKeep, Ended, Player, State, Turn
from engines.corrections import Uncorrectable, known_fact, number_fact, seat_fact, truth_fact
from engines.entries import FactValue, Seat
from engines.physical import Cell


def audit(state: State) -> list[str]:
    """What is not conserved, in words; empty when all is well."""
    return [*_cards_astray(state), *_supplies_astray(state), *_pieces_astray(state)]


def _cards_astray(state: State) -> list[str]:
    red = Counter((*state.red_deck, *state.red_played, *(card for player in state.players for card in player.red)))
    green: Counter[int] = Counter(state.pile)
    for box in state.boxes:
        green.update(box)
    for player in state.players:
        green.update(cards_of(player.hand))
    for item in state.agenda:
        if isinstance(item, AidKeep):
            green.update(cards_of(item.seen))
    faults = [f"red card {card} is {red[card]} times there" for card in RED_DECK if red[card] != 1]
    wanted = Counter(GREEN_DECK)
    faults += [
        f"{green[kind]} green cards {GREENS[kind]!r} instead of {wanted[kind]}"
        for kind in sorted(wanted | green)
        if green[kind] != wanted[kind]
    ]
    return faults


def _supplies_astray(state: State) -> list[str]:
    gold = state.gold + sum(player.gold for player in state.players)
    water = state.water + sum(player.rations for player in state.players)
    faults = []
    if gold != SUPPLY.gold.count:
        faults.append(f"{gold} gold cards instead of {SUPPLY.gold.count}")
    if water != SUPPLY.water.count:
        faults.append(f"{water} water rations instead of {SUPPLY.water.count}")
    counts = [state.gold, state.water, *(n for p in state.players for n in (p.gold, p.rations, *p.hand))]
    if min(counts) < 0:
        faults.append("somebody holds less than nothing")
    return faults


def _pieces_astray(state: State) -> list[str]:
    faults = []
    for seat, player in zip(state.seats, state.players):
        if player.gestapo not in MAP.land:
            faults.append(f"{seat}'s Gestapo stands in {player.gestapo!r}, which is no land")
        if not 0 <= player.level <= LAST:
            faults.append(f"{seat}'s marker stands on {player.level}")
        gone = player.fate in ("captured", "dead")
        if player.fugitive is not None and (gone or player.fugitive not in MAP.land):
            faults.append(f"{seat}'s fugitive, {player.fate}, stands in {player.fugitive!r}")
        if player.fugitive is None and not gone and state.order:
            faults.append(f"{seat}'s fugitive is {player.fate}, but nowhere on the map")
        if player.mounted and player.fugitive not in MAP.africa:
            faults.append(f"{seat}'s fugitive rides a camel in {player.fugitive!r}")
        if (player.fate == "captured") != (player.capture is not None):
            faults.append(f"{seat}'s fugitive is {player.fate}, its capture {player.capture}")
    return faults


# --- corrections by the host -----------------------------------------------------------------------------


def public_facts(state: State) -> dict[str, FactValue]:
    """The public facts that an edit may set: ``<seat>.<fact>`` and ``turn``, whose movement turn it is."""
    facts: dict[str, FactValue] = {}
    for seat, player in zip(state.seats, state.players):
        facts[f"{seat}.gestapo"] = player.gestapo
        facts[f"{seat}.fugitive"] = player.fugitive
        if player.fugitive is not None:
            facts[f"{seat}.level"] = player.level
            facts[f"{seat}.mounted"] = player.mounted
            facts[f"{seat}.rations"] = player.rations
        facts[f"{seat}.gold"] = player.gold
        if may_leave(state, seat):
            facts[f"{seat}.left"] = False
    turn = _turn(state)
    if turn is not None:
        facts["turn"] = state.seats[turn.who]
        facts["step"] = turn.step
    return facts


def may_leave(state: State, seat: Seat) -> bool:
    """Whether there is a fugitive of `seat` that can go out of the game now."""
    player = state.players[state.seats.index(seat)]
    return player.fugitive is not None and player.fate == "free"


def departure(state: State, seat: Seat) -> dict[str, FactValue]:
    """What changes when the player of `seat` goes for good: the fugitive goes too, unless the house has it stay."""
    return {f"{seat}.left": True} if state.house.leaving == "out" and may_leave(state, seat) else {}


def edited(draft: Draft, state: State, facts: Mapping[str, FactValue]) -> None:
    """Sets `facts`; raises `Uncorrectable` naming the fact that cannot be, and changes nothing then."""
    known = public_facts(state)
    for key, value in facts.items():
        known_fact(key, known)
        if key == "turn":
            _set_turn(draft, state, value)
        elif key == "step":
            continue
        else:
            seat, _, fact = key.partition(".")
            _set_fact(draft, key, draft.seats.index(seat), fact, value)
    if "step" in facts:
        _set_step(draft, facts["step"])
    for seat, player in zip(draft.seats, draft.players):
        _check(draft, f"{seat}", player)
    draft.reveals = True
    corrected = tuple(key for key in facts if not key.endswith(".left"))
    if corrected:
        draft.tell("edited", fact=corrected)


def _set_fact(draft: Draft, key: str, who: int, fact: str, value: FactValue) -> None:
    player = draft.players[who]
    match fact:
        case "gestapo":
            draft.change(who, gestapo=_land(key, value), turn_gestapo=_land(key, value))
        case "fugitive":
            _set_fugitive(draft, key, who, value)
        case "level":
            draft.change(who, level=number_fact(key, value, LAST))
        case "mounted":
            mounted = truth_fact(key, value)
            draft.change(who, mounted=mounted, turn_mounted=mounted)
        case "rations":
            rations = number_fact(key, value, draft.water + player.rations)
            draft.water += player.rations - rations
            draft.change(who, rations=rations)
        case "left":
            if truth_fact(key, value):
                hunt.leaves(draft, who)
        case "gold":
            gold = number_fact(key, value, draft.gold + player.gold)
            draft.gold += player.gold - gold
            draft.change(who, gold=gold)


def _set_fugitive(draft: Draft, key: str, who: int, value: FactValue) -> None:
    """Moves a fugitive; one that is out of the game comes back into it. Setting what it is changes nothing."""
    player = draft.players[who]
    if value is None and player.fugitive is None:
        return
    cell = _land(key, value)
    if not draft.order:
        raise Uncorrectable.because("undecided", fact=(key,))
    if isinstance(draft.agenda[0], Ended) and player.fate != "free":
        raise Uncorrectable.because("over", fact=(key,))
    draft.change(who, fugitive=cell, turn_fugitive=cell, fate="free", capture=None)


def _land(key: str, value: FactValue) -> Cell:
    if not isinstance(value, str) or value not in MAP.land:
        raise Uncorrectable.value("land", key, value)
    return value


def _check(draft: Draft, seat: str, player: Player) -> None:
    if player.mounted and player.fugitive not in MAP.africa:
        raise Uncorrectable.because("camel", seat=seat)
    if player.mounted and not player.rations and not draft.house.articulated:
        raise Uncorrectable.because("dry", fact=(f"{seat}.rations",))
    if player.rations and not player.mounted:
        raise Uncorrectable.because("on_foot", fact=(f"{seat}.mounted", f"{seat}.rations"))


def _turn(state: State | Draft) -> Turn | None:
    """The movement turn that is open now and not interrupted."""
    item = state.agenda[0]
    return item if isinstance(item, Turn) else None


def _set_turn(draft: Draft, state: State, value: FactValue) -> None:
    if isinstance(draft.agenda[0], Ended):
        raise Uncorrectable.because("over", fact=("turn",))
    first = state.order.index(seat_fact("turn", value, state.seats))
    after = tuple(item for item in draft.agenda if not isinstance(item, Turn))
    draft.agenda = (*(Turn(who) for who in state.order[first:]), *after)


def _set_step(draft: Draft, value: FactValue) -> None:
    turn = _turn(draft)
    step = number_fact("step", value, 3)
    if turn is None:
        raise Uncorrectable.because("over", fact=("step",))
    draft.instead(Turn(turn.who, step, step > 0, turn.fast))
