"""Movement turns: what moving, sailing, buying, flying and ending do, and what happens by itself between decisions."""

from __future__ import annotations

from engines.casablanca_escape import events, goods, hunt
from engines.casablanca_escape.cards import EVENT, EVENTS, FAST, GREENS, PAPERS, SUPPLY, WEAPONS
from engines.casablanca_escape.draft import Draft
from engines.casablanca_escape.geography import MAP
from engines.casablanca_escape.setup import RED_DECK
from engines.casablanca_escape.state import (
    AskRed,
    EventOn,
    Flight,
    Item,
    Landing,
    Player,
    Shuffling,
    Struck,
    Turn,
    TurnReal,
    TurnUp,
)
from engines.physical import Cell

REBUILD: tuple[Item, ...] = (Shuffling("movements"), Shuffling("events"), TurnUp())


def moves_gestapo(draft: Draft, who: int, to: Cell) -> None:
    """The Gestapo of `who` stops in `to`."""
    start = draft.players[who].gestapo
    draft.change(who, gestapo=to)
    draft.tell("gestapo_moved", seat=draft.seat(who), start=MAP.name(start), to=MAP.name(to))
    hunt.gestapo_arrives(draft, who, to)


def moves_fugitive(draft: Draft, who: int, to: Cell) -> None:
    """The fugitive of `who` stops in `to`: it may fly, be intercepted, meet a friend."""
    start = draft.players[who].fugitive
    player = draft.change(who, fugitive=to)
    draft.tell("fugitive_moved", seat=draft.seat(who), start=MAP.name(start), to=MAP.name(to))
    if to == MAP.casablanca and goods.money(draft.house, player) >= SUPPLY.plane.fare:
        hunt.flies(draft, who)
        return
    _meets_friend(draft, who, to)
    hunt.fugitive_arrives(draft, who, to)


def _meets_friend(draft: Draft, who: int, cell: Cell) -> None:
    if cell not in MAP.friends:
        return
    box = MAP.friend_cells.index(cell)
    cards = draft.boxes[box]
    if cards:
        draft.boxes = (*draft.boxes[:box], (), *draft.boxes[box + 1 :])
        draft.tell("friend", seat=draft.seat(who), friend=MAP.friends[cell], count=len(cards))
        goods.receive(draft, who, cards, "cards_from_friend")


def sails(draft: Draft, item: Turn, piece: str, gold: int) -> None:
    """A piece of `item.who` goes on board; the die decides where it lands."""
    who = item.who
    start = draft.players[who].gestapo if piece == "gestapo" else draft.players[who].fugitive
    draft.tell("sailed_gestapo" if piece == "gestapo" else "sailed", seat=draft.seat(who), place=MAP.name(start))
    if piece == "gestapo":
        draft.instead(Landing(who, "gestapo"), Turn(who, 1, hunted=True, fast=item.fast))
    else:
        assert start is not None
        goods.pay(draft, who, MAP.fare[start], gold)
        draft.instead(Landing(who, "fugitive"), Turn(who, 3, item.hunted, item.fast))


def lands(draft: Draft, item: Landing, face: int) -> None:
    """The ship of `item.who` lands where the die says."""
    cell = MAP.landing[face - 1]
    seat = draft.seat(item.who)
    draft.done()
    if item.piece == "gestapo":
        draft.change(item.who, gestapo=cell)
        draft.tell("landed_gestapo", seat=seat, place=MAP.name(cell))
        hunt.gestapo_arrives(draft, item.who, cell)
    else:
        draft.change(item.who, fugitive=cell)
        draft.tell("landed", seat=seat, place=MAP.name(cell))
        hunt.fugitive_arrives(draft, item.who, cell)


def buys_camel(draft: Draft, item: Turn, gold: int) -> None:
    """`item.who` pays for a camel and mounts it."""
    goods.pay(draft, item.who, SUPPLY.camel.price, gold)
    goods.give_camel(draft, item.who)
    draft.instead(Turn(item.who, 2, item.hunted, item.fast))
    draft.tell("bought_camel", seat=draft.seat(item.who), place=MAP.name(draft.players[item.who].fugitive))


def plays_fast(draft: Draft, item: Turn) -> None:
    """`item.who` plays a fast move."""
    goods.discard(draft, item.who, FAST)
    draft.instead(Turn(item.who, item.step, item.hunted, fast=True))
    draft.tell("played", seat=draft.seat(item.who), green=(GREENS[FAST],))


def plays_papers(draft: Draft, item: Turn) -> None:
    """`item.who` shows forged papers."""
    goods.discard(draft, item.who, PAPERS)
    draft.tell("played", seat=draft.seat(item.who), green=(GREENS[PAPERS],))
    hunt.move_marker(draft, item.who, -SUPPLY.powers.papers, by_event=True)


def plays_weapons(draft: Draft, item: Struck) -> None:
    """`item.who` fights the interception off."""
    goods.discard(draft, item.who, WEAPONS)
    draft.done()
    draft.tell("fought_off", seat=draft.seat(item.who))


def suffers(draft: Draft, item: Struck) -> None:
    """`item.who` goes up the track."""
    draft.done()
    hunt.move_marker(draft, item.who, item.amount, by_event=item.cause != "gestapo", number=item.number)


def restarts(draft: Draft, who: int, at: Cell) -> None:
    """The captured fugitive of `who` starts again."""
    draft.done()
    draft.change(who, fugitive=at)
    draft.tell("restarted", seat=draft.seat(who), place=MAP.name(at))


def flies_or_rolls(draft: Draft, item: Turn) -> None:
    """`item.who` goes to the airport: with the whole fare it takes off, else it rolls."""
    if goods.money(draft.house, draft.players[item.who]) >= SUPPLY.plane.fare:
        hunt.flies(draft, item.who)
    else:
        draft.instead(Flight(item.who), Turn(item.who, 3, item.hunted, item.fast))
        draft.tell("tries_to_fly", seat=draft.seat(item.who))


def flight_rolled(draft: Draft, item: Flight, total: int) -> None:
    """The one throw of this turn for the plane."""
    draft.done()
    if total >= SUPPLY.plane.least_throw(goods.money(draft.house, draft.players[item.who])):
        hunt.flies(draft, item.who)
    else:
        draft.tell("flight_missed", seat=draft.seat(item.who), total=total)


def ends_turn(draft: Draft, item: Turn) -> None:
    """The movement turn of `item.who` is over."""
    draft.done()
    hunt.left_standing(draft, item.who)
    if draft.house.articulated:
        events.dismount_if_dry(draft, item.who)


def is_spent(player: Player, item: Turn) -> bool:
    """Whether all can see that `player` has nothing left to do in this movement turn.

    It looks only at what everybody sees: without a green card, or at zero on the track, nothing can be played any more.
    A Gestapo that was left standing keeps the turn open until the player ends it: on a real table it may still be meant
    to move, and the fugitive's move to be taken back for it.
    """
    if not item.hunted:
        return False
    if player.fugitive is None or player.halted:
        return True
    return item.step == 3 and (not player.level or not any(player.hand))


def advance(draft: Draft) -> None:
    """Does what happens by itself until somebody is asked, dice fall or the game is over."""
    while True:
        item = draft.agenda[0]
        if isinstance(item, Turn):
            if not is_spent(draft.players[item.who], item):
                return
            ends_turn(draft, item)
        elif isinstance(item, EventOn):
            draft.done()
            events.happens_to(draft, item.who)
        elif isinstance(item, TurnUp):
            _turn_up(draft)
        else:
            return


def _turn_up(draft: Draft) -> None:
    if draft.card and draft.card not in EVENTS:
        draft.flood = False
    for who in draft.order:  # whose turn was left out by a correction
        events.dismount_if_dry(draft, who)
    if draft.house.articulated:
        _ask_for_red(draft)
    elif draft.house.turns_real_cards:
        _asks_for_real(draft)
    elif draft.red_deck:
        card, draft.red_deck = draft.red_deck[0], draft.red_deck[1:]
        draft.reveals = True
        opens(draft, card)
    else:
        draft.instead(*REBUILD)


def _asks_for_real(draft: Draft) -> None:
    if not draft.red_deck:
        draft.red_deck, draft.red_played = RED_DECK, ()
        draft.tell("red_deck_built")
    draft.instead(TurnReal(next((who for who in draft.order if draft.players[who].fate == "free"), draft.order[0])))


def turns_real(draft: Draft, card: int) -> None:
    """The real red card `card` was turned."""
    draft.red_deck = tuple(other for other in draft.red_deck if other != card)
    opens(draft, card)


def _ask_for_red(draft: Draft) -> None:
    who = draft.order[draft.turn % len(draft.order)]
    if draft.players[who].red:
        draft.instead(AskRed(who))
    else:
        draft.instead(Shuffling("red"), TurnUp())


def opens(draft: Draft, card: int) -> None:
    """Red card number `card` is turned up or played: a new turn begins, and the card holds for all."""
    draft.card = card
    draft.turn += 1
    draft.red_played += (card,)
    for who, player in enumerate(draft.players):
        draft.change(
            who,
            turn_gestapo=player.gestapo,
            turn_fugitive=player.fugitive,
            turn_mounted=player.mounted,
            struck=False,
            halted=False,
        )
    items: list[Item] = []
    if card in EVENTS:
        items += (EventOn(who) for who in draft.order)
        if any(clause.effect == "flood" for clause in EVENT[card].clauses):
            draft.flood = True
    if card not in EVENTS or draft.house.articulated:
        items += (Turn(who) for who in draft.order)
    draft.tell("red_card", card=card)
    draft.instead(*items, TurnUp())
