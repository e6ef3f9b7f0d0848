"""A card twice, a coin lost or a piece in the sea is found: the audit names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from escape_positions import GAME, Table, at, cell

from engines.casablanca_escape.state import AidKeep, Capture, State

Broken = Callable[[State], State]


def position() -> State:
    """Red is in Warsaw with a money card and red card 3, blue rides near Tunis."""
    state = Table(15, red=at("Warsaw", level=4, green=["money"], red=[3]), blue=at("Tunis", water=1, gold=1)).state
    assert GAME.audit(state) == []
    return state


def state_with(**fields: Any) -> Broken:
    return lambda state: msgspec.structs.replace(state, **fields)


def red(**fields: Any) -> Broken:
    """Something of red's is otherwise."""

    def broken(state: State) -> State:
        first, *others = state.players
        return msgspec.structs.replace(state, players=(msgspec.structs.replace(first, **fields), *others))

    return broken


def _top_card_twice(state: State) -> State:
    return msgspec.structs.replace(state, pile=(state.pile[0], *state.pile))


def _top_card_lost(state: State) -> State:
    return msgspec.structs.replace(state, pile=state.pile[1:])


def _box_lost(state: State) -> State:
    return msgspec.structs.replace(state, boxes=((), *state.boxes[1:]))


def _seen_and_kept(state: State) -> State:
    """Red's cards are seen by blue, and red still holds them."""
    seen = AidKeep(0, 1, 1, 0, "look", state.players[0].hand, 0)
    return msgspec.structs.replace(state, agenda=(seen, *state.agenda))


PLACES: list[tuple[Broken, str]] = [
    (red(gestapo="0000"), "red's Gestapo stands in '0000', which is no land"),
    (red(level=-1), "red's marker stands on -1"),
    (red(level=11), "red's marker stands on 11"),
    (red(fugitive="0000"), "red's fugitive, free, stands in '0000'"),
    (red(fugitive=None), "red's fugitive is free, but nowhere on the map"),
    (red(fate="dead"), f"red's fugitive, dead, stands in {cell('Warsaw')!r}"),
    (red(mounted=True), f"red's fugitive rides a camel in {cell('Warsaw')!r}"),
    (red(fate="captured", fugitive=None), "red's fugitive is captured, its capture None"),
    (red(capture=Capture(cell("Tunis"), 1)), "red's fugitive is free, its capture Capture"),
]


@pytest.mark.parametrize(("broken", "fault"), PLACES)
def test_pieces_that_stand_where_they_cannot_are_found(broken: Broken, fault: str) -> None:
    assert any(found.startswith(fault) for found in GAME.audit(broken(position())))


CARDS: list[tuple[Broken, str]] = [
    (_top_card_twice, "green cards"),
    (_top_card_lost, "green cards"),
    (_box_lost, "green cards"),
    (_seen_and_kept, "green cards 'money' instead of"),
    (red(red=()), "red card 3 is 0 times there"),
    (red(red=(3, 15)), "red card 15 is 2 times there"),
    (state_with(red_deck=()), "red card"),
]


@pytest.mark.parametrize(("broken", "fault"), CARDS)
def test_cards_that_are_lost_or_doubled_are_found(broken: Broken, fault: str) -> None:
    assert any(fault in found for found in GAME.audit(broken(position())))


GOODS: list[tuple[Broken, str]] = [
    (red(gold=1), "9 gold cards instead of 8"),
    (state_with(gold=0), "1 gold cards instead of 8"),
    (red(rations=1), "21 water rations instead of 20"),
    (state_with(water=0), "1 water rations instead of 20"),
    (red(gold=-1), "somebody holds less than nothing"),
    (state_with(water=-1), "somebody holds less than nothing"),
]


@pytest.mark.parametrize(("broken", "fault"), GOODS)
def test_gold_and_water_that_are_lost_or_made_are_found(broken: Broken, fault: str) -> None:
    assert fault in GAME.audit(broken(position()))
