"""Memory that looking took goes back to the system while a table is at rest, not in the middle of a move."""

from __future__ import annotations

import pytest

from vision import memory
from vision.memory import Tidier


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each time that memory was given back."""
    times: list[str] = []
    monkeypatch.setattr(memory, "give_back", lambda: times.append("given"))
    return times


def test_memory_is_given_back_once_the_table_has_been_at_rest_for_a_while_and_then_now_and_then(
    given: list[str],
) -> None:
    tidier = Tidier(every_s=10.0)
    tidier.busy(0.0)
    counts = []
    for t in (5.0, 9.9, 10.0, 15.0, 20.0):
        tidier.idle(t)
        counts.append(len(given))
    assert counts == [0, 0, 1, 1, 2]


def test_a_move_puts_it_off(given: list[str]) -> None:
    tidier = Tidier(every_s=10.0)
    for t in range(0, 30, 3):
        tidier.busy(float(t))
        tidier.idle(t + 2.0)
    assert not given
