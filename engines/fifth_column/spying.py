"""The spy's turn: a card is laid, a way is gone in secret, refuges are struck and fall, and the hand is filled up."""

from __future__ import annotations

import msgspec

from engines.fifth_column import ending, hunting
from engines.fifth_column.cards import COUNTS, piece_of
from engines.fifth_column.draft import Draft
from engines.fifth_column.ground import Path
from engines.fifth_column.seals import chained, key, seal_of_leg
from engines.fifth_column.state import Hunt, Leg, MoveRefuge, Refill, Spied, SpyTurn
from engines.physical import Cell


def begins_turn(draft: Draft) -> None:
    """The spy is to lay a card."""
    draft.only(SpyTurn())


def plays(draft: Draft, card: int, path: Path) -> None:
    """The spy lays `card` and goes along `path`; nobody else learns more than the card."""
    draft.tell("spy_played", seat=draft.spy, piece=piece_of(card, draft.house.cards), card=card)
    _goes(draft, Leg(card, path))


def discards(draft: Draft, card: int) -> None:
    """The spy can go nowhere, lays `card` and stays."""
    draft.tell("spy_stuck", seat=draft.spy, piece=piece_of(card, draft.house.cards), card=card)
    _goes(draft, Leg(card))


def _goes(draft: Draft, leg: Leg) -> None:
    before = draft.hunt
    turn = before.turn + 1
    spot = leg.path[-1] if leg.path else before.spot
    seal = seal_of_leg(key(before.salt, before.number, len(before.seals)), leg)
    draft.reveals = True
    draft.chain = chained(draft.chain, seal)
    draft.change(
        spot=spot,
        turn=turn,
        trail=(*before.trail, leg),
        passed=remembered(draft, before, leg),
        hand=tuple(card for card in before.hand if card != leg.card),
        played=(*before.played, leg.card),
        earlier=(*before.earlier, before.lately) if before.lately else before.earlier,
        lately=(Spied(leg.card, not leg.path),),
        seals=(*before.seals, seal),
    )
    fell = _refuge_falls(draft)
    _strikes(draft)
    _comes_home(draft)
    _goes_on(draft, fell)


def remembered(draft: Draft, hunt: Hunt, leg: Leg) -> Path:
    """The houses that the spy must own up to after `leg`.

    With the option ``memory=outing`` whoever stops in the hideout has passed nowhere else; with ``passing=stops`` only
    houses where it stopped count.
    """
    if draft.house.memory == "outing" and leg.path and leg.path[-1] == hunt.hideout:
        return (hunt.hideout,)
    entered = leg.path if draft.house.passing == "through" else leg.path[-1:]
    known = set(hunt.passed)
    new = dict.fromkeys(house for house in entered if house not in known)
    return (*hunt.passed, *new) if new else hunt.passed


def _refuge_falls(draft: Draft) -> bool:
    """The refuge that was struck before this turn is taken off the board."""
    struck = draft.hunt.struck
    if not struck:
        return False
    hunt = draft.hunt
    (spied,) = hunt.lately
    refuges = tuple(cell for cell in hunt.refuges if cell != struck)
    draft.change(refuges=refuges, struck="", lately=(msgspec.structs.replace(spied, fell=struck),))
    draft.tell("refuge_fell", place=struck, count=len(refuges))
    return True


def _strikes(draft: Draft) -> None:
    """Who stops on a refuge strikes it, unless the way home comes first."""
    hunt = draft.hunt
    if hunt.spot in hunt.refuges and not hunt.must_return:
        draft.change(struck=hunt.spot, must_return=draft.house.must_return)
        draft.tell("you_struck", (draft.spy,), place=hunt.spot)


def _comes_home(draft: Draft) -> None:
    """Who stops in the hideout may strike again."""
    hunt = draft.hunt
    if hunt.must_return and hunt.spot == hunt.hideout:
        draft.change(must_return=False)
        draft.tell("you_are_home", (draft.spy,), place=hunt.spot)


def _goes_on(draft: Draft, fell: bool) -> None:
    """The end of the spy's turn: the hunt is won or too long, or a refuge moves, or a card is drawn."""
    hunt = draft.hunt
    if not hunt.refuges and not (draft.house.last_home and hunt.spot != hunt.hideout):
        ending.ends_hunt(draft, "refuges")
    elif draft.most_turns is not None and hunt.turn >= draft.most_turns:
        ending.ends_hunt(draft, "long")
    elif fell and draft.house.moving_refuges == "yes" and hunt.refuges:
        draft.only(MoveRefuge())
    else:
        fills_hand(draft)


def fills_hand(draft: Draft) -> None:
    """The spy draws up to three cards, then it is the hunters' turn; an empty deck is shuffled anew first."""
    hunt = draft.hunt
    lacking = COUNTS.hand - len(hunt.hand)
    if lacking > len(hunt.deck) and hunt.played:
        if draft.house.longest == "deck":
            ending.ends_hunt(draft, "long")
        else:
            draft.only(Refill())
        return
    draft.change(hand=(*hunt.hand, *hunt.deck[:lacking]), deck=hunt.deck[lacking:])
    hunting.begins_turn(draft)


def refills(draft: Draft, order: tuple[int, ...]) -> None:
    """The played cards are the deck again."""
    played = draft.hunt.played
    draft.change(deck=(*draft.hunt.deck, *(played[number] for number in order)), played=())
    draft.tell("deck_refilled")
    fills_hand(draft)


# --- refuges that move -----------------------------------------------------------------------------------


def refuge_moves(hunt: Hunt, free: tuple[Cell, ...]) -> list[tuple[Cell, Cell]]:
    """The refuges that may move and where to: houses whose card is in the game, so never the hideout."""
    taken = {*hunt.refuges, hunt.hideout}
    return [(sunk, risen) for sunk in hunt.refuges for risen in free if risen not in taken]


def moves_refuge(draft: Draft, drawn: int) -> None:
    """The refuge and the house drawn change places."""
    hunt = draft.hunt
    sunk, risen = refuge_moves(hunt, draft.ground.free)[drawn]
    refuges = tuple(risen if cell == sunk else cell for cell in hunt.refuges)
    (spied,) = hunt.lately
    struck = risen if hunt.struck == sunk else hunt.struck
    moved = msgspec.structs.replace(spied, sunk=sunk, risen=risen)
    draft.change(refuges=refuges, struck=struck, lately=(moved,))
    draft.tell("refuge_moved", start=sunk, to=risen)
    fills_hand(draft)
