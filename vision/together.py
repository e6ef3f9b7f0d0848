"""Judges cells together: each by itself first, then once more by what is believed of the others, until all agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

import msgspec

from engines.physical import Cell, Contents, Look
from vision.belief import Belief, is_veiled, surest_absence
from vision.board_model import BoardModel
from vision.cell_case import is_faded
from vision.evidence import NOT_LOOKED, SUREST, CellEvidence, Thing
from vision.exchange import HARDLY, exchanged
from vision.explanations import MOST_TOGETHER
from vision.jointly import difference, judged_jointly
from vision.strips import perhaps_strips
from vision.traffic import Census, Traffic
from vision.upon import fill_their_place
from vision.weighing import Weighed, judged, weighed, without_seeming

SOME_PIECE = 5.0
"""Log likelihood above which what is seen in an open cell surely is pieces: what left other cells tells which they are,
not whether any came. Where colour and drawing disagree 7 to 9 are left of 12;
what may be a piece below another, or its rim, has 5.5."""
LAID_ANEW = 8
"""Cells that lost what was in them, above which the board was laid anew: what was on it says nothing then."""
UNSEEN = 0.2
"""Log likelihood that nothing is seen of a look where it lies, as a part of that of the look which would be seen best,
up to which it may lie where nothing is seen: on paper that is burnt out white pieces have 0.1. An arm, or its shade,
takes as much of all looks; where they hide a cell the eye says so."""
FAINT, HARDLY_LESS = -4.0, 3.0
"""Log likelihood of what hardly differs from its floor, or may be a shadow, from which it may be the piece that is
missed; and by how much less it may be that than another."""
HARDLY_SEEN = -4.0
"""Log likelihood that nothing is seen of a look where it lies from which it hardly would be: white on pale ground."""
EITHER = 0.5
"""Probability that such a cell is empty all the same; and that an open one holds a piece, from which the piece is not
looked for in others."""
ROUNDS = 4
"""How often open cells are asked again at most, each time knowing what is believed of the others by then."""


class Board(msgspec.Struct, frozen=True):
    """What is known of the whole board while some of its cells are judged.

    `sure`: what was surely believed of cells until now. `hidden`: cells that nobody sees now. `same`: those that look
    exactly as when they were last judged. `laid`: kinds of which pieces lie beside the board.
    """

    model: BoardModel
    sure: Mapping[Cell, Belief]
    census: Census
    hidden: frozenset[Cell]
    same: frozenset[Cell]
    laid: frozenset[str]

    def held(self, cell: Cell) -> Contents:
        """What surely lay in `cell` until now; nothing if nobody knows."""
        before = self.sure.get(cell)
        return () if before is None else before.contents

    @property
    def below(self) -> list[Look]:
        """What lay where nobody sees now."""
        return [look for each in self.hidden for look in self.held(each)]

    def from_beside(self, beliefs: Mapping[Cell, Belief]) -> float:
        """Part of what came to the cells of these `beliefs` that came from beside the board."""
        kept, came = standing(self.sure.values()), 0
        for cell, belief in beliefs.items():
            held, now = Counter(self.held(cell)), Counter(belief.contents)
            kept -= held - now
            came += (now - held).total()
        return self.census.from_beside(kept, came)

    def traffic(self, cell: Cell, others: Counter[Look], beside: float, came: Counter[Look]) -> Traffic:
        """What may have come to `cell` and left it while `others` surely stand elsewhere; `beside`: part of what comes
        that comes from beside the board; `came`: what came to other cells."""
        part = len(self.hidden) / len(self.model.order)
        looks, same = len(self.model.bodies), cell in self.same
        return self.census.traffic(looks, self.held(cell), others, self.below, part, beside, self.laid, came, same)


def judged_together(seen: Mapping[Cell, CellEvidence], board: Board) -> dict[Cell, Belief]:
    """What is believed of all the cells that are `seen`.

    Only what changed or is doubtful is judged again. A cell that was doubtful by itself gets no surer by what is
    believed of others, unless all that is seen in it surely are pieces and only their looks are open. One in which
    nothing is seen is no surer than that what is missed would be seen there. Of a board that was laid anew the others
    say nothing. Cells that do not settle, each of which takes from the others in turn what the last round gave it, are
    open but for what they may hold together.
    """
    beliefs = _each_alone(seen, board)
    rest = _without_neighbours(seen, beliefs)
    seen = {**seen, **rest}
    beliefs |= _each_alone(rest, board)
    alone = {cell: each.contents for cell, each in beliefs.items() if each.sure}
    capped = {cell for cell in beliefs.keys() - alone.keys() if not _pieces_all(seen[cell])}
    beside = board.from_beside(beliefs)
    for _ in range(ROUNDS):
        missing = board.census.missing(standing({**board.sure, **beliefs}.values()))
        asked = [
            cell
            for cell, each in beliefs.items()
            if each.contents != board.held(cell)
            or not each.sure
            or each.unseen
            or missing.keys() & set(each.contents)
            or missing.keys() & possible(seen[cell])
            or (missing and each.odd and not board.hidden)
        ]
        if _laid_anew(asked, beliefs, board):
            return beliefs
        again = _again(asked, seen, beliefs, board, beside)
        again |= {cell: again[cell].at_most(beliefs[cell].p) for cell in capped & again.keys()}
        if all(beliefs[cell] == each for cell, each in again.items()):
            break
        last, beliefs = beliefs, beliefs | again
    else:
        beliefs |= _unsettled(beliefs, last)
    jointly = _jointly(seen, beliefs, board, beside, alone)
    beliefs |= jointly | {cell: jointly[cell].at_most(beliefs[cell].p) for cell in capped & jointly.keys()}
    rest = _without_neighbours(seen, beliefs)
    seen = {**seen, **rest}
    beliefs |= _again(list(rest), seen, beliefs, board, beside)
    beliefs |= _without_strips(seen, beliefs, board)
    doubtful = Counter(look for each in beliefs.values() if not each.sure and each.p > EITHER for look in each.contents)
    there, below = standing({**board.sure, **beliefs}.values()), Counter(board.below)
    missed = board.census.missing(there) - below
    lost = board.census.missing(there + doubtful) - below
    plain = {cell: without_seeming(each, board.sure.get(cell))[0] for cell, each in seen.items()}
    empty = {cell for cell, each in beliefs.items() if not each.contents}
    perhaps = {
        cell for cell in empty if _may_hold(plain[cell], lost) or _may_be_shaded(cell, seen[cell], board, missed)
    }
    return {cell: each.at_most(EITHER) if cell in perhaps else each for cell, each in beliefs.items()}


def _each_alone(seen: Mapping[Cell, CellEvidence], board: Board) -> dict[Cell, Belief]:
    """What is believed of each cell by itself."""
    return {cell: judged(each, board.model, board.sure.get(cell)) for cell, each in seen.items()}


def _without_neighbours(seen: Mapping[Cell, CellEvidence], beliefs: Mapping[Cell, Belief]) -> dict[Cell, CellEvidence]:
    """What is seen in open cells in which something may stand that surely stands in the next one, without that: nothing
    stands in two places."""
    home = {
        each.foot_mm: cell
        for cell, belief in beliefs.items()
        if belief.sure and len(belief.shown or ()) <= len(belief.contents)
        for each in belief.shown or ()
    }
    found = dict[Cell, CellEvidence]()
    for cell, evidence in seen.items():
        own = tuple(each for each in evidence.things if each.elsewhere < 0 or home.get(each.foot_mm, cell) == cell)
        if not beliefs[cell].sure and len(own) < len(evidence.things):
            found[cell] = msgspec.structs.replace(evidence, things=own)
    return found


def _without_strips(
    seen: Mapping[Cell, CellEvidence], beliefs: Mapping[Cell, Belief], board: Board
) -> dict[Cell, Belief]:
    """Cells, left open, in which strips of light may be seen beside an arm rather than pieces, but not than tiles. What
    lies where nobody knew until now what did may have come long ago."""
    known = {cell: each for cell, each in beliefs.items() if each.sure and cell in board.sure}
    came = {cell: _arrived(each.contents, board.held(cell)) for cell, each in known.items()}
    others = standing({**board.sure, **beliefs}.values()) - _all(came.values())
    gone = board.census.missing(others) + Counter(board.below)
    strips = perhaps_strips(seen, came, gone)
    small = [cell for look, cells in strips.items() if not fill_their_place(board.model, look) for cell in cells]
    return {cell: beliefs[cell].at_most(EITHER) for cell in small}


def _may_hold(evidence: CellEvidence, lost: Iterable[Look]) -> bool:
    """Whether one of the looks that are `lost` may lie in a cell that seems to be empty: nothing would be seen of it
    there, or something is that hardly differs from its floor."""
    least = UNSEEN * surest_absence(evidence.absent)
    return any(
        any(_may_be(thing, look) for thing in evidence.things)
        or (not evidence.things and evidence.absent.get(look, NOT_LOOKED) > least)
        for look in lost
    )


def _may_be_shaded(cell: Cell, evidence: CellEvidence, board: Board, missed: Collection[Look]) -> bool:
    """Whether what lay in a `cell` that seems to be empty, and looked like its floor, is `missed` while an arm is over
    the board: in its shade nothing is seen of the shadow that betrayed it. What is doubtful elsewhere may be light."""
    before = board.sure.get(cell)
    return bool(board.hidden and before and is_faded(before, evidence) and set(before.contents).intersection(missed))


def _may_be(thing: Thing, lost: Look) -> bool:
    """Whether what is seen and hardly is a piece may be one that is `lost`."""
    return thing.best > FAINT and thing.looks.get(lost, -SUREST) > min(FAINT, thing.best - HARDLY_LESS)


def _laid_anew(changed: Iterable[Cell], beliefs: Mapping[Cell, Belief], board: Board) -> bool:
    """Whether too many cells surely lost what was in them for moves to explain it."""
    lost = (cell for cell in changed if Counter(board.held(cell)) - Counter(beliefs[cell].contents))
    return sum(beliefs[cell].sure for cell in lost) > LAID_ANEW


def _again(
    asked: Sequence[Cell],
    seen: Mapping[Cell, CellEvidence],
    beliefs: Mapping[Cell, Belief],
    board: Board,
    beside: float,
) -> dict[Cell, Belief]:
    """What is believed of each cell that is `asked`, by what is believed of all the others; `beside`: part of what came
    that came from beside the board."""
    there = standing({**board.sure, **beliefs}.values())
    arrived = {cell: _arrived(each.contents, board.held(cell)) for cell, each in beliefs.items()}
    everywhere = _all(arrived.values())
    one_each = {
        cell: seen[cell] for cell in asked if not beliefs[cell].sure and _is_one_that_came(seen[cell], board.held(cell))
    }
    told = {**seen, **exchanged(one_each, board.census.missing(there) + Counter(board.below))}
    again = {}
    for cell in asked:
        others = there - standing([beliefs[cell]])
        evidence = told[cell]
        if not (board.hidden or board.held(cell)):  # what an arm shades is strange, too
            evidence = _betrayed(evidence, board.census.missing(others))
        traffic = board.traffic(cell, others, beside, everywhere - arrived[cell])
        again[cell] = judged(evidence, board.model, board.sure.get(cell), traffic)
    return again


def _betrayed(evidence: CellEvidence, missing: Iterable[Look]) -> CellEvidence:
    """What is seen in a cell that held nothing: all that is strange there may be the shadow and the shaded side of a
    piece that is `missing` elsewhere and would hardly be seen there, for it looks like its floor; and what ends all
    around where a piece would may be any."""
    if len(evidence.things) != 1 or evidence.things[0].looks:
        return evidence
    (thing,) = evidence.things
    least = SUREST if is_veiled(evidence.absent) else HARDLY_SEEN
    hardly = [look for look in missing if thing.outlined or evidence.absent.get(look, NOT_LOOKED) > least]
    if not hardly:
        return evidence
    named = msgspec.structs.replace(thing, looks=dict.fromkeys(hardly, thing.unknown))
    return msgspec.structs.replace(evidence, things=(named,))


def _jointly(
    seen: Mapping[Cell, CellEvidence],
    beliefs: Mapping[Cell, Belief],
    board: Board,
    beside: float,
    alone: Mapping[Cell, Contents],
) -> dict[Cell, Belief]:
    """What is believed of cells that are open, and of those from which what is seen in them may have come, or to which
    it may seem to have: where hardly anything is seen, and one of its looks is missed. `alone` as for
    `judged_jointly`."""
    left_open = [cell for cell in seen if not beliefs[cell].sure]
    surely = (cell for cell in left_open if any(_is_piece(thing) for thing in seen[cell].things))
    came = frozenset[Look]().union(*(possible(seen[cell]) - set(board.held(cell)) for cell in surely))
    perhaps = [
        cell
        for cell, each in beliefs.items()
        if each.sure and came & (each.unseen.keys() | _faint_newcomers(seen[cell], each.contents, board.held(cell)))
    ]
    perhaps += sorted(_by_each_other(seen, beliefs, board, alone) - set(perhaps))
    betrayed = _betrayed_elsewhere(seen, beliefs, board)
    perhaps += sorted(betrayed.keys() - {*left_open, *perhaps})
    cells = {cell: beliefs[cell].contents for cell in [*left_open, *perhaps] if len(seen[cell].things) <= MOST_TOGETHER}
    if len(cells) < 2:
        return {}
    elsewhere = {cell: each for cell, each in {**board.sure, **beliefs}.items() if cell not in cells}
    there = standing(elsewhere.values())
    arrived = _all(_arrived(each.contents, board.held(cell)) for cell, each in beliefs.items() if cell not in cells)

    def ask(cell: Cell, assumed: Mapping[Cell, Contents]) -> Weighed:
        others = there + Counter(look for each in assumed.values() for look in each)
        came = arrived + _all(_arrived(each, board.held(other)) for other, each in assumed.items())
        assert cell not in assumed
        evidence = betrayed.get(cell, seen[cell])
        return weighed(evidence, board.model, board.sure.get(cell), board.traffic(cell, others, beside, came))

    return judged_jointly(cells, {cell: board.held(cell) for cell in cells}, left_open, alone, betrayed.keys(), ask)


def _betrayed_elsewhere(
    seen: Mapping[Cell, CellEvidence], beliefs: Mapping[Cell, Belief], board: Board
) -> dict[Cell, CellEvidence]:
    """What is seen in cells in which something strange came that may be all that is seen of a piece which looks like
    its floor there, as such a piece; and in those in which it is believed to stand still, though no more is seen of it
    than of floor."""
    if board.hidden:  # what an arm shades is strange, too
        return {}
    faint = [cell for cell, each in beliefs.items() if each.sure and each.contents and _hardly_any(seen[cell], each)]
    found = dict[Cell, CellEvidence]()
    for cell, each in beliefs.items():
        if each.odd and not (each.contents or board.held(cell)):
            left = [other for other in faint if _betrayed(seen[cell], beliefs[other].contents) is not seen[cell]]
            if left:
                looks = [look for other in left for look in beliefs[other].contents]
                found |= {cell: _betrayed(seen[cell], looks), **{other: seen[other] for other in left}}
    return found


def _hardly_any(evidence: CellEvidence, belief: Belief) -> bool:
    """Whether hardly anything would be seen of what is believed to lie in a cell, and nothing is that looks like it."""
    hardly = all(evidence.absent.get(look, NOT_LOOKED) > HARDLY_SEEN for look in belief.contents)
    return hardly and all(thing.looks.get(look, -SUREST) <= 0 for thing in evidence.things for look in belief.contents)


def _by_each_other(
    seen: Mapping[Cell, CellEvidence], beliefs: Mapping[Cell, Belief], board: Board, alone: Collection[Cell]
) -> set[Cell]:
    """Cells of each two of which what came to one may have come to the other, and of which one is sure by what is
    believed of others: then the other is no surer than it would be if it were not."""
    came = {cell: _arrived(each.contents, board.held(cell)).keys() for cell, each in beliefs.items() if each.sure}
    may_be = {cell: possible(seen[cell]) for cell, looks in came.items() if looks}
    return {
        cell
        for one, other in combinations(may_be, 2)
        if not (one in alone and other in alone) and came[one] != came[other]
        if came[one] & may_be[other] and came[other] & may_be[one]
        for cell in (one, other)
    }


def _faint_newcomers(evidence: CellEvidence, contents: Contents, held: Contents) -> frozenset[Look]:
    """What came to a cell that `held` others, if hardly anything is seen in it."""
    hardly = all(thing.best < SOME_PIECE for thing in evidence.things)
    return frozenset(Counter(contents) - Counter(held)) if hardly else frozenset()


def _arrived(contents: Contents, held: Contents) -> Counter[Look]:
    """What came to a cell that `held` others."""
    return Counter(contents) - Counter(held)


def _all(each: Iterable[Counter[Look]]) -> Counter[Look]:
    """What came anywhere."""
    return sum(each, Counter())


def _is_one_that_came(evidence: CellEvidence, held: Contents) -> bool:
    """Whether all that is seen in a cell which `held` nothing is one thing, surely a piece."""
    return not held and len(evidence.things) == 1 and _pieces_all(evidence)


def _unsettled(beliefs: Mapping[Cell, Belief], last: Mapping[Cell, Belief]) -> dict[Cell, Belief]:
    """Cells, left open, that hold other contents in each round, and those whose piece may be what these gain and lose:
    they are sure of it by turns."""
    other = {cell for cell, each in beliefs.items() if each.contents != last[cell].contents}
    disputed = {look for cell in other for look in difference(beliefs[cell].contents, last[cell].contents)}
    by_turns = {cell for cell, each in beliefs.items() if each.sure != last[cell].sure}
    return {
        cell: each.at_most(EITHER)
        for cell, each in beliefs.items()
        if cell in other or (cell in by_turns and disputed & set(each.contents))
    }


def possible(evidence: CellEvidence) -> frozenset[Look]:
    """Looks that may well be in a cell."""
    return frozenset(
        look
        for thing in evidence.things
        for look, value in thing.looks.items()
        if value > max(0.0, thing.best - HARDLY)
    )


def _pieces_all(evidence: CellEvidence) -> bool:
    """Whether all that is seen in a cell are surely pieces, whichever they are, but for what hardly is one. One that
    lies across its border is a piece, whether it is in this cell or not."""
    likely = [thing for thing in evidence.things if max(thing.best, thing.unknown) > 0 or not thing.looks]
    return bool(likely) == bool(evidence.things) and all(_is_piece(thing) for thing in likely)


def _is_piece(thing: Thing) -> bool:
    return thing.outlined or thing.best > SOME_PIECE or 0 < thing.best < SOME_PIECE < thing.elsewhere


def standing(beliefs: Iterable[Belief]) -> Counter[Look]:
    """How many pieces of each look surely stand somewhere."""
    return Counter(look for belief in beliefs if belief.sure for look in belief.contents)
