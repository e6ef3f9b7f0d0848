"""The physical side: which pieces lie where, what they look like, and what a change on the board could mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.casablanca_escape.actions import (
    Action,
    BuyCamel,
    MoveFugitive,
    MoveGestapo,
    Restart,
    SailFugitive,
    SailGestapo,
)
from engines.casablanca_escape.asking import asked_player, legal
from engines.casablanca_escape.cards import SUPPLY
from engines.casablanca_escape.geography import MAP, board_on
from engines.casablanca_escape.goods import cards_for
from engines.casablanca_escape.state import AskRestart, Player, State
from engines.entries import Seat
from engines.game import Intent
from engines.physical import Cell, Change, Contents, Look, Lying, Placement
from engines.pieces import PieceLook

COLOURS: Mapping[Seat, tuple[int, int, int]] = {
    "red": (190, 28, 34),
    "blue": (26, 66, 165),
    "green": (24, 122, 56),
    "yellow": (240, 196, 24),
    "violet": (104, 46, 138),
    "orange": (234, 112, 22),
    "black": (26, 26, 28),
    "white": (234, 231, 222),
}
"""Seats in the order offered, and the colour of their pieces."""

SEATS: tuple[Seat, ...] = tuple(COLOURS)
TURNED = ":back"


def gestapo_look(seat: Seat) -> Look:
    """The square piece of `seat`."""
    return f"square:{seat}"


def fugitive_look(seat: Seat, mounted: bool) -> Look:
    """The round piece of `seat`: man up, or turned over to show the camel."""
    return f"disc:{seat}{TURNED}" if mounted else f"disc:{seat}"


def marker_look(seat: Seat) -> Look:
    """The round marker of `seat` on the interception track."""
    return f"disc:{seat}"


def track_cell(level: int) -> Cell:
    """The space of the interception track for `level`."""
    return f"T{level}"


def pieces(sheet: str) -> dict[Look, PieceLook]:
    """Bodies of all looks, in sizes that suit the board on `sheet`."""
    sizes = board_on(sheet).pieces
    bodies: dict[Look, PieceLook] = {}
    for seat, rgb in COLOURS.items():
        bodies[gestapo_look(seat)] = PieceLook("square", sizes.square_mm, sizes.height_mm, rgb)
        bodies[fugitive_look(seat, mounted=False)] = PieceLook("disc", sizes.disc_mm, sizes.height_mm, rgb, "man")
        bodies[fugitive_look(seat, mounted=True)] = PieceLook("disc", sizes.disc_mm, sizes.height_mm, rgb, "camel")
    return bodies


def supply(seats: Sequence[Seat]) -> Contents:
    """A Gestapo, a fugitive and an interception marker for each of `seats`."""
    return tuple(
        look for seat in seats for look in (gestapo_look(seat), fugitive_look(seat, mounted=False), marker_look(seat))
    )


def placement(state: State) -> Placement:
    """Where every piece should lie.

    A fugitive that is out of the game is off the board with its marker. One that was captured in Europe may be picked
    up already while its player chooses where to start again.
    """
    cells: dict[Cell, list[Look]] = {}
    for seat, player in zip(state.seats, state.players):
        for cell, look in _lying(seat, player):
            cells.setdefault(cell, []).append(look)
    contents = {cell: tuple(sorted(looks)) for cell, looks in cells.items()}
    return Placement(contents, _tolerated(state, contents))


def _lying(seat: Seat, player: Player) -> Iterator[tuple[Cell, Look]]:
    yield player.gestapo, gestapo_look(seat)
    if player.fate in ("captured", "dead"):
        return
    yield track_cell(player.level), marker_look(seat)
    if player.fugitive is not None:
        yield player.fugitive, fugitive_look(seat, player.mounted)


def _tolerated(state: State, contents: Mapping[Cell, Contents]) -> dict[Cell, tuple[Contents, ...]]:
    """Captured fugitives may be picked up in any order: each hex without any of those that were captured in it."""
    tolerated: dict[Cell, tuple[Contents, ...]] = {}
    for item in state.agenda:
        if isinstance(item, AskRestart):
            player = state.players[item.who]
            assert player.fugitive is not None
            look = fugitive_look(state.seats[item.who], player.mounted)
            before = tolerated.get(player.fugitive, ())
            tolerated[player.fugitive] = (
                *before,
                *(_without(looks, look) for looks in (contents[player.fugitive], *before)),
            )
    return tolerated


def _without(looks: Contents, look: Look) -> Contents:
    place = looks.index(look)
    return looks[:place] + looks[place + 1 :]


def interpret(state: State, change: Change) -> list[Intent[Action]]:
    """Actions that `change` could mean, legal or not, of whichever seat's pieces it touches; most plausible first.

    Markers on the track are moved by the engine, so they mean nothing.
    """
    left, arrived = _on_the_map(change.left), _on_the_map(change.arrived)
    intents: list[Intent[Action]] = []
    for seat, player in zip(state.seats, state.players):
        came, went = _cells(arrived, gestapo_look(seat)), _cells(left, gestapo_look(seat))
        if came or went:
            intents += (Intent(seat, action) for action in _gestapo_actions(state, player, came))
        on_foot, mounted = fugitive_look(seat, mounted=False), fugitive_look(seat, mounted=True)
        came = [*_cells(arrived, on_foot), *_cells(arrived, mounted)]
        went = [*_cells(left, on_foot), *_cells(left, mounted)]
        turned_up = bool(_cells(left, on_foot) and _cells(arrived, mounted))
        if came or went:
            actions = _fugitive_actions(state, seat, player, came, turned_up)
            intents += (Intent(seat, action) for action in actions)
    asked = asked_player(state)
    first = state.seats[asked] if asked is not None else None
    return sorted(intents, key=lambda intent: intent.seat != first)


def _on_the_map(pieces: Sequence[Lying]) -> list[Lying]:
    """Pieces on hexes; one in a holding box lies in the hex that the box belongs to."""
    places = MAP.board.places
    homes = (Lying(places[piece.cell].of or piece.cell, piece.look) for piece in pieces if piece.cell in places)
    return [piece for piece in homes if piece.cell in MAP.board.cells]


def _cells(pieces: Sequence[Lying], look: Look) -> list[Cell]:
    return [piece.cell for piece in pieces if piece.look == look]


def _gestapo_actions(state: State, player: Player, came: Sequence[Cell]) -> Iterator[Action]:
    for cell in came:
        if cell == player.gestapo:
            continue
        ship = player.gestapo in MAP.europe and cell in MAP.africa
        if ship:
            yield SailGestapo()
        yield MoveGestapo(cell)


def _fugitive_actions(
    state: State, seat: Seat, player: Player, came: Sequence[Cell], turned_up: bool
) -> Iterator[Action]:
    if turned_up:
        yield from (BuyCamel(gold) for gold in range(cards_for(SUPPLY.camel.price) + 1))
    if not came:
        yield from _vanished(state, seat)
    asked = state.asked
    restarting = isinstance(asked, AskRestart) and state.seats[asked.who] == seat
    for cell in came:
        if cell == player.fugitive and not restarting:
            continue
        if restarting:
            yield Restart(cell)
        elif player.fugitive in MAP.europe and cell in MAP.africa:
            fare = MAP.fare.get(player.fugitive or "", 0)
            yield from (SailFugitive(gold) for gold in range(cards_for(fare) + 1))
            yield MoveFugitive(cell)
        else:
            yield MoveFugitive(cell)


def _vanished(state: State, seat: Seat) -> Iterator[Action]:
    """A fugitive that is gone from the board may have walked into the Gestapo that captures it for good."""
    hunters = {player.gestapo for other, player in zip(state.seats, state.players) if other != seat}
    for action in legal(state, seat):
        if isinstance(action, MoveFugitive) and action.to in hunters:
            yield action
