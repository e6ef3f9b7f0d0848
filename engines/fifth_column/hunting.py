"""The hunters' turn: walking, asking, arresting, and what their turns come to."""

from __future__ import annotations

from typing import TypeVar

from engines.fifth_column import ending
from engines.fifth_column.draft import Draft
from engines.fifth_column.state import Asked, Clue, HuntersTurn, Missed, SpyTurn, Walked
from engines.physical import Cell

T = TypeVar("T")


def begins_turn(draft: Draft) -> None:
    """It is the hunters' turn, unless an arrest that failed has cost it."""
    hunt = draft.hunt
    if hunt.forfeit:
        draft.change(forfeit=False)
        draft.tell("hunters_miss")
        draft.only(SpyTurn())
    else:
        draft.only(HuntersTurn())


def walks(draft: Draft, turn: HuntersTurn, hunter: int, to: Cell) -> None:
    """A hunter goes to `to`."""
    hunt = draft.hunt
    draft.tell("walked", number=hunter, start=hunt.hunters[hunter - 1], to=to)
    draft.change(hunters=_put(hunt.hunters, hunter, to), lately=(*hunt.lately, Walked(hunter, to)))
    draft.only(HuntersTurn(_put(turn.walked, hunter, True), turn.asked))


def asks(draft: Draft, turn: HuntersTurn, hunter: int, at: Cell) -> None:
    """A hunter asks about `at`; the answer is true, and a marker keeps it."""
    hunt = draft.hunt
    passed = at in hunt.passed
    draft.reveals = True
    draft.tell("passed_here" if passed else "not_here", number=hunter, start=hunt.hunters[hunter - 1], place=at)
    clues = (*[clue for clue in hunt.clues if clue.at != at], Clue(at, passed))
    draft.change(clues=clues, lately=(*hunt.lately, Asked(hunter, at, passed)))
    asked = _put(turn.asked, hunter, True)
    if all(asked) and draft.house.arresting == "instead":
        draft.only(SpyTurn())
    else:
        draft.only(HuntersTurn(turn.walked, asked))


def arrests(draft: Draft, hunter: int, at: Cell) -> None:
    """A hunter says that the spy is in `at`: the hunt is won, or this turn is lost, and perhaps the next."""
    hunt = draft.hunt
    draft.reveals = True
    if hunt.spot == at:
        draft.tell("arrested", number=hunter, place=at, seat=draft.spy)
        ending.ends_hunt(draft, "arrested")
        return
    forfeit = draft.house.failed == "next"
    draft.tell("nobody_there", number=hunter, place=at)
    draft.change(lately=(*hunt.lately, Missed(hunter, at)), forfeit=forfeit)
    draft.only(SpyTurn())


def done(draft: Draft) -> None:
    """The hunters have done what they would."""
    draft.reveals = True
    draft.tell("hunters_done")
    draft.only(SpyTurn())


def _put(values: tuple[T, ...], hunter: int, value: T) -> tuple[T, ...]:
    return (*values[: hunter - 1], value, *values[hunter:])
