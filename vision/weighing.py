"""Weighs what may lie in one cell, by what is seen of it, what was believed before and what may have come or left."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, partial

import msgspec

from engines.physical import Contents, Look
from vision import heights, repainted, stacked
from vision.belief import Belief, Shown, clearer, is_veiled, missed
from vision.board_model import BoardModel
from vision.evidence import HIDDEN_BELOW, NOT_LOOKED, SUREST, CellEvidence, Thing
from vision.explanations import (
    MOST_TOGETHER,
    as_contents,
    explanations,
    fits_of,
    laid_upon,
    like_one_there,
    named,
    namings,
    one_changed,
)
from vision.pile_heights import are_as_high, by_shadow, piles_of
from vision.priors import EMPTY, KNOWN, MOVED, STAYS, further, prior, priors_alone
from vision.traffic import FROM_BESIDE, Traffic
from vision.upon import LAIN_BELOW, SAME_PLACE_MM, below, covered_by, exchanged, is_other, is_untouched, upon_mm

LOOKS_AWAITED = 1.0
"""As `vision.upon.LOOKS_OTHER`, where the other piece is missed elsewhere, or was in the cell unseen."""
STRANGE, UNRECOGNISED = 0.01, 0.2
"""Probability that a cell that is not empty holds something that is no piece of the game; and that what looks like none
is a piece after all where one is missed, no hand being there."""
BETRAYS_MM2, FADED = 15.0, 0.3
"""Strange area by which a piece may be betrayed that looks like its floor, and the part of it that is left at most
where it left: of white pieces on pale ground in the dusk it was 20 to 57 mm², and nothing once they were gone."""
AS_ODD = 0.7, 1.3
"""Part of an area that was strange when a cell was known, from which and up to which it is strange as it was."""


def judged(evidence: CellEvidence, model: BoardModel, before: Belief | None, traffic: Traffic | None = None) -> Belief:
    """The most probable contents under `evidence`, what was believed `before` being likely to have stayed.

    `traffic`: what may have come and left, by what is known of other cells.
    A second look at the same things says nothing new: it makes nobody surer of them than the better of both looks. What
    set-up told, and looked like no piece then, is no other for being recognised now: when it is not again, it is as
    known as it was.
    """
    traffic = traffic or Traffic(max(len(model.bodies), 1))
    belief = weighed(evidence, model, before, traffic).belief
    if before is None or belief.contents != before.contents:
        return belief
    if before.known and before.odd and belief.sure:
        return before
    if belief.p <= before.p:
        return belief
    anew = weighed(evidence, model, None, traffic).belief
    most = max(before.p, anew.p if anew.contents == belief.contents else 0.0)
    return belief.at_most(most)


class Weighed(msgspec.Struct, frozen=True):
    """What may lie in one cell: log weights of all that may explain it, and of that nothing of it does (`neither`).

    `belief`: in the likeliest, `best`, by what was known of other cells; `buried`: probability that one more lies below
    that.
    """

    weights: Mapping[Contents, float]
    neither: float
    buried: float
    belief: Belief

    @property
    def best(self) -> Contents:
        """The likeliest contents."""
        return self.belief.contents


def weighed(evidence: CellEvidence, model: BoardModel, before: Belief | None, traffic: Traffic) -> Weighed:
    """Everything that may lie in a cell under `evidence`, as if what was believed `before` had been seen by somebody
    else."""
    plain, seeming = without_seeming(evidence, before)
    if before is not None and seeming:
        told = weighed(plain, model, msgspec.structs.replace(before, shown=()), traffic)
        seen = (*(told.belief.shown or ()), *seeming)
        return msgspec.structs.replace(told, belief=msgspec.structs.replace(told.belief, shown=seen))
    if before is not None and _is_odd_as_before(before, evidence):
        told = weighed(_as_known(evidence, before), model, before, traffic)
        return msgspec.structs.replace(told, belief=msgspec.structs.replace(told.belief, odd=True))
    count = traffic.looks
    if before is not None and before.shown:
        things = repainted.told(evidence.things, before.shown, upon_mm(model), model.bodies)
        evidence = msgspec.structs.replace(evidence, things=things)
    pieces = _pieces(evidence)
    there = [piece.best_look for piece in pieces]
    absent = missed(evidence.absent, before, there)
    evidence = msgspec.structs.replace(evidence, absent=absent)
    shifts = heights.shifts(pieces, [(each.look, each.foot_mm) for each in before.shown or ()] if before else [])
    fits = fits_of(pieces)
    odd = is_odd(evidence)
    unread = odd and bool(traffic.missed.difference(there)) and not traffic.hidden  # perhaps it is what is missed
    case = _Case(evidence, pieces, shifts, traffic, model)
    stays = _staying(case, before, unread)
    unmoved = before is not None and stays > MOVED
    change = 1.0 if before is None else 1 - stays
    left_out = [0.0] * len(evidence.things) if unmoved else _left_out(evidence.things, count, change)
    asked = before is not None and not unmoved and traffic.elsewhere is not None
    if before is not None and asked and (newly := exchanged(before, pieces, model)):
        traffic = msgspec.structs.replace(traffic, elsewhere=Counter(traffic.elsewhere) | newly)
        case = msgspec.structs.replace(case, traffic=traffic)
    lain = (
        cache(partial(below, before, evidence, pieces, model=model, traffic=traffic))
        if before is not None and asked
        else None
    )
    still_unseen = dict.fromkeys(before.unseen, LAIN_BELOW) if before is not None and unmoved else None
    own = None if before is None else before.contents
    weights: dict[Contents, float] = {}
    sticks_out, remains, covered = stacked.sticks_out(pieces), stacked.remains(pieces), covered_by(pieces, before)
    piles = piles_of(pieces)
    likelier = traffic.loose.union(own or ())
    taken = () if lain is None else lain(tuple(there))[1]
    candidates = {*explanations(evidence.things, likelier), ()}
    if before is not None:
        candidates |= _with_what_lay_there(case, before, candidates, taken)
    shadows = {each: by_shadow(piles, each, model) for each in candidates if each}
    best_shadow = max(shadows.values(), default=0.0)

    def likely(contents: Contents, names: Sequence[Look]) -> float:
        """Log likelihood of what is seen if `contents` lie there and the pieces are those `names` of them."""
        came = Counter(contents) - Counter(own or ())
        unseen = still_unseen if lain is None else lain(tuple(names), came=frozenset(came))[0]
        value = evidence.support(contents, left_out, unseen)
        under = Counter(contents) - Counter(names)
        if under and not unmoved and stacked.is_stack(contents, model):
            value += sticks_out if under - covered else max(0.0, sticks_out)
        if not unmoved and under & Counter(own or ()):
            value += remains
        if before is not None and shifts:
            value += heights.support(shifts, names, under - before.unseen, before.unseen - under, model)
        return value

    for contents in candidates:
        ways = namings(pieces, fits, contents) if shifts or lain else [named(pieces, fits, contents)]
        weights[contents] = math.log(prior(contents, traffic, own, stays)) + stacked.by_limit(contents, model)
        weights[contents] += max(likely(contents, names) for names in ways)
        if contents:  # a shadow that is none of theirs does not say that nothing is there
            weights[contents] += shadows[contents] - best_shadow
        if before is not None and shifts:
            weights[contents] += _from_nowhere(contents, before, traffic)
    rarely = UNRECOGNISED if unread else STRANGE
    strange = math.log((1 - EMPTY) * change * rarely) + _strange(evidence.things, count, left_out)
    alone = () if evidence.things else tuple(look for look in absent if (look,) not in candidates)
    others_unseen = sum(
        math.exp(absent[look]) * likely for look, likely in zip(alone, priors_alone(alone, traffic, own, stays))
    )
    best = max(weights, key=lambda contents: (weights[contents], contents))
    top = weights[best]
    others = math.fsum(math.exp(weight - top) for contents, weight in weights.items() if contents != best)
    if len(evidence.things) > MOST_TOGETHER:
        others = max(others, _apart(evidence, likelier, weights, best))
    neither = math.exp(strange - top) + others_unseen * math.exp(-top)
    known = before is not None and before.known and before.contents == best and stays == KNOWN
    veiled = bool(best) and is_veiled(absent)
    shaded = by_shadow(piles, (*best, *best[:1]), model) - by_shadow(piles, best, model)
    buried = 0.0 if unmoved else stacked.buried(best, pieces, before, traffic, model, shaded)
    p = (1 - buried) / (1 + others + neither)
    belief = Belief(best, p, shown(evidence, best), known, odd, evidence.strange_mm2, veiled)
    return Weighed(weights, top + math.log(neither), buried, belief)


class _Case(msgspec.Struct, frozen=True):
    """What one cell is judged by: the `evidence`, the `pieces` that are seen in it, how far these stand from where
    others stood, what may have come and left, and the board."""

    evidence: CellEvidence
    pieces: Sequence[Thing]
    shifts: Sequence[heights.Shift]
    traffic: Traffic
    model: BoardModel


def _staying(case: _Case, before: Belief | None, unread: bool) -> float:
    """Probability that a cell holds what was believed `before`; `MOVED` at most where something says that it was
    changed, though the same pieces may be seen in it. `unread`: whether what is seen may be what is missed."""
    pieces, shifts, traffic, model = case.pieces, case.shifts, case.traffic, case.model
    stays = _stays(before, pieces, case.evidence.absent, unread, traffic.missed)
    if before is None:
        return stays
    if _is_faded(before, case.evidence):
        stays = min(stays, MOVED)
    taken_out = Counter(traffic.elsewhere or {}) & before.unseen if stays > MOVED else Counter()
    if taken_out and not (traffic.same or heights.rests(shifts, taken_out, model)):
        stays = MOVED  # the same is seen in the same place, but what lay below it is seen elsewhere
    alike = [each for each in shifts if pieces[each.number].best_look == each.stood and each.stood in traffic.missed]
    if stays > MOVED and heights.raised(alike, model):
        stays = MOVED  # its like, which is missed elsewhere, may have come to lie below it
    if not are_as_high(_pairs(pieces, before.shown or ()) or (), model):
        stays = min(stays, MOVED)  # its shadow is longer or shorter than it was
    return stays


def _with_what_lay_there(case: _Case, before: Belief, seen: Iterable[Contents], taken: Sequence[Look]) -> set[Contents]:
    """Contents of a cell of which something lay there `before`, and of that none, some or all still does below what is
    `seen`; `taken`: what surely was taken out of it."""
    pieces, traffic = case.pieces, case.traffic
    stood = [each.stood for each in case.shifts]
    gone = [Counter(()), Counter(taken), Counter(traffic.elsewhere), *(Counter([look]) for look in stood)]
    there = Counter(piece.best_look for piece in pieces)
    gone.append(Counter(each.look for each in before.shown or ()) - there)  # what lay below them stays
    left = {as_contents((Counter(before.contents) - each).elements()) for each in gone}
    candidates = {*seen, *(as_contents([*before.contents, look]) for look in stood)}
    candidates |= {laid_upon(held, each) for held in left for each in candidates}
    alike = like_one_there(pieces, before, traffic, case.model)
    return candidates | {as_contents([*before.contents, look]) for look in alike}


def shown(evidence: CellEvidence, contents: Contents) -> tuple[Shown, ...]:
    """The things that could well be pieces, as they are seen now where `contents` lie."""
    pieces = _pieces(evidence)
    names = named(pieces, fits_of(pieces), contents)
    return tuple(
        Shown(piece.foot_mm, name, clearer(name, piece.looks.get(name, 0.0), evidence.absent), piece.paper, piece.piled)
        for piece, name in zip(pieces, names)
    )


def stands_as_it_did(before: Belief, evidence: CellEvidence) -> bool:
    """Whether the very pieces are seen in a cell, and in their places, that were when this was believed `before`."""
    pieces = _pieces(evidence)
    pairs = _pairs(pieces, before.shown or ())
    if not pairs:
        return False
    return all(is_untouched(piece, stood) for piece, stood in pairs)


def is_odd(evidence: CellEvidence) -> bool:
    """Whether something is seen in a cell that looks like no piece."""
    return any(not thing.looks for thing in evidence.things)


def without_seeming(evidence: CellEvidence, before: Belief | None) -> tuple[CellEvidence, list[Shown]]:
    """`evidence` without what looks like a piece as it did `before`, when the cell was known to be empty, and what was
    seen of that: it is a part of the board, whatever is missed elsewhere."""
    if before is None or before.contents or not before.known or not before.shown:
        return evidence, []
    others, seeming = list[Thing](), list[Shown]()
    for thing in evidence.things:
        same = [each for each in before.shown if thing.best > 0 and is_untouched(thing, each)]
        seeming += same
        if not same:
            others.append(thing)
    return (msgspec.structs.replace(evidence, things=tuple(others)) if seeming else evidence), seeming


def _is_odd_as_before(before: Belief, evidence: CellEvidence) -> bool:
    """Whether so much looks like no piece in a cell as did when set-up said what lies there: that is what it was."""
    least, most = (part * before.strange_mm2 for part in AS_ODD)
    return before.known and before.odd and is_odd(evidence) and least <= evidence.strange_mm2 <= most


def _as_known(evidence: CellEvidence, before: Belief) -> CellEvidence:
    """`evidence` without what looks like no piece: it is those that were known to lie there and were not recognised."""
    things = tuple(thing for thing in evidence.things if thing.looks)
    absent = {**evidence.absent, **dict.fromkeys(before.unseen, 0.0)}
    return msgspec.structs.replace(evidence, things=things, absent=absent)


def _pieces(evidence: CellEvidence) -> list[Thing]:
    """The things that are likelier pieces than not there at all."""
    return [thing for thing in evidence.things if thing.best > 0]


def _from_nowhere(contents: Contents, before: Belief, traffic: Traffic) -> float:
    """Log of how rarely more of what was in a cell `before` comes from beside the board, where that is known."""
    if traffic.elsewhere is None:
        return 0.0
    more = Counter(contents) - Counter(before.contents)
    return math.log(FROM_BESIDE) * sum(more[look] for look in more.keys() & set(before.contents) - traffic.loose)


def _is_awaited(piece: Thing, stood: Shown, awaited: Collection[Look]) -> bool:
    """Whether `piece` looks like one of those `awaited`, rather than like what `stood` in its place."""
    look = piece.best_look
    return look != stood.look and look in awaited and piece.looks.get(stood.look, -SUREST) < piece.best - LOOKS_AWAITED


def _apart(
    evidence: CellEvidence, likelier: frozenset[Look], weights: Mapping[Contents, float], best: Contents
) -> float:
    """Weight of all contents but `best`, against it, each piece of a heap being taken for what it is by itself."""
    share = 1.0
    for number in range(len(evidence.things)):
        own = {each for each in one_changed(evidence.things, number, likelier) if each != best}
        share *= 1 + math.fsum(math.exp(weights[each] - weights[best]) for each in own)
    return share - 1


def _left_out(things: tuple[Thing, ...], looks: int, change: float) -> list[float]:
    """Log of how much less likely it is that each of `things` does not stand in the cell: it must stand in the next
    one, which is as unlikely beforehand as standing here. Where nothing moved it stood there before, at no cost."""
    arrives = (1 - EMPTY) * change / looks
    return [min(0.0, math.log(arrives + math.exp(-max(0.0, thing.elsewhere)))) for thing in things]


def _strange(things: tuple[Thing, ...], looks: int, left_out: Sequence[float]) -> float:
    """Log likelihood, against an empty cell that holds something strange, that at least one of `things` is that.

    `left_out`: what it costs that each stands elsewhere.
    """
    if not things:
        return -SUREST
    more = further(len(things))
    known = [thing.best - math.log(looks) + each for thing, each in zip(things, more)]
    unknown = [thing.unknown - math.log(len(things)) + each for thing, each in zip(things, more)]
    either = [max(each) for each in zip(left_out, known, unknown)]
    return sum(either) + math.log(sum(math.exp(one - other) for one, other in zip(unknown, either)))


def _stays(
    before: Belief | None, pieces: Sequence[Thing], absent: Mapping[Look, float], unread: bool, missed: frozenset[Look]
) -> float:
    """Probability that a cell holds what it held, these `pieces` being seen in it now.

    `unread`: something else is, too, that may be a piece. What stood there and would be seen has moved; what may look
    like its floor now may be there unseen.
    """
    if before is None:
        return STAYS
    if before.shown is None:
        return KNOWN
    if not pieces and any(absent.get(each.look, NOT_LOOKED) > HIDDEN_BELOW for each in before.shown):
        return STAYS
    pairs = _pairs(pieces, before.shown)
    awaited = missed | before.unseen.keys()
    if pairs is None or any(is_other(piece, stood) or _is_awaited(piece, stood, awaited) for piece, stood in pairs):
        return MOVED
    return KNOWN if before.known and (before.odd or not unread) else STAYS


def _is_faded(before: Belief, evidence: CellEvidence) -> bool:
    """Whether what betrayed a piece that looks like its floor, its shadow and its shaded side, is seen no more."""
    if not before.contents or before.shown != () or evidence.things:
        return False
    return before.strange_mm2 > BETRAYS_MM2 and evidence.strange_mm2 < FADED * before.strange_mm2


def _pairs(pieces: Sequence[Thing], stood: Sequence[Shown]) -> list[tuple[Thing, Shown]] | None:
    """Each of `pieces` with what `stood` in its place, None unless each has its own: a ship in the middle of a tile is
    a second thing in that place."""
    left, pairs = list(stood), []
    for piece in pieces:
        nearest = min(left, key=lambda other: math.dist(piece.foot_mm, other.foot_mm), default=None)
        if nearest is None or math.dist(piece.foot_mm, nearest.foot_mm) >= SAME_PLACE_MM:
            return None
        left.remove(nearest)
        pairs.append((piece, nearest))
    return None if left else pairs
