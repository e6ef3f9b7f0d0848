"""How a game begins: who begins in the main game, and who owns which headquarters in the variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.casablanca_agents import progress
from engines.casablanca_agents.agents import BAZAAR, HOMES, OWNED, POLICE
from engines.casablanca_agents.draft import Draft
from engines.casablanca_agents.state import AskFirst, AskHeadquarters, DrawFirst, House, Item, Player, State, position
from engines.entries import Seat
from engines.options import WrongNumber
from engines.physical import Cell

MOST_IN_VARIANT = len(OWNED.cells)


def opening(options: Mapping[str, str], seats: Sequence[Seat]) -> State:
    """Every agent at home, the case in the bazaar, every account full. Raises `WrongNumber` for too many players."""
    house = House(**options)
    if not house.main and len(seats) > MOST_IN_VARIANT:
        raise WrongNumber(len(seats), 2, MOST_IN_VARIANT, "rules=variant: ")
    first: Item = AskHeadquarters(0)
    if house.main:
        first = DrawFirst() if house.first == "drawn" else AskFirst()
    return State(
        house=house,
        seats=tuple(seats),
        players=(Player(),) * len(seats),
        agenda=(first,),
        positions=(position(HOMES, BAZAAR),),
    )


def chooses_headquarters(draft: Draft, who: int, at: Cell) -> None:
    """`who` owns `at` now. The last player gets the headquarters that is left, and then its policeman begins."""
    _owns(draft, who, at)
    after = who + 1
    if after == len(draft.seats) - 1:
        taken = {player.headquarters for player in draft.players}
        left = next(cell for cell in OWNED.cells[: len(draft.seats)] if cell not in taken)
        _owns(draft, after, left)
        police = next(number for number, player in enumerate(draft.players) if player.headquarters == POLICE)
        progress.first_turn(draft, police)
    else:
        draft.only(AskHeadquarters(after))


def _owns(draft: Draft, who: int, at: Cell) -> None:
    draft.change(who, headquarters=at)
    draft.tell("headquarters", seat=draft.seat(who), place=at)
