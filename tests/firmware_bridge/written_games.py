"""A written game of the agents, played by hands over switches to its end; phones say what switches cannot tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.table_play import Explanation
from engines.casablanca_agents.actions import First, Move
from engines.data import load_toml
from engines.game import Intent
from engines.pending import Over
from tests.casablanca_agents.golden_games import FOLDER, WrittenGame, written_action
from tests.firmware_bridge.touching import TouchedEvening

CASE = "case:black"


def written(name: str) -> WrittenGame:
    """The golden game of that name."""
    return load_toml(FOLDER / f"{name}.toml", WrittenGame)


def play_on(evening: TouchedEvening, game: WrittenGame, how: Counter[str]) -> Iterator[int]:
    """Plays the game on `evening`, which has begun, entry by entry; each is the one that was written.

    Yields how many entries there are after each. `how` counts moves that were ``felt``, ``asked`` of a phone, ``said``
    by a phone.
    """
    evening.act(game.seats[0], First(game.seats[0]))
    for line in game.play.strip().splitlines():
        if not line or line.startswith("#"):
            continue
        seat, _, deed = line.partition(": ")
        action, before = written_action(deed.split()), len(evening.entries)
        if isinstance(action, Move):
            how[_moved(evening, seat, action)] += 1
        if len(evening.entries) == before:
            evening.act(seat, action)
        entry = evening.entries[before]
        assert (entry.seat, entry.action) == (seat, action)
        if evening.truly() != dict(evening.table.moment.placement):
            evening.mend()
            assert evening.question is None
        yield len(evening.entries)
    assert isinstance(evening.game.pending(evening.state), Over)


def _moved(evening: TouchedEvening, seat: str, move: Move) -> str:
    """How the table comes to know of a move."""
    before = len(evening.entries)
    evening.walk([*((CASE,) if move.case else ()), f"agent:{move.agent}"], move.to)
    if len(evening.entries) > before:
        return "felt"
    asked, story = evening.question, (Intent(seat, move),)
    if asked is None or story not in asked.choices:
        return "said"
    evening.act(asked.seat, Explanation(asked.choices.index(story)))
    return "asked"
