"""Fair chance shown step by step: the promise during play, the whole check at the end."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.afterwards.proof import proof
from companion.fair_chance import SecretChain
from companion.moment import Moment
from engines.entries import Outcome
from tests.afterwards.test_telling import finished
from tests.table.evenings import Evening
from tests.toys.chase import Gamble


@pytest.fixture
def rolled(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path).begin()
    evening.act("red", Gamble())
    evening.service.roll("red", None, evening.key(), "en")
    return evening


def bent(moment: Moment) -> Moment:
    """The same evening with the rolled die turned to another face."""
    assert moment.journal is not None
    entries = list(moment.journal.entries)
    for seq, entry in enumerate(entries):
        if isinstance(entry, Outcome) and entry.chance == "gamble":
            entries[seq] = msgspec.structs.replace(entry, result=(entry.result[0] % 5 + 1,))
    return msgspec.structs.replace(moment, journal=msgspec.structs.replace(moment.journal, entries=tuple(entries)))


def test_during_play_there_is_the_promise_and_no_secret(rolled: Evening) -> None:
    shown = proof(rolled.table.moment, "en")
    assert shown.fair is None
    assert rolled.table.commitment() in str(shown)
    row = rolled.table.moment.row
    assert SecretChain(row.chance_seed, row.chance_index).secret() not in str(shown)


def test_at_the_end_every_die_and_shuffle_is_shown_to_follow(rolled: Evening) -> None:
    shown = proof(finished(rolled).table.moment, "en")
    assert shown.fair
    assert any("dealing the numbers: 9 cards" in step.words for step in shown.steps)
    assert any("the gamble:" in step.words and step.holds for step in shown.steps)
    assert shown.verdict == "Every die and every shuffle of this game was fair."


def test_a_bent_die_is_shown_with_what_it_should_have_been(rolled: Evening) -> None:
    shown = proof(bent(finished(rolled).table.moment), "en")
    assert shown.fair is False
    (wrong,) = [step for step in shown.steps if step.holds is False]
    assert "but secret and phones give" in wrong.words


def test_real_dice_are_taken_on_trust_and_said_so(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begin()
    evening.act("red", Gamble())
    evening.service.roll("red", [4], evening.key(), "en")
    shown = proof(finished(evening).table.moment, "en")
    (typed,) = [step for step in shown.steps if "real dice" in step.words]
    assert typed.holds is None
    assert shown.fair
