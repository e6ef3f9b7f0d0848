"""Green cards, gold, water and money changing hands; nothing appears and nothing is lost here."""

from __future__ import annotations

from collections.abc import Iterable

from engines.casablanca_escape.cards import GREENS, MONEY, SUPPLY, Green
from engines.casablanca_escape.draft import Draft
from engines.casablanca_escape.state import NO_CARDS, Cards, Hand, House, Player

MONEY_WORTH = SUPPLY.green[MONEY].worth


def cards_of(hand: Hand) -> Cards:
    """The cards of `hand` one by one, kind after kind.

    >>> cards_of((2, 0, 1, 0, 0))
    (0, 0, 2)
    """
    return tuple(kind for kind, count in enumerate(hand) for _ in range(count))


def names_of(cards: Iterable[int]) -> tuple[Green, ...]:
    """The kinds' names, in the order of `GREENS`."""
    return tuple(GREENS[kind] for kind in sorted(cards))


def with_cards(hand: Hand, cards: Iterable[int]) -> Hand:
    """`hand` with `cards` added."""
    counts = list(hand)
    for kind in cards:
        counts[kind] += 1
    return tuple(counts)


def less_cards(hand: Hand, kind: int, count: int = 1) -> Hand:
    """`hand` without `count` cards of `kind`."""
    return (*hand[:kind], hand[kind] - count, *hand[kind + 1 :])


def money(house: House, player: Player) -> int:
    """Money for the plane; gold counts unless the house decided otherwise."""
    cash = player.hand[MONEY] * MONEY_WORTH
    return cash + player.gold * SUPPLY.gold.worth if house.plane_gold == "counts" else cash


def cards_for(price: int) -> int:
    """Money or gold cards to be given for `price`; no change is given."""
    return -(-price // MONEY_WORTH)


def can_pay(player: Player, price: int, gold: int) -> bool:
    """Whether `player` can pay `price` with `gold` gold cards and money cards for the rest."""
    cards = cards_for(price)
    return 0 <= gold <= min(cards, player.gold) and player.hand[MONEY] >= cards - gold


def pay(draft: Draft, who: int, price: int, gold: int) -> None:
    """Takes the price from `who`: money cards go under the pile, gold back to its box."""
    player = draft.players[who]
    cash = cards_for(price) - gold
    draft.pile += (MONEY,) * cash
    draft.gold += gold
    draft.change(who, hand=less_cards(player.hand, MONEY, cash), gold=player.gold - gold)


def discard(draft: Draft, who: int, kind: int) -> None:
    """Puts a green card of `who` under the pile."""
    draft.pile += (kind,)
    draft.change(who, hand=less_cards(draft.players[who].hand, kind))


def draw(draft: Draft, who: int, count: int) -> None:
    """Gives `who` the top `count` cards of the pile, or what there is."""
    drawn, draft.pile = draft.pile[:count], draft.pile[count:]
    receive(draft, who, drawn, "drew")


def receive(draft: Draft, who: int, cards: Cards, news: str) -> None:
    """Gives `who` green cards that nobody else may see."""
    seat = draft.seat(who)
    draft.change(who, hand=with_cards(draft.players[who].hand, cards))
    draft.tell(news, seat=seat, count=len(cards))
    if cards:
        draft.reveals = True
        draft.tell("your_cards", (seat,), green=names_of(cards))


def take_gold(draft: Draft, who: int, count: int) -> None:
    """Gives `who` gold from the box, or what there is."""
    given = min(count, draft.gold)
    draft.gold -= given
    if given:
        draft.change(who, gold=draft.players[who].gold + given)
        draft.tell("gold", seat=draft.seat(who), count=given)
    else:
        draft.tell("no_gold", seat=draft.seat(who))


def give_camel(draft: Draft, who: int) -> None:
    """Puts `who` on a camel with its water from the box."""
    rations = SUPPLY.camel.rations
    draft.water -= rations
    draft.change(who, mounted=True, rations=rations)


def give_water(draft: Draft, who: int, count: int) -> None:
    """Gives `who` water from the box (below 0: puts it back)."""
    draft.water -= count
    draft.change(who, rations=draft.players[who].rations + count)


def return_cards(draft: Draft, who: int) -> None:
    """Puts all green cards of `who` under the pile."""
    player = draft.players[who]
    draft.pile += cards_of(player.hand)
    draft.change(who, hand=NO_CARDS)


def return_all(draft: Draft, who: int) -> None:
    """A fugitive is gone: green cards under the pile, gold and water back to their boxes."""
    return_cards(draft, who)
    player = draft.players[who]
    draft.gold += player.gold
    draft.water += player.rations
    draft.change(who, gold=0, rations=0, mounted=False)
