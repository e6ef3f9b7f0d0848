"""Games in which a host corrects public facts at random moments, rightly or wrongly, and that go on afterwards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from companion.journal import advance
from engines.corrections import Uncorrectable
from engines.entries import Act, Edit, Entry, FactValue, Seat
from engines.game import Game
from engines.pending import Decision, Over, seeded_outcome
from tests.games.properties import LANGUAGES

MOST_FACTS = 3
"""Facts that one correction sets, at most."""
NUMBERS = range(-1, 12)
WORDS = ("prison", "clinic", "trial", "away", "gone", "", "nowhere")
OFFERED = 40
"""Of so many actions it is asked whether they are offered, after each correction."""
ALIKE = 0.8
"""How often a correction is of the kind that the fact is of."""


def corrected(
    game: Game[Any, Any],
    options: Mapping[str, str],
    seats: Sequence[Seat],
    rng: random.Random,
    entries: int,
    often: float,
) -> Counter[str]:
    """Plays `entries` steps; before each the host corrects something with probability `often`, perhaps again and again.

    Fails where anything but a correction in words is refused, where nothing can be done any more, and where something
    is lost. How many corrections were "done", and how many "refused".
    """
    state = game.new(options, seats)
    count: Counter[str] = Counter()
    for number in range(entries):
        while rng.random() < often:
            facts = some_facts(game, state, rng)
            if not facts:
                break
            note = f"at step {number}, {game.pending(state)}: {facts}"
            now = _after(game, state, facts, note)
            if now is None:
                count["refused"] += 1
                continue
            count["done"] += 1
            state = now
        pending = game.pending(state)
        if isinstance(pending, Over):
            break
        entry: Entry[Any]
        if isinstance(pending, Decision):
            seat = rng.choice(pending.seats)
            action = game.some(state, seat, rng.randrange)
            assert action is not None, f"a dead end for {seat}: {pending}"
            entry = Act(seat, action)
        else:
            entry = seeded_outcome(pending, rng)
        state = game.apply(state, entry).state
        faults = game.audit(state)
        assert faults == [], f"after {entry}, step {number}"
    return count


def _after(game: Game[Any, Any], state: Any, facts: Mapping[str, FactValue], note: str) -> Any:
    """The state that a correction leads to; ``None`` where it is refused, which is said in every language."""
    try:
        now = advance(game, state, Edit(dict(facts))).state
        look_at(game, now)
    except Uncorrectable as error:
        said = [game.texts.say(lang, error.fault.text, error.fault.facts) for lang in LANGUAGES]
        assert all(said), note
        return None
    except Exception as error:
        error.add_note(note)
        raise
    assert game.audit(now) == [], note
    return now


def look_at(game: Game[Any, Any], state: Any) -> None:
    """Asks all that a table asks of a state."""
    for seat in (*state.seats, None):
        game.view(state, seat)
    game.placement(state)
    game.alike(state)
    game.lays_anew(state)
    pending = game.pending(state)
    if isinstance(pending, Decision):
        for seat in pending.seats:
            for action in islice(game.legal(state, seat), OFFERED):
                assert game.judge(state, seat, action) == (), f"{action} is offered, yet objected to"
                game.apply(state, Act(seat, action))


def some_facts(game: Game[Any, Any], state: Any, rng: random.Random) -> dict[str, FactValue]:
    """Facts that a host could correct, each to something that is at least of its kind, mostly."""
    known = game.public_facts(state)
    names = rng.sample(sorted(known), min(len(known), rng.randint(1, MOST_FACTS)))
    cells = sorted(game.placement(state).cells) or [""]
    return {name: rng.choice(list(_values(known, name, state, cells, rng))) for name in names}


def _values(
    known: Mapping[str, FactValue], name: str, state: Any, cells: Sequence[str], rng: random.Random
) -> Iterator[FactValue]:
    now = known[name]
    if rng.random() < ALIKE:
        alike = [value for other, value in known.items() if _kind(other) == _kind(name)]
        if isinstance(now, bool):
            yield from (True, False)
        elif isinstance(now, int):
            yield from (max(0, now - 1), now + 1, now)
        else:
            yield from (rng.choice(alike), rng.choice(alike), rng.choice(cells), now, None)
        return
    yield from (rng.choice(NUMBERS), rng.choice(WORDS), None, True, rng.choice(cells), rng.choice(state.seats))


def _kind(name: str) -> str:
    """What a fact is about, without whom."""
    first, _, last = name.partition(".")
    return last if last and not last[-1].isdigit() else first
