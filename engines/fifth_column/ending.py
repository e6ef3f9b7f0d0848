"""How a hunt ends, what it is worth, and how the game ends after the last: nothing of an ended hunt stays secret."""

from __future__ import annotations

from engines.entries import Seat
from engines.fifth_column.draft import Draft
from engines.fifth_column.seals import key
from engines.fifth_column.state import Ended, NextHunt, PastHunt
from engines.pending import Over


def ends_hunt(draft: Draft, reason: str) -> None:
    """The hunt is over: the spy has a point for each refuge brought down, and the trail lies open."""
    draft.reveals = True
    hunt = draft.hunt
    won = len(hunt.built) - len(hunt.refuges)
    keys = tuple(key(hunt.salt, hunt.number, number) for number in range(len(hunt.seals)))
    draft.past = (
        *draft.past,
        PastHunt(
            hunt.spy, hunt.blocked, hunt.built, hunt.posted, hunt.hideout, hunt.trail, hunt.record, reason, won,
            hunt.seals, keys, hunt.start,
        ),
    )  # fmt: skip
    draft.points = tuple(points + won * (who == hunt.spy) for who, points in enumerate(draft.points))
    draft.tell(f"hunt_{reason}", seat=draft.spy, points=won)
    draft.tell("hideout_was", seat=draft.spy, place=hunt.hideout)
    if len(draft.past) < draft.hunts:
        draft.only(NextHunt())
    else:
        draft.only(Ended(_over(draft, reason)))


def _over(draft: Draft, reason: str) -> Over:
    """A single hunt is won by one side; of several who was the best spy has won, or all who were."""
    if draft.hunts == 1:
        won_by_spy = reason == "refuges"
        return Over(tuple(seat for seat in draft.seats if (seat == draft.spy) == won_by_spy), reason)
    most = max(draft.points)
    winners: tuple[Seat, ...] = tuple(seat for seat, points in zip(draft.seats, draft.points) if points == most)
    return Over(winners, "best_spy" if len(winners) == 1 else "shared")
