"""What hunters may deduce: the same as by writing every trail down, and never more than everybody may know."""

from __future__ import annotations

import random
import tracemalloc

import pytest
from fifth_positions import GAME, SEATS, Table
from msgspec import structs
from written_trails import a_hunt, assert_counted_right, played, trails

from engines.entries import Act
from engines.fifth_column import deduction, effort
from engines.fifth_column.actions import Arrest, Ask, Done
from engines.fifth_column.deduction import deduced
from engines.fifth_column.effort import Bound
from engines.fifth_column.evidence import Knowledge, foreseen, knowledge
from engines.fifth_column.ground import HOUSES
from engines.fifth_column.late_hunts import late_hunt, next_hunter
from engines.fifth_column.state import HuntersTurn
from engines.pending import Decision, Over, seeded_outcome


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
