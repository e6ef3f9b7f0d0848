"""A player of the agents who sleeps or has gone does not block the evening, and the log says who answered."""

from __future__ import annotations

from pathlib import Path

from engines import registry
from engines.casablanca_agents.actions import Bribe, First, GiveUp, LetStand, Move, Object, Settle, Withdraw
from engines.entries import Act
from tests.table.absent import Absent

AGENTS = registry.find("casablanca_agents")
SEATS = ("red", "blue", "green")


def test_who_sleeps_lets_stand_withdraws_and_gives_up(tmp_path: Path) -> None:
    evening = Absent(tmp_path, SEATS, AGENTS, {"first": "chosen"})
    evening.begin()
    evening.act("red", First("red"))
    for seat in SEATS:
        for agent in ("bleu", "gray", "sheela"):
            evening.act(seat, Bribe(agent, 100))
        evening.act(seat, Settle())
    evening.evenings.set_patience(60, "en")
    evening.act("red", Move("bleu", "22"))
    evening.act("green", Object())  # before being asked; blue sleeps
    for expected in (Act("blue", LetStand(), "table"), Act("red", Withdraw(), "table"), Act("red", GiveUp(), "table")):
        assert evening.wait(61)
        acts = [entry for entry in evening.entries if isinstance(entry, Act)]
        assert acts[-1] == expected
    assert "Green objects to Red!" in evening.story()
    assert AGENTS.view(evening.state, None).mover == "blue"
    assert b'"by":"table"' in b"".join(evening.service.log())


def test_one_who_has_gone_bribes_and_answers_by_lot_and_default(tmp_path: Path) -> None:
    evening = Absent(tmp_path, SEATS, AGENTS, {"first": "chosen"})
    evening.begin()
    evening.act("red", First("red"))
    evening.gone("red")
    for _ in range(60):
        evening.tick()
        if AGENTS.view(evening.state, None).mover == "blue":
            break
    assert AGENTS.view(evening.state, None).mover == "blue"
    assert sum(amount > 0 for amount in evening.state.players[0].bribes) >= 3
