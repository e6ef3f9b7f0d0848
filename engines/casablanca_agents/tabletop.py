"""The physical side: which pieces lie where, what they look like, and what a change on the board could mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.casablanca_agents.actions import Action, LetStand, Move, Pass, Strike, Withdraw
from engines.casablanca_agents.agents import AGENT, AGENTS, CELLS, NUMBER, AgentId, board_on
from engines.casablanca_agents.asking import deciders
from engines.casablanca_agents.state import DESERT, Challenge, Duel, State, Window
from engines.entries import Seat
from engines.game import Intent
from engines.physical import Cell, Change, Contents, Look, Lying, Placement
from engines.pieces import PieceLook

SEATS: tuple[Seat, ...] = ("red", "blue", "green", "yellow", "violet", "orange", "black", "white")
"""Seats in the order offered: colours of players, who have no piece on the board."""

CASE: Look = "case:black"
CASE_RGB = (30, 27, 26)


def agent_look(agent: AgentId) -> Look:
    """The figure of `agent`."""
    return f"agent:{agent}"


LOOKS: Mapping[AgentId, Look] = {agent: agent_look(agent) for agent in AGENTS}
AGENT_OF: Mapping[Look, AgentId] = {look: agent for agent, look in LOOKS.items()}


def pieces(sheet: str) -> dict[Look, PieceLook]:
    """Bodies of all looks, in sizes that suit the board on `sheet`."""
    sizes = board_on(sheet).pieces
    bodies = {
        LOOKS[agent.id]: PieceLook(
            "disc", sizes.disc_mm, sizes.height_mm, agent.colour, f"spy/{agent.sign}", stands=True
        )
        for agent in AGENT
    }
    return bodies | {CASE: PieceLook("square", sizes.square_mm, sizes.height_mm, CASE_RGB, "case", stands=True)}


def supply(seats: Sequence[Seat]) -> Contents:
    """All eight agents and the case, however many play."""
    return (*LOOKS.values(), CASE)


def placement(state: State) -> Placement:
    """Where every piece should lie.

    While an announcement is open its piece, and the case that goes along, may lie before or after it; the board shows a
    move as made and a strike as not yet.
    """
    window = state.window
    before = _lying(state, state.agents, state.case)
    if window is None:
        return Placement(before)
    number = NUMBER[window.deed.agent]
    match window.deed:
        case Move(_, to, case):
            agents = (*state.agents[:number], to, *state.agents[number + 1 :])
            after = _lying(state, agents, to if case else state.case)
            return Placement(after, _where_differing(before, after))
        case Strike(_, victim):
            out = NUMBER[victim]
            after = _lying(state, (*state.agents[:out], DESERT, *state.agents[out + 1 :]), state.case)
            return Placement(before, _where_differing(after, before))


def _lying(state: State, agents: Sequence[Cell], case: Cell) -> dict[Cell, Contents]:
    cells: dict[Cell, list[Look]] = {case: [CASE]}
    for agent, cell in zip(AGENTS, agents):
        if cell != DESERT:
            cells.setdefault(cell, []).append(LOOKS[agent])
    return {cell: tuple(sorted(looks)) for cell, looks in cells.items()}


def _where_differing(
    other: Mapping[Cell, Contents], shown: Mapping[Cell, Contents]
) -> dict[Cell, tuple[Contents, ...]]:
    """Contents of `other` where they differ from those `shown`.

    Piece and case are moved one after the other, so of a cell that both leave or reach each may be there alone.
    """
    tolerated: dict[Cell, tuple[Contents, ...]] = {}
    for cell in sorted({*other, *shown}):
        here, there = shown.get(cell, ()), other.get(cell, ())
        if here == there:
            continue
        moving = set(here) ^ set(there)
        staying = tuple(look for look in here if look not in moving)
        alone = [tuple(sorted((*staying, look))) for look in sorted(moving)] if len(moving) > 1 else []
        tolerated[cell] = (there, *alone)
    return tolerated


def interpret(state: State, change: Change) -> list[Intent[Action]]:
    """Actions that `change` could mean, legal or not, most plausible first.

    Any player may move any agent, so every move is taken for one of whose turn it is.
    """
    turn = state.turn_item
    if turn is None:
        return []
    mover = state.seats[turn.who]
    left, arrived = _in_buildings(change.left), _in_buildings(change.arrived)
    intents = [Intent(mover, action) for action in _undoing(state, left, arrived)]
    intents += [Intent(mover, action) for action in _announcements(state, left, arrived)]
    return intents + list(_answers(state, left, arrived))


def _in_buildings(pieces: Sequence[Lying]) -> dict[Look, Cell]:
    return {piece.look: piece.cell for piece in pieces if piece.cell in CELLS}


def _announcements(state: State, left: Mapping[Look, Cell], arrived: Mapping[Look, Cell]) -> Iterator[Action]:
    window = state.window
    there = list(state.agents)
    if window is not None and isinstance(window.deed, Move):
        there[NUMBER[window.deed.agent]] = window.deed.to
    case_to = arrived.get(CASE)
    for look, to in arrived.items():
        agent = AGENT_OF.get(look)
        if agent is None or to == there[NUMBER[agent]]:
            continue
        with_case = case_to == to and state.case != to
        yield Move(agent, to, with_case)
        if not with_case and state.case == there[NUMBER[agent]] and CASE not in arrived:
            yield Move(agent, to, True)
    if case_to is not None and case_to != state.case and not any(look in AGENT_OF for look in arrived):
        yield from (Move(agent, case_to, True) for agent, cell in zip(AGENTS, there) if cell == state.case)
    for look, cell in left.items():
        victim = AGENT_OF.get(look)
        if victim is not None and look not in arrived:
            yield from (Strike(agent, victim) for agent, at in zip(AGENTS, there) if at == cell and agent != victim)


def _undoing(state: State, left: Mapping[Look, Cell], arrived: Mapping[Look, Cell]) -> Iterator[Action]:
    """An announced move that is taken back on the board: its player gives way, where that is asked."""
    window = state.window
    if window is None or not isinstance(window.deed, Move):
        return
    look, start = LOOKS[window.deed.agent], state.agents[NUMBER[window.deed.agent]]
    if arrived.get(look) == start and left.get(look) == window.deed.to:
        if isinstance(state.asked, Challenge):
            yield Withdraw()
        elif isinstance(state.asked, Duel):
            yield Pass()


def _answers(state: State, left: Mapping[Look, Cell], arrived: Mapping[Look, Cell]) -> Iterator[Intent[Action]]:
    """A struck agent that is taken off: nobody objects, or the objector gives way."""
    window = state.window
    if window is None or not isinstance(window.deed, Strike) or LOOKS[window.deed.victim] not in left:
        return
    if LOOKS[window.deed.victim] in arrived:
        return
    answer: Action | None = LetStand() if isinstance(state.asked, Window) else None
    if isinstance(state.asked, Duel) and state.asked.held:
        answer = Pass()
    if answer is not None:
        yield from (Intent(state.seats[who], answer) for who in deciders(state)[:1])
