"""Finds the reading that explains the board best: what is seen, weighed with what the rules make likely.

Pure but for the memory in `Sight`: the same situation and sight give the same findings. The order of explanations:
it agrees, a piece is in a hand, a legal story, a take-back (alone, or with a story after it), a breach, nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.beliefs import believed, board_of, hypotheses
from companion.lying import Seen, accepted, in_hand, owed, unexplained
from companion.prospects import Prospects
from companion.readings import Agrees, Ambiguous, Blind, Breach, InHand, Moved, Owes, Reading, TakenBack
from companion.repairs import Distance, body, mending
from companion.sight import Sight
from companion.story import Effort, Story, choices, components, intents, silence, stories
from engines.entries import Seat
from engines.game import Intent, Violation
from engines.physical import Cell, Change, Contents, Look, Lying, Placement

SURPLUS_NATS = 4.0
"""How much less likely a board is for each piece that it shows more often than the game has it."""
EQUAL_NATS = 1.0
"""Readings this near to each other (less than 3 : 1) are not told apart by looking; the player is asked."""
MAX_RETOLD = 8
"""Entries that a story may take back: both pieces of four players."""
REMEMBERED = 128
"""Boards whose reading is remembered while the game stands where it stands: some dozen are possible at a look."""
SURE = (Agrees, Owes, TakenBack)
"""Readings that leave nothing to be found out by looking again at doubtful cells."""
PRIOR_NATS: Mapping[type[Reading], float] = {
    Agrees: 0.0,
    Owes: 0.0,
    Moved: 1.0,
    TakenBack: 2.0,
    Ambiguous: 2.0,
    InHand: 4.0,
    Breach: 8.0,
}
"""How much less likely than agreement each reading is before looking: a legal move wins over a breach at 1000 : 1."""


class Standing(msgspec.Struct, frozen=True):
    """An entry of the log that may still be undone, and the state before it.

    `acted` is the seat that had acted before it. `bodily`: the entry moved pieces or was a silent pass, so that
    a board can take it back.
    """

    seq: int
    seat: Seat
    before: Any
    acted: Seat | None
    bodily: bool


class Situation(msgspec.Struct, frozen=True):
    """What the table knows when it looks: the game, what was accepted as lying, and the undoable entries, newest first.

    `acted` is the seat that acted last, `looks` what pieces may look like now, `distance` in mm between cells,
    `uppermost` what was seen of stacks of which the rest lies hidden.
    """

    game: Prospects
    state: Any
    lying: Mapping[Cell, Contents]
    tail: Sequence[Standing]
    acted: Seat | None
    looks: frozenset[Look]
    distance: Distance
    uppermost: Mapping[Cell, Contents] = {}


class Findings(msgspec.Struct, frozen=True):
    """The reading, what is to be said besides (debts, further breaches), and the board as it is seen."""

    reading: Reading
    rest: tuple[Reading, ...] = ()
    seen: Seen = Seen({}, {})

    @property
    def all(self) -> tuple[Reading, ...]:
        """The reading and the rest."""
        return (self.reading, *self.rest)


def reconcile(situation: Situation, sight: Sight) -> Findings:
    """What the board as remembered in `sight` means in `situation`."""
    if sight.blind:
        return Findings(Blind(sight.blind))
    if not sight.anything:
        return Findings(Agrees())
    wanted = situation.game.placement(situation.state)
    beliefs = believed(sight, wanted, situation.lying, situation.looks, uppermost=situation.uppermost)
    seen = board_of(beliefs.likely, situation.lying, sight.unseen)
    first = explain(situation, seen, wanted)
    if isinstance(first.reading, SURE):
        return first
    best = _cost(first, wanted)
    found = [(best, first)]
    explained = isinstance(first.reading, Moved)
    least = PRIOR_NATS[Moved] if explained else 0.0
    for loss, other in hypotheses(seen, wanted, situation.lying, beliefs, explained):
        if loss + least + SURPLUS_NATS * surplus(other, wanted) >= best + EQUAL_NATS:
            continue
        findings = explain(situation, other, wanted)
        cost = loss + _cost(findings, wanted)
        best = min(best, cost)
        found.append((cost, findings))
    found.sort(key=lambda item: item[0])
    return _asked_between(situation, [findings for cost, findings in found if cost < best + EQUAL_NATS])


def _cost(findings: Findings, wanted: Placement) -> float:
    """How much less likely than agreement, before looking, the board is that these findings explain. Pieces that a move
    brings onto it are not too many."""
    cost = max(PRIOR_NATS[type(reading)] for reading in findings.all)
    if isinstance(findings.reading, Moved):
        if findings.reading.undone:
            cost += PRIOR_NATS[TakenBack]
        if not findings.rest:
            return cost
    return cost + SURPLUS_NATS * surplus(findings.seen, wanted)


def surplus(seen: Seen, wanted: Placement) -> int:
    """How many more pieces of some body are seen than there are on the engine's board."""
    shown = Counter(body(look) for looks in seen.cells.values() for look in looks)
    there = Counter(body(look) for looks in wanted.cells.values() for look in looks)
    return (shown - there).total()


def _asked_between(situation: Situation, equal: Sequence[Findings]) -> Findings:
    """The first of equally good findings; a question where they are different moves, whoever made them. What is told
    by fewer moves on the board is no question."""
    moves = [each for each in equal if isinstance(each.reading, Moved) and not each.reading.undone]
    if len(moves) < len(equal):
        return equal[0]
    told = {each.reading.actions: each for each in moves if isinstance(each.reading, Moved)}
    if len(told) > 1:
        by_hand = {actions: _moves_by_hand(situation, actions) for actions in told}
        told = {actions: each for actions, each in told.items() if by_hand[actions] == min(by_hand.values())}
    stories_told = tuple(told)
    first = told[stories_told[0]]
    if len(stories_told) < 2:
        return first
    rest = tuple(reading for reading in first.rest if all(reading in each.rest for each in moves))
    return Findings(Ambiguous(_asked(stories_told), stories_told), rest, first.seen)


def _moves_by_hand(situation: Situation, actions: Sequence[Intent[Any]]) -> int:
    """How many of `actions`, one after the other, move pieces on the board."""
    game, state, moves = situation.game, situation.state, 0
    for intent in actions:
        step = game.after(state, intent)
        if step is not None:
            moves += game.placement(step[0]).cells != game.placement(state).cells
            state = step[0]
    return moves


def explain(situation: Situation, seen: Seen, wanted: Placement) -> Findings:
    """The reading of one board, taken as certain; remembered, for the next look shows nearly always the same one."""
    key = (frozenset(seen.cells.items()), frozenset(seen.lying.items()), seen.unseen)
    known: dict[Any, Findings] = situation.game.explained
    if key not in known:
        if len(known) >= REMEMBERED:
            known.pop(next(iter(known)))
        known[key] = _explained(situation, seen, wanted)
    return known[key]


def _explained(situation: Situation, seen: Seen, wanted: Placement) -> Findings:
    if not unexplained(seen, wanted):
        if in_hand(seen, wanted) and (back := _taken_back(situation, seen)):
            return back
        return _followed(situation, situation.state, seen)
    found = stories(situation.game, situation.state, seen, situation.acted)
    if found and not found[0].left_over:
        return _told(situation, seen, found, ())
    again = _taken_back(situation, seen) or _told_anew(situation, seen)
    return again or _partly_moved(situation, seen, found) or _breaches(situation, situation.state, seen)


def _told(situation: Situation, seen: Seen, found: Sequence[Story], undone: tuple[int, ...]) -> Findings:
    equal = choices(situation.game, list(found))
    if len(equal) > 1 or equal[0].loud:
        told = tuple(story.actions for story in equal)
        return Findings(Ambiguous(_asked(told), told), _debts(situation, situation.state, seen), seen)
    then = msgspec.structs.replace(situation, acted=equal[0].actions[-1].seat)
    rest = _breaches(then, equal[0].state, seen).all if equal[0].left_over else ()
    return Findings(Moved(equal[0].actions, undone), rest or _debts(situation, equal[0].state, seen), seen)


def _asked(told: Sequence[tuple[Intent[Any], ...]]) -> Seat:
    """Who knows which story it was: who acts where they part."""
    for step in zip(*told):
        if len(set(map(repr, step))) > 1:
            return str(step[0].seat)
    return told[0][0].seat


def _taken_back(situation: Situation, seen: Seen) -> Findings | None:
    """The last entries of one seat, taken back on the board; a piece that is held anyway does not count against it."""
    undone: list[int] = []
    now = situation.game.placement(situation.state)
    arrived = bool(unexplained(seen, now))
    held = frozenset(in_hand(seen, now)) if arrived else frozenset()
    for standing in situation.tail:
        if not standing.bodily or standing.seat != situation.tail[0].seat:
            break
        undone.append(standing.seq)
        before = situation.game.placement(standing.before)
        then = _rewound(situation, seen, before)
        if not unexplained(then, before) and held.issuperset(in_hand(then, before)):
            return Findings(TakenBack(tuple(reversed(undone))), _debts(situation, standing.before, then), then)
    return None


def _told_anew(situation: Situation, seen: Seen) -> Findings | None:
    """Entries taken back and a story told from there: pieces that moved in another order than the rules tell it."""
    undone: list[int] = []
    effort = Effort()
    for standing in situation.tail[:MAX_RETOLD]:
        if effort.is_over or not standing.bodily:
            break
        undone.append(standing.seq)
        before = situation.game.placement(standing.before)
        then = _rewound(situation, seen, before)
        found = stories(situation.game, standing.before, then, standing.acted, effort)
        if found and not found[0].left_over and not found[0].loud:
            return _told(
                msgspec.structs.replace(situation, state=standing.before), then, found, tuple(reversed(undone))
            )
    return None


def _rewound(situation: Situation, seen: Seen, before: Placement) -> Seen:
    """`seen` as if the entries since `before` had not been accepted."""
    wanted = situation.game.placement(situation.state)
    lying = dict(situation.lying)
    for cell in {*wanted.cells, *before.cells}:
        if wanted.contents(cell) != before.contents(cell):
            lying[cell] = before.contents(cell)
    return msgspec.structs.replace(seen, lying=lying)


def _partly_moved(situation: Situation, seen: Seen, found: Sequence[Story]) -> Findings | None:
    """The best story of those that leave some pieces unexplained, where it explains any and nobody need be asked."""
    before = len(unexplained(seen, situation.game.placement(situation.state)))
    if not found or found[0].left_over >= before or found[0].loud or len(choices(situation.game, list(found))) > 1:
        return None
    return _told(situation, seen, found, ())


def _breaches(situation: Situation, state: Any, seen: Seen) -> Findings:
    """One breach for each piece that no legal story explains, each with its nearest illegal action.

    What would be legal by itself is not complained of beside what is not: it is read again once that is mended.
    """
    game = situation.game
    parts = components(game, state, seen)
    tried: dict[int, tuple[Intent[Any], tuple[Violation, ...]]] = {}
    alone: set[Intent[Any]] = set()
    legal: set[int] = set()
    for number, intent in intents(game, state, parts):
        if number >= 0:
            alone.add(intent)
        elif intent in alone:
            continue
        violations = _judged(situation, state, intent)
        if not violations:
            legal.add(number)
        elif number not in tried or len(violations) < len(tried[number][1]):
            tried[number] = (intent, violations)
    quiet = legal - tried.keys() if tried else set()
    gap = difference(seen, game.placement(state))
    breaches: list[Breach] = []
    for number, part in enumerate(parts):
        if number in quiet:
            continue
        nearest = tried.get(number) or tried.get(-1)
        meant = _as_meant(situation, state, seen, nearest[0]) if nearest else None
        repairs = mending(_of_bodies(meant or gap, part.arrived), situation.distance)
        breaches.append(Breach((nearest[0],), nearest[1], repairs) if nearest else Breach((), (), repairs))
    known = tuple(piece for part in parts for piece in (*part.arrived, *part.left))
    return Findings(breaches[0], (*breaches[1:], *_debts(situation, state, seen, known)), seen)


def _as_meant(situation: Situation, state: Any, seen: Seen, intent: Intent[Any]) -> Change | None:
    """What would make the board right for a piece that was only turned wrong; ``None`` for anything else."""
    game = situation.game
    meant = game.meant(state, intent)
    step = game.after(state, meant) if meant is not None else None
    return difference(seen, game.placement(step[0])) if step is not None else None


def _judged(situation: Situation, state: Any, intent: Intent[Any]) -> tuple[Violation, ...]:
    """What is wrong with an action; judged after the silent end of a turn whose seat has acted, where there is one."""
    game = situation.game
    ended = silence(game, state)
    if ended is not None and ended.seat != intent.seat and ended.seat == situation.acted:
        step = game.after(state, ended)
        if step is not None and not step[1] and (later := game.judge(step[0], intent)):
            return later
    return game.judge(state, intent)


def _followed(situation: Situation, state: Any, seen: Seen) -> Findings:
    """Nothing arrived anywhere: the board agrees, owes, or a piece is in a hand."""
    rest = _debts(situation, state, seen)
    return Findings(rest[0], rest[1:], seen) if rest else Findings(Agrees(), (), seen)


def _debts(situation: Situation, state: Any, seen: Seen, known: Sequence[Lying] = ()) -> tuple[Reading, ...]:
    """Pieces in a hand and what the board owes the engine, but for pieces of the same bodies as those `known`."""
    wanted = situation.game.placement(state)
    bodies = {body(piece.look) for piece in known}
    held = tuple(piece for piece in in_hand(seen, wanted) if body(piece.look) not in bodies)
    bodies |= {body(piece.look) for piece in held}
    gap = difference(seen, wanted)
    open_debts = Change(
        tuple(piece for piece in gap.left if body(piece.look) not in bodies),
        tuple(piece for piece in gap.arrived if body(piece.look) not in bodies),
    )
    found: list[Reading] = []
    if held:
        found.append(InHand(held, mending(_of_bodies(gap, held), situation.distance)))
    if open_debts and owed(accepted(seen, wanted), wanted):
        found.append(Owes(mending(open_debts, situation.distance)))
    return tuple(found)


def difference(seen: Seen, wanted: Placement) -> Change:
    """The change that would make the board as `wanted`."""
    board = seen.board
    wrong = [cell for cell in {*board, *wanted.cells} if not wanted.allows(cell, board.get(cell, ()))]
    return Change.between(
        {cell: board.get(cell, ()) for cell in wrong}, {cell: wanted.contents(cell) for cell in wrong}
    )


def _of_bodies(change: Change, pieces: Sequence[Lying]) -> Change:
    """The part of `change` that concerns pieces of the same bodies."""
    bodies = {body(piece.look) for piece in pieces}
    return Change(
        tuple(piece for piece in change.left if body(piece.look) in bodies),
        tuple(piece for piece in change.arrived if body(piece.look) in bodies),
    )
