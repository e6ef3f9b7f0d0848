"""Weighs what may lie in one cell, by what is seen of it, what was believed before and what may have come or left."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
import numpy as np

from engines.physical import Contents, Look
from vision import heights, stacked
from vision.as_told import seemed
from vision.belief import Belief, Shown, clearer, is_veiled
from vision.board_model import BoardModel
from vision.came_below import unseen_below, with_one_below
from vision.cell_case import Case, is_odd, pieces_of
from vision.evidence import SUREST, CellEvidence, Thing
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
from vision.pile_heights import by_shadow
from vision.priors import EMPTY, KNOWN, further, prior, priors_alone
from vision.traffic import FROM_BESIDE, Traffic
from vision.upon import LAIN_BELOW, covered_by, is_untouched

STRANGE, UNRECOGNISED = 0.01, 0.2
"""Probability that a cell that is not empty holds something that is no piece of the game; and that what looks like none
is a piece after all where one is missed, no hand being there."""
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
    case = Case.of(evidence, model, before, traffic)
    weights = _weights(case)
    best = max(weights, key=lambda contents: (weights[contents], contents))
    neither = float(np.logaddexp(_strange(case), _not_asked(case, weights)))
    return Weighed(weights, neither, *_concluded(case, weights, best, neither))


def _weights(case: Case) -> dict[Contents, float]:
    """Log weight of all that may lie in a cell."""
    before, traffic, model, evidence, own = case.before, case.traffic, case.model, case.evidence, case.own
    candidates = {*explanations(evidence.things, case.likelier), ()}
    if before is not None:
        there = tuple(piece.best_look for piece in case.pieces)
        taken = () if case.lain is None else case.lain(there)[1]
        candidates |= _with_what_lay_there(case, before, candidates, taken)
        candidates |= set(with_one_below(case, candidates))
    fits, weights = fits_of(case.pieces), dict[Contents, float]()
    likelihood = _Likelihood.of(case)
    for contents in candidates:
        several = case.shifts or case.lain
        ways = namings(case.pieces, fits, contents) if several else [named(case.pieces, fits, contents)]
        weights[contents] = math.log(prior(contents, traffic, own, case.stays)) + stacked.by_limit(contents, model)
        weights[contents] += max(likelihood.seen_if(contents, names) for names in ways)
        if before is not None and case.shifts:
            weights[contents] += _from_nowhere(contents, before, traffic)
    return _by_their_shadows(weights, case)


def _by_their_shadows(weights: dict[Contents, float], case: Case) -> dict[Contents, float]:
    """Log weights of all that may lie in a cell, by the shadow that is seen there, too: it tells which pieces cast it,
    and one that is none of theirs does not say that nothing is there."""
    plain = {contents: weight for contents, weight in weights.items() if contents}
    if not (plain and case.piles):
        return weights
    told = {contents: weight + by_shadow(case.piles, contents, case.model) for contents, weight in plain.items()}
    less = np.logaddexp.reduce(list(told.values())) - np.logaddexp.reduce(list(plain.values()))
    return {**weights, **{contents: weight - float(less) for contents, weight in told.items()}}


class _Likelihood(msgspec.Struct, frozen=True):
    """How likely what is seen in a cell is. Log likelihoods: of nothing being seen of what lay there and still does
    (`still_unseen`); that what `sticks_out`, and what `remains` of something, are a lower piece's. `covered`: what
    surely lies below others."""

    case: Case
    still_unseen: Mapping[Look, float] | None
    sticks_out: float
    remains: float
    covered: Counter[Look]

    @classmethod
    def of(cls, case: Case) -> _Likelihood:
        """In such a `case`."""
        before, pieces = case.before, case.pieces
        still = dict.fromkeys(before.unseen, LAIN_BELOW) if before is not None and case.unmoved else None
        return cls(case, still, stacked.sticks_out(pieces), stacked.remains(pieces), covered_by(pieces, before))

    def seen_if(self, contents: Contents, names: Sequence[Look]) -> float:
        """Log likelihood of what is seen if `contents` lie there and the pieces are those `names` of them."""
        case, before = self.case, self.case.before
        came = Counter(contents) - Counter(case.own or ())
        unseen = self.still_unseen if case.lain is None else case.lain(tuple(names), came=frozenset(came))[0]
        under = Counter(contents) - Counter(names)
        unseen = {**unseen_below(case, names, under), **(unseen or {})}
        value = case.evidence.support(contents, case.left_out, unseen)
        if under and not case.unmoved and stacked.is_stack(contents, case.model):
            value += self.sticks_out if under - self.covered else max(0.0, self.sticks_out)
        if not case.unmoved and under & Counter(case.own or ()):
            value += self.remains
        if before is not None and case.shifts:
            value += heights.support(case.shifts, names, under - before.unseen, before.unseen - under, case.model)
        return value


def _not_asked(case: Case, asked: Collection[Contents]) -> float:
    """Log weight of all that may lie there unseen and is not among what was `asked`."""
    if case.evidence.things:
        return -math.inf
    absent = case.evidence.absent
    alone = tuple(look for look in absent if (look,) not in asked)
    priors = priors_alone(alone, case.traffic, case.own, case.stays)
    weight = sum(math.exp(absent[look]) * likely for look, likely in zip(alone, priors))
    return math.log(weight) if weight > 0 else -math.inf


def _concluded(case: Case, weights: Mapping[Contents, float], best: Contents, neither: float) -> tuple[float, Belief]:
    """Probability that one more lies below the `best` contents, the likeliest, and the belief in these."""
    evidence, before, model, top = case.evidence, case.before, case.model, weights[best]
    others = math.fsum(math.exp(weight - top) for contents, weight in weights.items() if contents != best)
    if len(evidence.things) > MOST_TOGETHER:
        others = max(others, _apart(evidence, case.likelier, weights, best))
    known = before is not None and before.known and before.contents == best and case.stays == KNOWN
    veiled = bool(best) and is_veiled(evidence.absent)
    shaded = by_shadow(case.piles, (*best, *best[:1]), model) - by_shadow(case.piles, best, model)
    buried = 0.0 if case.unmoved else stacked.buried(best, case.pieces, before, case.traffic, model, shaded)
    p = (1 - buried) / (1 + others + math.exp(neither - top))
    return buried, Belief(best, p, shown(evidence, best), known, case.odd, evidence.strange_mm2, veiled)


def _with_what_lay_there(case: Case, before: Belief, seen: Iterable[Contents], taken: Sequence[Look]) -> set[Contents]:
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
    pieces = pieces_of(evidence)
    names = named(pieces, fits_of(pieces), contents)
    return tuple(
        Shown(
            piece.foot_mm,
            name,
            clearer(name, piece.looks.get(name, 0.0), evidence.absent),
            piece.paper,
            piece.piled,
            piece.turn,
            seemed(piece, name),
        )
        for piece, name in zip(pieces, names)
    )


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


def _from_nowhere(contents: Contents, before: Belief, traffic: Traffic) -> float:
    """Log of how rarely more of what was in a cell `before` comes from beside the board, where that is known."""
    if traffic.elsewhere is None:
        return 0.0
    more = Counter(contents) - Counter(before.contents)
    return math.log(FROM_BESIDE) * sum(more[look] for look in more.keys() & set(before.contents) - traffic.loose)


def _apart(
    evidence: CellEvidence, likelier: frozenset[Look], weights: Mapping[Contents, float], best: Contents
) -> float:
    """Weight of all contents but `best`, against it, each piece of a heap being taken for what it is by itself."""
    share = 1.0
    for number in range(len(evidence.things)):
        own = {each for each in one_changed(evidence.things, number, likelier) if each != best}
        share *= 1 + math.fsum(math.exp(weights[each] - weights[best]) for each in own)
    return share - 1


def _strange(case: Case) -> float:
    """Log weight of at least one thing in a cell being something that is no piece of the game, or not recognised."""
    things, left_out = case.evidence.things, case.left_out
    rarely = UNRECOGNISED if case.unread else STRANGE
    weight = math.log((1 - EMPTY) * case.change * rarely)
    if not things:
        return weight - SUREST
    more, looks = further(len(things)), case.traffic.looks
    known = [thing.best - math.log(looks) + each for thing, each in zip(things, more)]
    unknown = [thing.unknown - math.log(len(things)) + each for thing, each in zip(things, more)]
    either = [max(each) for each in zip(left_out, known, unknown)]
    return weight + sum(either) + math.log(sum(math.exp(one - other) for one, other in zip(unknown, either)))
