"""African aids: the price in green cards is taken blindly by the player who moved before, who keeps some of them."""

from __future__ import annotations

from engines.casablanca_escape import events, goods
from engines.casablanca_escape.cards import EVENT, GREENS, Clause
from engines.casablanca_escape.draft import Draft
from engines.casablanca_escape.state import NO_CARDS, AidKeep, AidMix, AidOffer, AidPick

MOST_KEPT = 2
"""Cards that the previous player keeps at most (rulebook §3, card 34: 2 of 3)."""


def clause_of(item: AidOffer | AidMix | AidPick | AidKeep) -> Clause:
    """The clause that offers the aid of `item`."""
    return EVENT[item.card].clauses[item.clause]


def kept(cost: int) -> int:
    """Cards of a price of `cost` that the previous player keeps.

    >>> kept(3), kept(2), kept(1)
    (2, 1, 0)
    """
    return min(MOST_KEPT, cost - 1)


def accepted(draft: Draft, item: AidOffer, help: str) -> None:
    """`item.who` wants the aid: the green cards are to be mixed."""
    draft.tell("aid_taken", seat=draft.seat(item.who), card=item.card, count=clause_of(item).cost)
    draft.instead(AidMix(item.who, item.card, item.clause, help))


def mixed(draft: Draft, item: AidMix, order: tuple[int, ...]) -> None:
    """The cards lie face down in `order`: the player before chooses among them."""
    cards = goods.cards_of(draft.players[item.who].hand)
    laid = tuple(cards[index] for index in order)
    taker = draft.before(item.who)
    draft.instead(AidPick(item.who, taker, item.card, item.clause, item.help, laid))


def taken(draft: Draft, item: AidPick, position: int) -> None:
    """The card at `position` is taken; with the last of the price the taker looks at them all."""
    positions = (*item.taken, position)
    cost = clause_of(item).cost
    if len(positions) < cost:
        draft.instead(AidPick(item.who, item.taker, item.card, item.clause, item.help, item.laid, positions))
        return
    cards = tuple(item.laid[at] for at in positions)
    hand = draft.players[item.who].hand
    for kind in cards:
        hand = goods.less_cards(hand, kind)
    draft.change(item.who, hand=hand)
    draft.reveals = True
    seat, taker = draft.seat(item.who), draft.seat(item.taker)
    draft.tell("cards_taken", seat=taker, seat2=seat, count=cost)
    draft.tell("cards_seen", (seat, taker), seat=taker, seat2=seat, green=goods.names_of(cards))
    seen = goods.with_cards(NO_CARDS, cards)
    back = cost - kept(cost)
    keep = AidKeep(item.who, item.taker, item.card, item.clause, item.help, seen, back)
    if back == cost:
        for kind in cards:
            keep = _put_under(draft, keep, kind)
        _finished(draft, keep)
    else:
        draft.instead(keep)


def given_back(draft: Draft, item: AidKeep, kind: int) -> None:
    """One of the cards taken goes under the pile; the others are kept once enough did."""
    keep = _put_under(draft, item, kind)
    if keep.back:
        draft.instead(keep)
    else:
        _finished(draft, keep)


def _put_under(draft: Draft, item: AidKeep, kind: int) -> AidKeep:
    draft.pile += (kind,)
    draft.tell("given_back", (draft.seat(item.taker),), green=(GREENS[kind],))
    seen = goods.less_cards(item.seen, kind)
    return AidKeep(item.who, item.taker, item.card, item.clause, item.help, seen, item.back - 1)


def _finished(draft: Draft, item: AidKeep) -> None:
    kept_cards = goods.cards_of(item.seen)
    hand = draft.players[item.taker].hand
    draft.change(item.taker, hand=goods.with_cards(hand, kept_cards))
    draft.tell("cards_kept", seat=draft.seat(item.taker), count=len(kept_cards))
    draft.done()
    events.chosen(draft, item.who, clause_of(item), item.clause, item.help)
