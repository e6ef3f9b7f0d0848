"""What the host corrects, in the names that are printed on the board: "D9" for square 0308, "Bordeaux" for hex 0912."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import digits
from typing import TypeAlias

from engines.boards.board import Board
from engines.entries import FactValue
from engines.physical import Cell
from engines.texts import LANGUAGES, Texts

Facts: TypeAlias = Mapping[str, FactValue]


def place_names(board: Board, lang: str) -> list[str]:
    """Names of places that are more than a number, A2 before A10."""
    names = {name for cell in board.cells if (name := board.name(cell, lang)) != cell}
    return sorted(names, key=lambda name: (name.rstrip(digits), len(name), name))


def names_of_cells(board: Board, texts: Texts, lang: str) -> dict[Cell, list[str]]:
    """What each cell is called that has a name, as the board or the `texts` of its game have it: first in `lang`, then
    in other languages where it is called otherwise."""
    languages = (lang, *(other for other in LANGUAGES if other != lang))
    names = {cell: list(dict.fromkeys(_name(board, texts, cell, each) for each in languages)) for cell in board.cells}
    return {cell: called for cell, called in names.items() if called != [cell]}


def _name(board: Board, texts: Texts, cell: Cell, lang: str) -> str:
    key = f"place.{cell}"
    return texts.say(lang, key) if texts.has(key) else board.name(cell, lang)


def cell_called(board: Board, name: str) -> Cell | None:
    """The cell of that name (in any language, capital letters or not), ``None`` where there is none."""
    wanted = name.strip().casefold()
    for cell in board.cells:
        if any(board.name(cell, lang).casefold() == wanted for lang in LANGUAGES):
            return cell
    return None


def of_places(facts: Facts, board: Board) -> frozenset[str]:
    """Those of the `facts` that say where something is, if it is anywhere: as others of their kind do."""
    kinds = {_kind(key) for key, value in facts.items() if value in board.places}
    return frozenset(key for key in facts if _kind(key) in kinds)


def by_name(facts: Facts, board: Board, lang: str) -> Facts:
    """`facts` with the names of the cells in them."""
    return _each_place(facts, lambda place: board.name(place, lang) if place in board.cells else place)


def by_id(facts: Facts, board: Board) -> Facts:
    """`facts` with the ids of the cells in them, which are called by their names or by their ids."""
    return _each_place(facts, lambda place: place if place in board.places else cell_called(board, place) or place)


def _kind(key: str) -> str:
    return key.rpartition(".")[2]


def _each_place(facts: Facts, called: Callable[[str], str]) -> Facts:
    """`facts` with places as they are `called`: of one that is one, and of each in a list such as "0308:c 0309:d"."""
    return {key: _called(value, called) if isinstance(value, str) else value for key, value in facts.items()}


def _called(value: str, called: Callable[[str], str]) -> str:
    pairs = [word.partition(":") for word in value.split()]
    if pairs and all(colon for _, colon, _ in pairs):
        return " ".join(f"{called(place)}:{what}" for place, _, what in pairs)
    return called(value)
