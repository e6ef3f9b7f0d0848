"""The spy hunt on the phone: what its templates need beside the view, above all what may be deduced from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, Literal, NamedTuple

import msgspec

from engines.boards.drawing.pieces import pictogram
from engines.boards.drawing.rosette import legend_rows
from engines.fifth_column.cards import PIECES
from engines.fifth_column.deduction import Deduction, deduced, deduced_at_length
from engines.fifth_column.evidence import Knowledge, foreseen, knowledge
from engines.fifth_column.ground import Wrap
from engines.fifth_column.state import Asked, Event, Missed, Spied, Walked
from engines.fifth_column.tabletop import BOARD
from engines.physical import Cell
from web.afterthoughts import Afterthought, Later

LIKELIEST = 5
"""Houses that are named as the likeliest."""
SHADED_FROM = 0.0005
"""Less likely houses are not shaded: nobody could see it."""
SEAL_LETTERS = 8
"""So much of a seal is shown on a phone; the log has all of it."""

AT_ONCE = Later()
_counting = Lock()


class _Public(msgspec.Struct, frozen=True):
    """The part of a view, as plain values, that says something about the trail."""

    blocked: tuple[Cell, ...]
    built: tuple[Cell, ...]
    posted: tuple[Cell, ...]
    record: tuple[Event, ...]
    wrap: Wrap
    mix: str
    start: str
    passing: str
    memory: Literal["hunt", "outing"]
    home: str


class Found(msgspec.Struct, frozen=True):
    """A deduction for a page: houses with their probabilities, likeliest first. Answers on `left_out` are not in it.

    `going_on`: they are still being counted. `at_length`: that has been done.
    """

    spot: tuple[tuple[Cell, float], ...]
    hideout: tuple[tuple[Cell, float], ...]
    left_out: tuple[Cell, ...]
    going_on: bool = False
    at_length: bool = False

    def of(self, cell: Cell) -> float:
        """The probability of the spy in `cell`."""
        return dict(self.spot).get(cell, 0.0)

    @property
    def shades(self) -> str:
        """``42:0.31 17:0.05`` for the spy."""
        return _shades(self.spot)

    @property
    def homes(self) -> str:
        """The same for the hideout."""
        return _shades(self.hideout)

    @property
    def likeliest(self) -> tuple[tuple[Cell, float], ...]:
        """The first few houses of the spy."""
        return self.spot[:LIKELIEST]


def _shades(houses: Sequence[tuple[Cell, float]]) -> str:
    return " ".join(f"{cell}:{share:.3f}" for cell, share in houses if share >= SHADED_FROM)


def _public(view: Mapping[str, Any]) -> _Public:
    return msgspec.convert({name: view[name] for name in _Public.__struct_fields__}, _Public)


def _deduced(known: Knowledge) -> Deduction:
    # Phones ask all at once: the first one counts, the others wait for what it finds.
    with _counting:
        return deduced(known)


def _found(counted: Deduction, later: Later = AT_ONCE) -> Found:
    return Found(
        _ranked(counted.spot), _ranked(counted.hideout), counted.left_out, later.thought, later.answer is not None
    )


def _ranked(shares: Mapping[Cell, float]) -> tuple[tuple[Cell, float], ...]:
    return tuple(sorted(shares.items(), key=lambda one: (-one[1], int(one[0]))))


def _known(view: Mapping[str, Any]) -> Knowledge | None:
    """What all know by `view`; none where the house plays without deduction, or no hunt is on."""
    if not view["deduction"] or view["phase"] not in ("spy", "hunters") or not view["spy"]:
        return None
    return knowledge(_public(view))


def deduction(view: Mapping[str, Any], later: Later) -> Found | None:
    """What all may deduce from `view`, with every answer if it was counted `later`; none if nothing may be."""
    known = _known(view)
    if known is None:
        return None
    counted: Deduction = later.answer or _deduced(known)
    return _found(counted, later)


def counted_at_length(view: Mapping[str, Any]) -> Afterthought | None:
    """The count that goes on where the quick one must leave answers out."""
    known = _known(view)
    return Afterthought(deduced_at_length, known) if known and _deduced(known).left_out else None


def foresight(view: Mapping[str, Any]) -> dict[int, Found]:
    """For the spy: what the hunters could deduce once a card of the hand was played, by card; of those with a way."""
    own, public = view["own"], _public(view)
    _deduced(knowledge(public))  # all pages show it, and each card is then one turn more on its count
    playable = (card["number"] for card in own["hand"] if card["ways"])
    return {card: _found(_deduced(foreseen(public, card, own["struck"]))) for card in playable}


def of_hunter(choices: Sequence[Any], kind: str, number: int) -> list[Any]:
    """The choices of that kind of a hunter, by house."""
    mine = [one for one in choices if one.kind == kind and one.action["hunter"] == number]
    return sorted(mine, key=lambda one: int(one.cells[-1]))


def percent(share: float) -> str:
    """``31 %``, with a space that does not break."""
    return f"{share * 100:.0f}\u202f%" if share >= 0.01 or not share else "<\u202f1\u202f%"


def seal_words(seal: str) -> str:
    """The beginning of a seal in two groups, to be read aloud and compared."""
    return f"{seal[: SEAL_LETTERS // 2]}-{seal[SEAL_LETTERS // 2 : SEAL_LETTERS]}" if seal else ""


def replayed(past: Mapping[str, Any]) -> dict[str, Any]:
    """A hunt that is over as frames to step through: where the spy was and the hunters were, and what happened."""
    record = msgspec.convert(past["record"], tuple[Event, ...])
    return {"washers": past["blocked"], "hideout": past["hideout"], "frames": list(_frames(past, record))}


def _frames(past: Mapping[str, Any], record: Sequence[Event]) -> Iterator[dict[str, Any]]:
    spot, hunters, refuges = past["start"], list(past["posted"]), set(past["built"])
    legs = iter(past["trail"])
    now: dict[str, Any] = {"spot": spot, "path": [], "hunters": list(hunters), "refuges": sorted(refuges)}
    yield now | {"turn": 0}
    turn = 0
    for event in record:
        changed: dict[str, Any] = {"path": []}
        match event:
            case Spied(fell=fell, sunk=sunk, risen=risen):
                leg = next(legs)
                turn += 1
                refuges = (refuges - {fell, sunk}) | ({risen} if risen else set())
                changed = {"path": [spot, *leg["path"]], "piece": leg["piece"], "card": leg["card"], "fell": fell}
                spot = leg["path"][-1] if leg["path"] else spot
            case Walked(hunter, to):
                hunters[hunter - 1] = to
            case Asked(_, at, passed):
                changed = {"path": [], "asked": at, "passed": passed}
            case Missed(_, at):
                changed = {"path": [], "missed": at}
        yield {"spot": spot, "hunters": list(hunters), "refuges": sorted(refuges), "turn": turn} | changed


class Sign(NamedTuple):
    """A line of the board's legend. `piece`: of a chess piece, whose symbol the page has; else `drawing` on a disc."""

    piece: str
    drawing: str
    colour: str
    words: str


def legend(lang: str) -> list[Sign]:
    """What is printed beside the board, where a phone shows it too small to be read."""
    return [
        Sign(key if key in PIECES else "", pictogram(drawing), colour, BOARD.word(key, lang))
        for drawing, colour, key in legend_rows()
    ]


HELPERS: Mapping[str, Any] = {
    "deduction": deduction,
    "foresight": foresight,
    "of_hunter": of_hunter,
    "percent": percent,
    "seal_words": seal_words,
    "replayed": replayed,
    "legend": legend,
    "chess": {piece: pictogram(f"chess-{piece}") for piece in PIECES},
}

LATE = ("standing",)
"""The deduction map: late in a hunt of many questions it may take a second, and nobody's turn waits for it."""
AFTERTHOUGHT = counted_at_length
