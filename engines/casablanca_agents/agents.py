"""The eight agents, the money and the town, loaded: who they are, where they live, which buildings are neighbours."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from engines.boards.graph import GraphBoard
from engines.boards.loader import load_any_board
from engines.data import DataError, load_toml
from engines.physical import Cell

DATA = Path(__file__).with_name("data")

AgentId: TypeAlias = Literal["greenwood", "sheela", "bleu", "blanco", "astaire", "brauninger", "gelbmann", "gray"]
AGENTS: tuple[AgentId, ...] = get_args(AgentId)
"""Every agent; tuples of the state that hold one thing for each agent are in this order."""

Amounts: TypeAlias = tuple[int, ...]
"""An amount of money, $, for each agent."""

NOTHING: Amounts = (0,) * len(AGENTS)

Status: TypeAlias = Literal["given", "implied", "public", "recon", "decision"]


class Agent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An agent: `home` is its headquarters, where it starts; `colour` that of its figure, `sign` what else tells it."""

    id: AgentId
    name: str
    home: Cell
    colour: tuple[int, int, int]
    sign: str
    status: Status
    line: int


class Money(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`capital` of each player, least `step` of bribes and bids, `fee` for a strike, $."""

    capital: int
    step: int
    fee: int
    status: Status
    line: int


class Least(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Agents bribed in a first turn, and agents that must have moved the case, at least."""

    first_turn: int
    carriers: int
    status: Status
    line: int


class Longest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time that the same position may not stand for, and the turns after which a game is drawn."""

    position: int
    turns: int
    status: Status


class Owned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Headquarters that may have an owner in the variant; as many of the first as there are players."""

    cells: tuple[Cell, ...]
    status: Status
    line: int


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    money: Money
    least: Least
    longest: Longest
    owned: Owned
    agent: tuple[Agent, ...]


def _load() -> _File:
    path = DATA / "agents.toml"
    file = load_toml(path, _File)
    if tuple(agent.id for agent in file.agent) != AGENTS:
        raise DataError(path, "agent", f"the agents must be, in this order: {', '.join(AGENTS)}")
    return file


_FILE = _load()
MONEY, LEAST, LONGEST, OWNED = _FILE.money, _FILE.least, _FILE.longest, _FILE.owned
AGENT: tuple[Agent, ...] = _FILE.agent
"""The agents in the order of `AGENTS`."""
NUMBER = {agent: number for number, agent in enumerate(AGENTS)}
SHEETS = ("A2", "A1")


def board_on(sheet: str) -> GraphBoard:
    """The town on that sheet of paper."""
    board = load_any_board(DATA / "board.toml", sheet)
    assert isinstance(board, GraphBoard)
    return board


BOARD = board_on(SHEETS[0])
CELLS = BOARD.cells
NEAR: dict[Cell, tuple[Cell, ...]] = {cell: BOARD.neighbours(cell) for cell in CELLS}
HEADQUARTERS = frozenset(agent.home for agent in AGENT)
BAZAAR: Cell = next(cell for cell in CELLS if BOARD.terrain(cell) == "bazaar")
POLICE: Cell = OWNED.cells[0]
HOMES: tuple[Cell, ...] = tuple(agent.home for agent in AGENT)
