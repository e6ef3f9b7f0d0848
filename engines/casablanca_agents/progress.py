"""How a game goes on: announcements, objections, duels, what stands, what is undone, ends of turns, the end."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engines.casablanca_agents.actions import Deed, Move, Strike
from engines.casablanca_agents.agents import AGENTS, HOMES, LEAST, LONGEST, MONEY, NOTHING, NUMBER
from engines.casablanca_agents.draft import Draft, plus, put
from engines.casablanca_agents.seals import sealed
from engines.casablanca_agents.state import (
    DESERT,
    Answer,
    Challenge,
    Duel,
    Ended,
    Player,
    Sealing,
    Turn,
    Window,
    position,
)
from engines.pending import Over
from engines.physical import Cell


def first_turn(draft: Draft, who: int) -> None:
    """`who` begins."""
    draft.tell("begins", seat=draft.seat(who))
    draft.only(Turn(who))


def settles(draft: Draft, turn: Turn) -> None:
    """`turn.who` pays what is pencilled. Others learn only that it was done."""
    player, seat = draft.players[turn.who], draft.seat(turn.who)
    capital = player.capital - sum(turn.pencil)
    draft.change(turn.who, capital=capital, bribes=plus(player.bribes, turn.pencil))
    draft.tell("bribed", seat=seat)
    for agent, amount in zip(AGENTS, turn.pencil):
        if amount:
            draft.tell("your_bribe", (seat,), agent=agent, amount=amount)
    draft.reveals = True
    draft.count_anew()
    ends_turn(draft, turn.who)


# --- announcing ------------------------------------------------------------------------------------------


def announces(draft: Draft, turn: Turn, deed: Deed) -> None:
    """`turn.who` says what an agent is to do; the others are asked in turn, clockwise. What was pencilled is gone."""
    who, count = turn.who, len(draft.seats)
    order = ((who + step) % count for step in range(1, count))
    unheard = tuple(other for other in order if not draft.players[other].down)
    draft.instead(Turn(who, NOTHING, turn.tried))
    seat, agent = draft.seat(who), NUMBER[deed.agent]
    paid = 0
    if isinstance(deed, Move):
        start = draft.agents[agent]
        draft.tell("announced_case" if deed.case else "announced", seat=seat, agent=deed.agent, start=start, to=deed.to)
    else:
        place = draft.agents[agent]
        draft.tell("announced_strike", seat=seat, agent=deed.agent, agent2=deed.victim, place=place)
        draft.show(who, agent, MONEY.fee)
        if draft.house.fee_first:
            paid = MONEY.fee
            _pays(draft, who, agent, paid)
    nothing: Answer = ""
    draft.next(Window(who, deed, unheard, (nothing,) * len(unheard), paid=paid))


def _pays(draft: Draft, who: int, agent: int, amount: int) -> None:
    """`who` pays `amount` from the bribe on `agent`; a negative amount is a refund."""
    player = draft.players[who]
    draft.change(
        who,
        fees=player.fees + amount,
        bribes=put(player.bribes, agent, player.bribes[agent] - amount),
        shown=put(player.shown, agent, player.shown[agent] - amount),
    )


def refunds(draft: Draft, window: Window) -> None:
    """What was paid for an announcement that does not happen lies on its agent again, in sight as before."""
    _pays(draft, window.who, NUMBER[window.deed.agent], -window.paid)


# --- objecting -------------------------------------------------------------------------------------------


def says_ahead(draft: Draft, window: Window, who: int, answer: Answer) -> None:
    """`who` answers before being asked; nobody else learns of it yet."""
    at = window.unheard.index(who)
    ahead = (*window.ahead[:at], answer, *window.ahead[at + 1 :])
    draft.instead(msgspec.structs.replace(window, ahead=ahead))


def lets_stand(draft: Draft, window: Window, who: int) -> None:
    """`who`, asked, does not object."""
    draft.reveals = True
    draft.instead(
        msgspec.structs.replace(window, unheard=window.unheard[1:], ahead=window.ahead[1:], heard=(*window.heard, who))
    )


def objects(draft: Draft, window: Window, who: int) -> None:
    """`who`, asked, objects."""
    draft.reveals = True
    draft.tell("objects", seat=draft.seat(who), seat2=draft.seat(window.who))
    draft.instead(msgspec.structs.replace(window, unheard=window.unheard[1:], ahead=window.ahead[1:]))
    if draft.house.withdrawing:
        draft.next(Challenge(window.who, who))
    else:
        _duels(draft, Duel(window.who, who))


def withdraws(draft: Draft, item: Challenge) -> None:
    """The mover gives way without a bid."""
    draft.reveals = True
    draft.tell("withdrew", seat=draft.seat(item.who))
    _objection_wins(draft, item.objector)


def accepts(draft: Draft, item: Challenge) -> None:
    """The mover takes the challenge up."""
    draft.reveals = True
    draft.tell("accepted", seat=draft.seat(item.who), seat2=draft.seat(item.objector))
    draft.done()
    _duels(draft, Duel(item.who, item.objector))


def _duels(draft: Draft, duel: Duel) -> None:
    draft.count_anew()
    draft.next(duel)


# --- bidding ---------------------------------------------------------------------------------------------


def bids(draft: Draft, duel: Duel, agent: int, amount: int) -> None:
    """The objector shows `amount`."""
    draft.reveals = True
    draft.show(duel.objector, agent, amount)
    draft.tell("bid", seat=draft.seat(duel.objector), amount=amount)
    draft.instead(Duel(duel.who, duel.objector, amount, held=False))


def holds(draft: Draft, duel: Duel, agent: int) -> None:
    """The mover shows as much."""
    draft.reveals = True
    draft.show(duel.who, agent, duel.bid)
    draft.tell("held", seat=draft.seat(duel.who), amount=duel.bid)
    draft.instead(Duel(duel.who, duel.objector, duel.bid, held=True))


def passes(draft: Draft, duel: Duel) -> None:
    """Whose turn it is bids no further: the mover's action falls, or the objection does."""
    draft.reveals = True
    if duel.held:
        draft.tell("passed", seat=draft.seat(duel.objector))
        _objection_fails(draft, duel.objector)
    else:
        draft.tell("passed", seat=draft.seat(duel.who))
        _objection_wins(draft, duel.objector)


def _objection_wins(draft: Draft, objector: int) -> None:
    """What was announced does not happen. Against that nobody objects."""
    window = draft.agenda[1]
    turn = draft.agenda[2]
    assert isinstance(window, Window)
    assert isinstance(turn, Turn)
    who = window.who
    draft.tell("objection_won", seat=draft.seat(objector), seat2=draft.seat(who))
    refunds(draft, window)
    if window.paid:
        draft.tell("refunded", seat=draft.seat(who), agent=window.deed.agent, amount=window.paid)
    tried = (*turn.tried, window.deed)
    if not draft.house.main or (draft.house.attempts == "two" and len(tried) > 1):
        ends_turn(draft, who)
    else:
        draft.only(Turn(who, NOTHING, tried))


def _objection_fails(draft: Draft, objector: int) -> None:
    """The objection was in vain; who has not been asked yet may still object.

    What they said before being asked is forgotten: they have heard the bids since, and may think better of it.
    """
    window = draft.agenda[1]
    assert isinstance(window, Window)
    nothing: Answer = ""
    draft.tell("objection_failed", seat=draft.seat(objector))
    if not draft.house.main:
        draft.change(objector, down=True)
        draft.tell("face_down", seat=draft.seat(objector))
    ahead = (nothing,) * len(window.unheard)
    draft.only(msgspec.structs.replace(window, ahead=ahead, failed=(*window.failed, objector)), *draft.agenda[2:])


# --- what stands -----------------------------------------------------------------------------------------


def stands(draft: Draft, window: Window) -> None:
    """All objections are dealt with, and what was announced happens."""
    match window.deed:
        case Move(agent, to, case):
            _moves(draft, window.who, NUMBER[agent], to, case)
        case Strike(agent, victim):
            _strikes(draft, window, NUMBER[agent], NUMBER[victim])
    if not isinstance(draft.agenda[0], Ended):
        ends_turn(draft, window.who)


def _moves(draft: Draft, who: int, agent: int, to: Cell, case: bool) -> None:
    seat, start = draft.seat(who), draft.agents[agent]
    draft.place(agent, to)
    if not case:
        draft.tell("moved", seat=seat, agent=AGENTS[agent], start=start, to=to)
    elif draft.house.main and to == HOMES[agent]:
        _comes_home(draft, who, agent, to)
    else:
        _brings(draft, agent, to)
        draft.tell("carried", seat=seat, agent=AGENTS[agent], start=start, to=to)
        if not draft.house.main and to == draft.players[who].headquarters:
            draft.tell("brought", seat=seat, agent=AGENTS[agent], place=to)
            ends(draft, (who,), "own_headquarters")
    draft.positions = (*draft.positions, position(draft.agents, draft.case))


def _brings(draft: Draft, agent: int, to: Cell) -> None:
    draft.case = to
    draft.carry(agent)


def _comes_home(draft: Draft, who: int, agent: int, to: Cell) -> None:
    """Main game: an agent arrives with the case where it lives, and who has bribed it most has won."""
    put_on = [player.bribes[agent] for player in draft.players]
    most = max(put_on)
    if not most and draft.house.unbribed == "outside":
        draft.tell("unbribed", seat=draft.seat(who), agent=AGENTS[agent], place=to)
        return
    _brings(draft, agent, to)
    draft.tell("brought", seat=draft.seat(who), agent=AGENTS[agent], place=to)
    for number, amount in enumerate(put_on):
        draft.tell("had_put", seat=draft.seat(number), agent=AGENTS[agent], amount=amount)
    best = tuple(number for number, amount in enumerate(put_on) if amount == most)
    if not most or (who in best and draft.house.ties == "mover"):
        ends(draft, (who,), "brought" if len(best) == 1 else "mover_of_equals")
    else:
        ends(draft, best, "brought" if len(best) == 1 else "shared")


def _strikes(draft: Draft, window: Window, agent: int, victim: int) -> None:
    """The victim leaves the game; what everybody had put on it is told and lost."""
    if not window.paid:
        _pays(draft, window.who, agent, MONEY.fee)
    draft.reveals = True
    draft.tell("struck", seat=draft.seat(window.who), agent=AGENTS[agent], agent2=AGENTS[victim])
    draft.place(victim, DESERT)
    for who, player in enumerate(draft.players):
        draft.tell("had_put", seat=draft.seat(who), agent=AGENTS[victim], amount=player.bribes[victim])
        _loses(draft, who, player, victim)
    draft.count_anew()
    _ends_if_stranded(draft)


def _loses(draft: Draft, who: int, player: Player, victim: int) -> None:
    draft.change(
        who,
        bribes=put(player.bribes, victim, 0),
        shown=put(player.shown, victim, 0),
        lost=put(player.lost, victim, player.lost[victim] + player.bribes[victim]),
    )


def _ends_if_stranded(draft: Draft) -> None:
    """Where two must carry the case: the only agent left can never bring it home, since no other has carried it."""
    left = [agent for agent, cell in enumerate(draft.agents) if cell != DESERT]
    if draft.house.two_carriers and len(left) == 1 and others_carried(draft.carried, left[0]) < LEAST.carriers - 1:
        ends(draft, (), "stranded")


def others_carried(carried: Sequence[bool], agent: int) -> int:
    """How many agents but `agent` have carried the case."""
    return sum(flag for number, flag in enumerate(carried) if number != agent)


# --- ends ------------------------------------------------------------------------------------------------


def gives_up(draft: Draft, turn: Turn) -> None:
    """`turn.who` makes no further attempt."""
    draft.tell("gave_up", seat=draft.seat(turn.who))
    ends_turn(draft, turn.who)


def ends_turn(draft: Draft, who: int) -> None:
    """The turn of `who` is over; every account is sealed before the next."""
    draft.turn += 1
    draft.change(who, opened=True)
    if draft.turn >= LONGEST.turns:
        ends(draft, (), "long")
    else:
        draft.only(Sealing((who + 1) % len(draft.seats)))


def seals(draft: Draft, item: Sealing, result: tuple[int, ...]) -> None:
    """All accounts are sealed with the salt that `result` gives, and the next turn begins."""
    draft.seals, draft.chain = sealed(draft.seats, draft.players, draft.chain, result)
    draft.only(Turn(item.after))


def ends(draft: Draft, winners: Sequence[int], reason: str) -> None:
    """The game is over, and nothing is secret any more."""
    draft.reveals = True
    draft.only(Ended(Over(tuple(draft.seat(who) for who in winners), reason)))


def advance(draft: Draft) -> None:
    """Does what happens by itself until somebody is asked, chance falls or the game is over."""
    while True:
        item = draft.agenda[0]
        if isinstance(item, Window):
            if not item.unheard:
                stands(draft, item)
            elif item.ahead[0] == "let_stand":
                lets_stand(draft, item, item.unheard[0])
            elif item.ahead[0] == "object":
                objects(draft, item, item.unheard[0])
            else:
                return
        elif isinstance(item, Turn) and draft.players[item.who].down:
            draft.change(item.who, down=False)
            draft.tell("face_up", seat=draft.seat(item.who))
            ends_turn(draft, item.who)
        else:
            return
