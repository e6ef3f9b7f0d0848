"""How a game and each of its hunts begin: the map, who is the spy, the hideout, the salt of the seals, the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engines.entries import Seat
from engines.fifth_column import spying
from engines.fifth_column.cards import CARDS, COUNTS
from engines.fifth_column.draft import Draft
from engines.fifth_column.ground import HOUSES
from engines.fifth_column.seals import chained, key, salt_of, seal_of_hideout, seal_of_start
from engines.fifth_column.state import AskFirst, ChooseStart, Deal, DrawMap, Hide, House, Hunt, RollFirst, Salt, State
from engines.physical import Cell


def opening(options: Mapping[str, str], seats: Sequence[Seat]) -> State:
    """Nothing is on the board yet."""
    return State(msgspec.convert(options, House), tuple(seats), (DrawMap(),), points=(0,) * len(seats))


def draws_map(draft: Draft, order: Sequence[int]) -> None:
    """The first cards of `order` (0 is card 1) are washers, then refuges, then hunters; drawn anew if not connected."""
    cells = [HOUSES[number] for number in order]
    refuges, hunters = COUNTS.blocked, COUNTS.blocked + COUNTS.refuges
    built, posted = tuple(cells[refuges:hunters]), tuple(cells[hunters : hunters + COUNTS.hunters])
    number, spy = draft.hunt.number, draft.hunt.spy
    blocked = tuple(cells[:refuges])
    draft.hunt = Hunt(number, spy, blocked, built, posted, refuges=built, hunters=posted)
    if not draft.hunters_ground.connected:
        draft.hunt = Hunt(number, spy)
        draft.tell("map_again")
        return
    draft.tell("map_drawn", count=number + 1, count2=draft.hunts)
    if number:
        draft.tell("spy_is", seat=draft.spy)
        draft.only(Hide())
    elif draft.house.first == "chosen":
        draft.only(AskFirst())
    else:
        draft.only(RollFirst(tuple(range(len(draft.seats)))))


def rolls(draft: Draft, item: RollFirst, value: int) -> None:
    """The first of those waiting has rolled `value`; the lowest is the spy, equals roll again."""
    who, *others = item.waiting
    lowest = item.lowest
    if value < item.least:
        lowest = (who,)
    elif value == item.least:
        lowest = (*lowest, who)
    least = min(value, item.least)
    if others:
        draft.only(RollFirst(tuple(others), lowest, least))
    elif len(lowest) > 1:
        draft.tell("roll_again", seat=tuple(draft.seat(one) for one in lowest))
        draft.only(RollFirst(lowest))
    else:
        first_spy(draft, lowest[0])


def first_spy(draft: Draft, who: int) -> None:
    """`who` is the spy of the first hunt."""
    draft.change(spy=who)
    draft.tell("spy_is", seat=draft.spy)
    draft.only(Hide())


def hideouts(hunt: Hunt, free: Sequence[Cell]) -> list[Cell]:
    """Where the hideout may be, and the start where it is chosen: any free house without a refuge or a hunter."""
    taken = {*hunt.built, *hunt.posted}
    return [cell for cell in free if cell not in taken]


def hides(draft: Draft, drawn: int) -> None:
    """The card drawn is the hideout, where the spy starts unless it may choose."""
    hideout = hideouts(draft.hunt, draft.ground.free)[drawn]
    if draft.house.start == "chosen":
        draft.change(hideout=hideout)
        draft.tell("hideout_only", (draft.spy,), place=hideout)
    else:
        draft.change(hideout=hideout, spot=hideout, passed=(hideout,))
        draft.tell("your_hideout", (draft.spy,), place=hideout)
    draft.only(Salt())


def salts(draft: Draft, shuffle: Sequence[int]) -> None:
    """The hideout is sealed."""
    salt = salt_of(shuffle)
    hunt = draft.hunt
    seal = seal_of_hideout(key(salt, hunt.number, 0), hunt.hideout)
    draft.chain = chained(draft.chain, seal)
    draft.change(salt=salt, seals=(seal,))
    draft.only(Deal())


def deals(draft: Draft, order: Sequence[int]) -> None:
    """All cards but the hideout's are shuffled; the spy draws a hand and is first to move."""
    cards = [card for card in range(1, CARDS + 1) if str(card) != draft.hunt.hideout]
    deck = tuple(cards[number] for number in order)
    draft.change(hand=deck[: COUNTS.hand], deck=deck[COUNTS.hand :])
    draft.tell("hunt_begins", seat=draft.spy)
    if draft.house.start == "chosen":
        draft.only(ChooseStart())
    else:
        spying.begins_turn(draft)


def starts(draft: Draft, at: Cell) -> None:
    """The spy begins in `at`, which is sealed: nobody else learns where."""
    hunt = draft.hunt
    seal = seal_of_start(key(hunt.salt, hunt.number, len(hunt.seals)), at)
    draft.chain = chained(draft.chain, seal)
    draft.change(start=at, spot=at, passed=(at,), seals=(*hunt.seals, seal))
    draft.reveals = True
    draft.tell("started", seat=draft.spy)
    spying.begins_turn(draft)


def lays_anew(hunt: Hunt) -> bool:
    """Whether a later hunt has got its map, and the spy has not moved yet."""
    return bool(hunt.number and hunt.blocked and not hunt.turn)


def next_hunt(draft: Draft) -> None:
    """Roles rotate: the next in table order is the spy, on a new map."""
    spy = (draft.hunt.spy + 1) % len(draft.seats)
    draft.hunt = Hunt(len(draft.past), spy)
    draft.reveals = True
    draft.only(DrawMap())
