"""The agents on the phone: what its templates need to know of agents and town beside the view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from engines.boards.drawing.pieces import piece_svg
from engines.casablanca_agents.agents import AGENT, BOARD, LEAST, MONEY, NUMBER, AgentId
from engines.casablanca_agents.seals import account
from engines.casablanca_agents.tabletop import CASE, LOOKS, pieces
from engines.money import dollars

FACE_MM = 24.0
"""Faces are drawn in a square of this size, as symbols of the page."""
MARGIN_MM = 34.0
DOT_MM = {"house": 14, "bazaar": 20, "headquarters": 20}
"""Radii of the buildings on the small plan of the town, and what it shows around them."""
SEAL_LETTERS = 8
"""So much of a seal is shown on a phone; the log has all of it."""


@cache
def faces() -> Mapping[str, str]:
    """Each agent's figure, and the case, as SVG round the origin."""
    bodies = {look: msgspec.structs.replace(body, size_mm=FACE_MM) for look, body in pieces("A2").items()}
    drawn = {agent: piece_svg(look, bodies[look]) for agent, look in LOOKS.items()}
    return drawn | {"case": piece_svg(CASE, bodies[CASE])}


def place(cell: str | None, lang: str) -> str:
    """The name of a building in `lang`, empty for none."""
    return BOARD.name(cell, lang) if cell else ""


def plan(start: str, to: str | None, case: str) -> str:
    """A small plan of the town as SVG: streets, buildings, the case, the way from `start` to `to` (a strike: none)."""
    spots = {cell: BOARD.places[cell].centre for cell in BOARD.cells}
    left, top = (min(spot[axis] for spot in spots.values()) - MARGIN_MM for axis in (0, 1))
    width = max(x for x, _ in spots.values()) + MARGIN_MM - left
    height = max(y for _, y in spots.values()) + MARGIN_MM - top
    at = {cell: (round(x - left), round(y - top)) for cell, (x, y) in spots.items()}
    ways = "".join(f"M{at[one][0]},{at[one][1]}L{at[other][0]},{at[other][1]}" for one, other in BOARD.edges)
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="{DOT_MM[BOARD.terrain(cell)]}" class="{_mark(cell, start, to, case)}"/>'
        for cell, (x, y) in sorted(at.items())
    )
    (x, y), (u, v) = at[start], at[to or start]
    cross = f"M{x - 16},{y - 16}l32,32m0,-32l-32,32"
    act = f'<path class="way" d="M{x},{y}L{u},{v}"/>' if to else f'<path class="hit" d="{cross}"/>'
    streets = f'<path class="streets" d="{ways}"/>'
    box = f"0 0 {round(width)} {round(height)}"
    return f'<svg class="plan" data-spare="first" viewBox="{box}" aria-hidden="true">{streets}{dots}{act}</svg>'


def _mark(cell: str, start: str, to: str | None, case: str) -> str:
    marks = (("start", cell == start), ("to", cell == to), ("case", cell == case), (BOARD.terrain(cell), True))
    return " ".join(name for name, holds in marks if holds)


def of_agent(choices: Sequence[Any], agent: str) -> list[Any]:
    """The moves and strikes of `agent` among `choices`; of moves to one building, that with the case first."""
    mine = [choice for choice in choices if choice.kind in ("move", "strike") and choice.action["agent"] == agent]
    return sorted(mine, key=lambda choice: (choice.kind, NUMBER.get(choice.action.get("victim", ""), -1)))


def put_on(amounts: Sequence[int], agent: AgentId) -> int:
    """What lies on `agent`."""
    return amounts[NUMBER[agent]]


def seal_words(seal: str) -> str:
    """The beginning of a seal in two groups, to be read aloud and compared."""
    return f"{seal[: SEAL_LETTERS // 2]}-{seal[SEAL_LETTERS // 2 : SEAL_LETTERS]}" if seal else ""


HELPERS: Mapping[str, Any] = {
    "agent_names": {agent.id: agent.name for agent in AGENT},
    "agent_faces": faces(),
    "dollars": dollars,
    "place": place,
    "town_plan": plan,
    "of_agent": of_agent,
    "put_on": put_on,
    "seal_words": seal_words,
    "sealed_account": account,
    "money_step": MONEY.step,
    "first_turn_least": LEAST.first_turn,
}
