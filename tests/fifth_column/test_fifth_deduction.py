"""What hunters may deduce: the same as by writing every trail down, and never more than everybody may know."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from collections.abc import Iterator

import pytest
from fifth_positions import GAME, SEATS, Table
from msgspec import structs

from engines.entries import Act
from engines.fifth_column import beginnings, counting, course, deduction, effort
from engines.fifth_column import trails as steps_along
from engines.fifth_column.actions import Arrest, Ask, Done
from engines.fifth_column.cards import PIECES
from engines.fifth_column.deduction import deduced
from engines.fifth_column.effort import Bound, quick
from engines.fifth_column.evidence import Answer, Knowledge, Turn, foreseen, knowledge
from engines.fifth_column.ground import HOUSES, Ground, Path
from engines.fifth_column.late_hunts import late_hunt, next_hunter
from engines.fifth_column.state import HuntersTurn
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


@pytest.mark.parametrize("keen", [False, True])
@pytest.mark.parametrize("outing", [False, True])
@pytest.mark.parametrize("returning", [True, False])
def test_on_small_maps_it_counts_what_writing_every_trail_down_counts(
    monkeypatch: pytest.MonkeyPatch, outing: bool, returning: bool, keen: bool
) -> None:
    monkeypatch.setattr(counting, "MANY", 0)
    monkeypatch.setattr(beginnings, "MANY", 0)
    rng = random.Random(f"{outing} {returning}")
    most = 0
    for number in range(12):
        known = a_hunt(
            rng, turns=2 + number % 4, outing=outing, returning=returning, last_home=number % 2 == 0, keen=keen
        )
        most = max(most, assert_counted_right(known))
    assert most > (50 if keen else 200)


def in_tables(monkeypatch: pytest.MonkeyPatch, few_rows: int, sparse: float = 0) -> None:
    """Trails are counted in tables from the first, along slides where there are more rows than `few_rows`.

    After a turn that leaves no more of the table filled than `sparse` it is a list again.
    """
    monkeypatch.setattr(counting, "FEW_STATES", 1)
    monkeypatch.setattr(counting, "CROWDED", 1)
    monkeypatch.setattr(counting, "FULL", 0)
    monkeypatch.setattr(counting, "SPARSE", sparse)
    monkeypatch.setattr(counting, "FEW_ROWS", few_rows)


@pytest.mark.parametrize("few_rows", [None, 0, 10**9])
@pytest.mark.parametrize(
    ("stopping", "chosen", "outing"), [(True, False, False), (False, True, True), (True, True, False)]
)
def test_where_the_spy_began_elsewhere_or_only_stops_count_it_still_counts_every_trail(
    monkeypatch: pytest.MonkeyPatch, few_rows: int | None, stopping: bool, chosen: bool, outing: bool
) -> None:
    if few_rows is not None:
        in_tables(monkeypatch, few_rows)
    rng = random.Random(f"{stopping} {chosen} {outing}")
    most = 0
    for number in range(8):
        known = a_hunt(
            rng,
            turns=2 + number % 2,
            outing=outing,
            returning=number % 3 > 0,
            last_home=number % 2 == 0,
            stopping=stopping,
            chosen=chosen,
        )
        most = max(most, assert_counted_right(known))
    assert most > 200


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


@pytest.mark.parametrize(("few_rows", "sparse"), [(0, 0), (10**9, 0), (0, 1)])
@pytest.mark.parametrize("returning", [True, False])
def test_trails_counted_in_tables_are_as_many(
    monkeypatch: pytest.MonkeyPatch, returning: bool, few_rows: int, sparse: float
) -> None:
    in_tables(monkeypatch, few_rows, sparse)
    rng = random.Random(f"tables {returning}")
    most = 0
    for number in range(24):
        known = a_hunt(
            rng, turns=2 + number % 4, outing=False, returning=returning, last_home=number % 2 == 0, keen=number > 15
        )
        most = max(most, assert_counted_right(known))
    assert most > 200


@pytest.mark.parametrize(
    ("options", "few_rows", "sparse"),
    [({}, 0, 0), ({}, 10**9, 0), ({}, 0, 0.3), ({"moving_refuges": "yes"}, 0, 0)],
)
def test_late_in_a_hunt_tables_give_what_lists_give(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, str], few_rows: int, sparse: float
) -> None:
    deduced.cache_clear()
    monkeypatch.setattr(counting, "FEW_STATES", 10**9)
    known = knowledge(GAME.view(played(3, 30, **options).state, None))
    by_lists = deduced(known)
    deduced.cache_clear()
    deduction._counted.clear()
    in_tables(monkeypatch, few_rows, sparse)
    by_tables = deduced(known)
    assert by_tables.trails == pytest.approx(by_lists.trails, rel=1e-12)
    assert by_tables.spot == pytest.approx(by_lists.spot, rel=1e-12)
    assert by_tables.hideout == pytest.approx(by_lists.hideout, rel=1e-12)


@pytest.mark.parametrize(
    ("options", "few_rows"),
    [({"moving_refuges": "yes"}, 10**9), ({"moving_refuges": "yes"}, None), ({"memory": "outing"}, None)],
)
def test_going_on_from_the_last_count_gives_what_counting_anew_gives(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, str], few_rows: int | None
) -> None:
    if few_rows is not None:
        in_tables(monkeypatch, few_rows)
    went_on = 0
    view = GAME.view(played(8, 9, **options).state, None)
    for count in range(1, len(view.record) + 1):
        known = knowledge(structs.replace(view, record=view.record[:count]))
        deduced.cache_clear()
        found = deduced(known)
        counters = list(deduction._counted)
        went_on += any({*map(id, one.kept.values())} & {*map(id, counters[-1].kept.values())} for one in counters[:-1])
        deduction._counted.clear()
        deduced.cache_clear()
        anew = deduced(known)
        deduction._counted.extend(counters)
        assert found.trails == anew.trails
        assert found.spot == pytest.approx(anew.spot, rel=1e-12)
        assert found.hideout == pytest.approx(anew.hideout, rel=1e-12)
    assert went_on > 5


@pytest.mark.parametrize(
    "options", [{}, {"start": "chosen"}, {"home": "free", "moving_refuges": "yes"}, {"home": "last", "wrap": "centre"}]
)
def test_counting_back_to_the_hideout_gives_what_remembering_it_all_along_gives(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, str]
) -> None:
    hunts = [knowledge(GAME.view(late_hunt(9, random.Random(seed), **options), None)) for seed in range(8)]
    backwards = [counting.Counter(known, quick(len(known.turns))) for known in hunts]
    counted = [counter.count() for counter in backwards]
    monkeypatch.setattr(course.Course, "_tells", lambda _: 0)
    monkeypatch.setattr(steps_along, "BLOCK", 500)
    for known, found in zip(hunts, counted):
        for one, other in zip(found, counting.Counter(known, quick(len(known.turns))).count()):
            assert one.tolist() == pytest.approx(other.tolist(), rel=1e-12)
    assert any(counter.course.tells > counter.course.last for counter in backwards)
    assert options.get("home") == "free" or any(
        1 < counter.course.tells <= counter.course.last for counter in backwards
    )


@pytest.mark.parametrize(
    "options", [{}, {"wrap": "centre", "moving_refuges": "yes"}, {"home": "free", "passing": "stops"}]
)
def test_in_real_hunts_it_counts_what_writing_every_trail_down_counts(options: dict[str, str]) -> None:
    for seed in range(4):
        view = GAME.view(played(seed, 2 if seed else 3, **options).state, None)
        assert_counted_right(knowledge(view))


@pytest.mark.parametrize("memory", ["hunt", "outing"])
def test_the_truth_is_never_ruled_out(memory: str) -> None:
    for seed in range(4):
        table = played(seed, 14, memory=memory, moving_refuges="yes")
        if table.over:
            continue
        found = deduced(knowledge(GAME.view(table.state, None)))
        assert table.hunt.spot in found.spot
        assert table.hunt.hideout in found.hideout
        assert sum(found.spot.values()) == pytest.approx(1)
        assert sum(found.hideout.values()) == pytest.approx(1)


def without_answers(known: Knowledge, houses: set[str]) -> Knowledge:
    """What is `known` but for the answers about `houses`."""
    turns = [
        structs.replace(turn, answers=tuple(one for one in turn.answers if one.at not in houses))
        for turn in known.turns
    ]
    return structs.replace(known, turns=tuple(turns))


@pytest.mark.parametrize(
    ("outing", "few_steps", "few_states"),
    [(False, 12, 10**6), (True, 150, 10**6), (False, 10**9, 6), (True, 10**9, 60)],
)
def test_answers_that_are_left_out_rule_nothing_out_and_all_others_still_do(
    monkeypatch: pytest.MonkeyPatch, outing: bool, few_steps: int, few_states: int
) -> None:
    monkeypatch.setattr(effort, "SHORT", 0)
    monkeypatch.setattr(effort, "QUICK", Bound(0, few_states))
    monkeypatch.setattr(effort, "FEW_STEPS", few_steps)
    rng = random.Random(f"left out {outing}")
    more = fewer = 0
    for _ in range(20):
        known = a_hunt(rng, turns=4, outing=outing, returning=True, last_home=False, keen=True)
        found, all_fit = deduced(known), list(trails(known))
        others_fit = list(trails(without_answers(known, set(found.left_out))))
        assert len(all_fit) <= found.trails <= len(others_fit)
        assert {spot for _, spot in all_fit} <= found.spot.keys() <= {spot for _, spot in others_fit}
        assert {home for home, _ in all_fit} <= found.hideout.keys() <= {home for home, _ in others_fit}
        more += found.trails > len(all_fit)
        fewer += bool(found.left_out) and found.trails < len(list(trails(without_answers(known, {*HOUSES}))))
    assert more
    assert fewer


@pytest.mark.parametrize(("seed", "memory"), [(20, "hunt"), (1, "outing")])
def test_however_many_ways_there_are_a_count_takes_no_more_than_a_table_can_wait_for(seed: int, memory: str) -> None:
    deduction._counted.clear()
    hunt = late_hunt(60, random.Random(seed), memory=memory)
    known = knowledge(GAME.view(hunt, None))
    tracemalloc.start()
    found = deduced(known)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert hunt.hunt.spot in found.spot
    assert hunt.hunt.hideout in found.hideout
    assert found.left_out
    assert deduction._counted[-1].effort.steps < 10_000_000
    assert most < 150_000_000


def hunt_of_yes(seed: int, turns: int) -> Table:
    """A random spy; hunters walk and ask one by one, but leave it at that when one could only be told no."""
    rng, table = random.Random(seed), Table()
    table.state = GAME.new({"hunts": "one", "first": "chosen"}, SEATS)
    while table.hunt.turn < turns or isinstance(table.state.asked, HuntersTurn):
        now = GAME.pending(table.state)
        if isinstance(now, Over):
            return hunt_of_yes(seed + 1000, turns)
        if not isinstance(now, Decision):
            table.enter(seeded_outcome(now, rng))
            continue
        legal = next_hunter(table.state, list(GAME.legal(table.state, now.seats[0])))
        if isinstance(legal[0], Ask):
            legal = [one for one in legal if one.at in table.hunt.passed] or [Done()]
        table.enter(Act(now.seats[0], rng.choice(legal)))
    return table


def test_after_fifteen_turns_of_nothing_but_yes_no_answer_is_left_out() -> None:
    for seed in (18, 42, 66, 79):  # with no more work than a longer hunt is given 2 to 5 houses were
        known = knowledge(GAME.view(hunt_of_yes(seed, 15).state, None))
        assert not deduced(known).left_out


def test_what_contradicts_itself_fits_no_trail() -> None:
    known = knowledge(GAME.view(played(3, 30).state, None))
    assert deduced(known).trails, "what is counted next goes on from here"
    stuck = structs.replace(known.turns[-1], piece="pawn", stuck=True, struck=None, answers=(), not_in=frozenset())
    went = structs.replace(stuck, stuck=False)
    found = deduced(structs.replace(known, turns=(*known.turns, stuck, went)))
    assert (found.trails, found.spot, found.hideout) == (0, {}, {})


def test_a_refuge_that_fell_tells_where_the_spy_stopped_a_turn_before() -> None:
    table = Table(hideout="46", spot="46", hand=("king", "king", "king"), hunters=("1", "2", "3", "4", "5"))
    table.play("king", "51").go("blue", Done()).hold("pawn", "king", "king").play("pawn", "52")
    found = deduced(knowledge(GAME.view(table.state, None)))
    assert found.spot == {"52": 1.0}
    assert set(found.hideout) <= set(table.state.ground.near("51"))


def test_after_an_assault_the_spy_may_stop_on_refuges_until_it_was_home() -> None:
    hand = ("king", "pawn", "pawn")
    table = Table(hideout="46", spot="46", hand=hand, hunters=("1", "2", "3", "4", "5"))
    table.play("king", "51").go("blue", Done()).play("pawn", "52").go("blue", Done()).play("pawn", "53")
    found = deduced(knowledge(GAME.view(table.state, None)))
    assert found.spot == {"53": 1.0}


def test_an_arrest_in_vain_and_a_card_that_was_played_rule_houses_out() -> None:
    table = Table(spot="12", hunters=("13", "47", "48", "49", "50"), hand=("knight", "king", "king"))
    card = str(table.card("knight"))
    table.play("knight", "23").go("blue", Arrest(1, "13"))
    found = deduced(knowledge(GAME.view(table.state, None)))
    assert "13" not in found.spot
    assert card not in found.hideout


def test_what_the_hunters_would_deduce_is_foreseen() -> None:
    table = Table(spot="12", hideout="12", hunters=("18", "23", "48", "49", "50"), hand=("rook", "king", "king"))
    table.play("rook", "13", "14").go("blue", Ask(1, "13"), Done())
    view = GAME.view(table.state, "red")
    ahead = foreseen(view, table.card("king"), table.hunt.struck)
    table.play("king", "15")
    assert deduced(ahead) == deduced(knowledge(GAME.view(table.state, None)))


def test_what_is_deduced_hangs_on_nothing_that_is_secret() -> None:
    one = Table(spot="12", hand=("rook", "king", "king")).play("rook", "13", "14")
    other = Table(spot="12", hand=("rook", "king", "king")).play("rook", "17")
    assert knowledge(GAME.view(one.state, "blue")) == knowledge(GAME.view(other.state, "blue"))
    assert knowledge(GAME.view(one.state, "blue")) == knowledge(GAME.view(one.state, "red"))
