"""Random hunts, and every trail that fits what is known of one, written down and looked at on its own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from fifth_positions import GAME, SEATS, Table

from engines.entries import Act
from engines.fifth_column.actions import Arrest, Ask, Done
from engines.fifth_column.cards import PIECES
from engines.fifth_column.deduction import deduced
from engines.fifth_column.evidence import Answer, Knowledge, Turn
from engines.fifth_column.ground import HOUSES, Ground, Path
from engines.pending import Decision, Over, seeded_outcome

Trail = tuple[str, tuple[Path, ...]]


def trails(known: Knowledge) -> Iterator[tuple[str, str]]:
    """Hideout and spot of every trail that fits, each written down and looked at on its own."""
    for home in known.hideouts:
        for start in (home,) if known.starts is None else known.starts:
            for paths in _written(known, start, 0):
                if _fits(known, home, start, paths):
                    yield home, _spot(start, paths)


def _spot(start: str, paths: tuple[Path, ...]) -> str:
    return next((path[-1] for path in reversed(paths) if path), start)


def _written(known: Knowledge, spot: str, index: int) -> Iterator[tuple[Path, ...]]:
    if index == len(known.turns):
        yield ()
        return
    turn = known.turns[index]
    ways = known.ground.paths(turn.piece, spot)
    if turn.stuck:
        ways = () if ways else ((),)
    for way in ways:
        for rest in _written(known, way[-1] if way else spot, index + 1):
            yield (way, *rest)


def _fits(known: Knowledge, home: str, start: str, paths: tuple[Path, ...]) -> bool:
    """Whether all that is known would be so if the spy had gone `paths`."""
    spot, passed, owing = start, {start}, False
    for turn, path in zip(known.turns, paths):
        spot = path[-1] if path else spot
        passed |= set(path[-1:] if known.stopping else path)
        if known.outing and path and spot == home:
            passed = {home}
        strikes = spot in turn.refuges and not (known.returning and owing)
        owing = (owing or strikes) and spot != home
        if turn.struck is not None and turn.struck != (spot if strikes else ""):
            return False
        if known.last_home and not turn.refuges and spot == home:
            return False
        if spot in turn.not_in or any((answer.at in passed) != answer.passed for answer in turn.answers):
            return False
    return True


def assert_counted_right(known: Knowledge) -> int:
    """The deduction is that of all trails written down; answers how many there are."""
    written = list(trails(known))
    found = deduced(known)
    assert found.trails == len(written)
    for at, shares in ((0, found.hideout), (1, found.spot)):
        counts = Counter(trail[at] for trail in written)
        assert shares.keys() == counts.keys()
        for cell, count in counts.items():
            assert shares[cell] == pytest.approx(count / len(written), rel=1e-12)
    return len(written)


def a_hunt(
    rng: random.Random,
    *,
    turns: int,
    outing: bool,
    returning: bool,
    last_home: bool,
    stopping: bool = False,
    chosen: bool = False,
    keen: bool = False,
) -> Knowledge:
    """A spy who goes at random over a small map, with what others learn of it; `chosen`: it began where it liked.

    `keen` hunters ask three times in four where the spy has been.
    """
    free = rng.sample(HOUSES, 34)
    ground = Ground(rng.choice(["ray", "centre"]), frozenset(HOUSES) - set(free))
    refuges, homes = set(free[: 1 if last_home else 6]), tuple(sorted(free[6:26], key=int))
    home = spot = rng.choice(homes)
    starts = tuple(sorted(free[26:], key=int)) if chosen else None
    if starts:
        spot = rng.choice(starts)
    passed, owing, falls, told = {spot}, False, [], []
    for _ in range(turns):
        piece = rng.choice(PIECES)
        ways = ground.paths(piece, spot)
        path = rng.choice(ways) if ways else ()
        spot = path[-1] if path else spot
        passed |= set(path[-1:] if stopping else path)
        if outing and path and spot == home:
            passed = {home}
        if last_home and not refuges and spot == home:
            break
        strikes = spot in refuges and not (returning and owing)
        owing = (owing or strikes) and spot != home
        count = rng.randint(0, 2)
        among = sorted(passed) if keen and len(passed) >= count and rng.random() < 0.75 else free
        asked = rng.sample(among, count)
        answers = tuple(Answer(at, at in passed) for at in asked)
        empty = frozenset(cell for cell in rng.sample(free, 1) if cell != spot and rng.random() < 0.5)
        told.append((piece, not path, frozenset(refuges), answers, empty))
        falls.append(spot if strikes else "")
        refuges -= {spot} if strikes else set()
    struck = [*falls[: len(told) - 1], None]
    return Knowledge(
        ground,
        homes,
        tuple(
            Turn(piece, stuck, standing, fell, answers, empty)
            for (piece, stuck, standing, answers, empty), fell in zip(told, struck)
        ),
        outing,
        returning,
        last_home,
        starts,
        stopping,
    )


def played(seed: int, turns: int, **options: str) -> Table:
    """A random hunt until the hunters have answered the spy's last turn, with questions and arrests."""
    rng = random.Random(seed)
    table = Table()
    table.state = GAME.new({"hunts": "one", "first": "chosen", **options}, SEATS)
    while True:
        now = GAME.pending(table.state)
        if isinstance(now, Over):
            return table
        if not isinstance(now, Decision):
            table.enter(seeded_outcome(now, rng))
            continue
        if now.kind == "spy" and table.hunt.turn == turns:
            return table
        actions = list(GAME.legal(table.state, now.seats[0]))
        if now.kind == "hunters":
            kind = rng.choices([Ask, Arrest, Done], [8, 1, 1])[0]
            actions = [action for action in actions if isinstance(action, kind)] or actions
        table.enter(Act(now.seats[0], rng.choice(actions)))
