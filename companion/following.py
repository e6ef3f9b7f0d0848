"""Plays a recording through the whole table, reconciling included, and says how each of its frames was read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from companion.board_eye import model_of
from companion.fair_chance import SecretChain
from companion.readings import Ambiguous, Blind, Breach, InHand, Moved, Owes, Reading, Repair, TakenBack, reading_name
from companion.reconcile import Findings
from companion.store import Store
from companion.table import Table
from companion.words import Words, capital
from engines import registry
from engines.boards.board import Board
from engines.data import DataError
from engines.entries import BadEntry, Outcome
from engines.game import Game, IllegalAction, Intent, Violation
from engines.options import OptionError
from engines.pending import Shuffle
from engines.physical import Cell, Contents, Lying, Observation
from vision import recording
from vision.board_model import BoardModel
from vision.eye import Eye

REPEATABLE_CHANCE = SecretChain("00" * 32)
"""Shuffles that a recording does not tell fall from this, so that following it twice reads it alike."""

SURE_NATS = 12.0
"""How sure a vouched cell is, nats; no eye claims more of one cell."""

Said: TypeAlias = Callable[[Any], Any]
"""How an action, a violation, a repair, a piece that lies somewhere or why nothing is seen is told."""


def follow(folder: Path, lang: str | None = None) -> Iterator[Mapping[str, Any]]:
    """One dictionary for each frame of the recording in `folder`, as `docs` describe for ``tavolo follow --json``.

    With `lang`, actions, violations, repairs and pieces are sentences in that language and not plain values.
    Raises `DataError` for a recording that cannot be followed: no known game, a bad option, an entry that does not fit,
    a cell or a piece that the board does not have.
    """
    recorded = recording.read_begun(folder)
    path = folder / "recording.json"
    game = _game(path, recorded)
    table = _table(path, game, recorded)
    eye = Eye(_model(folder, recorded, table))
    said = msgspec.to_builtins if lang is None else _in_words(Words(game, table.moment.board, lang))
    waiting = list(enumerate(recorded.entries))
    for frame in recorded.frames:
        while waiting and waiting[0][1].t < frame.t:
            _enter(path, table, game, *waiting.pop(0))
        table.answer_shuffles()
        observation = eye.look(recording.picture(folder, frame), frame.t)
        if frame.known is not None:
            placement = {cell: tuple(sorted(looks)) for cell, looks in frame.known.items()}
            observation = _vouched(_revised(observation, eye.learn(placement)), placement, table.moment.board)
            if placement and table.moment.phase == "setup":
                table.told(placement)
        findings = table.observe(observation)
        table.answer_shuffles()
        if frame.known is None and (confirmed := table.confirmed()) is not None:
            table.refine(eye.learn(confirmed))
        yield told(frame.file, findings, said)


def _revised(observation: Observation, learnt: Observation) -> Observation:
    """A look with what was said anew of it after learning."""
    if observation.blind or learnt.blind:
        return observation
    evidence = {**observation.evidence, **learnt.evidence}
    seen = {cell: what for cell, what in evidence.items() if cell not in learnt.hidden}
    return Observation(observation.t, seen, learnt.hidden)


class Vouched(msgspec.Struct, frozen=True):
    """Evidence of what somebody vouches for: exactly `contents` lie there."""

    contents: Contents

    def loglik(self, contents: Contents) -> float:
        return 0.0 if tuple(sorted(contents)) == self.contents else -SURE_NATS


def _vouched(observation: Observation, placement: Mapping[Cell, Contents], board: Board) -> Observation:
    """A look at a known board: what was vouched for is evidence, but where something covers it.

    Cells with holding boxes are left to the eye, for the pieces may lie in either, unless boxes are named.
    """
    if observation.blind:
        return observation
    boxes = {box: place.of for box, place in board.places.items() if place.of is not None}
    left_out = set() if any(box in placement for box in boxes) else {*boxes, *boxes.values()}
    sure = {
        cell: Vouched(placement.get(cell, ()))
        for cell in board.places
        if cell not in left_out and cell not in observation.hidden
    }
    return msgspec.structs.replace(observation, evidence={**observation.evidence, **sure})


def told(file: str, findings: Findings, said: Said = msgspec.to_builtins) -> dict[str, Any]:
    """The findings of a frame, each as it is `said`; repairs and violations of every reading of it are named."""
    told: dict[str, Any] = {"file": file, "reading": reading_name(findings.reading), "actions": []}
    told |= {"violations": [], "repairs": []}
    for number, reading in enumerate(findings.all):
        _tell(told, reading, said, main=number == 0)
    return told


def _tell(told: dict[str, Any], reading: Reading, said: Said, main: bool) -> None:
    """Adds to what is `told` of a look what one of its readings says; actions of breaches beside the `main` reading
    are left out."""
    match reading:
        case Moved(actions, undone):
            told["actions"] += map(said, actions)
            if undone:
                told["undone"] = list(undone)
        case TakenBack(entries):
            told["undone"] = list(entries)
        case Ambiguous(seat, choices):
            told["asked"] = seat
            told["choices"] = [[said(step) for step in story] for story in choices]
            told["actions"] += [said(step) for story in choices for step in story]
        case Breach(actions, violations, repairs):
            if main:
                told["actions"] += map(said, actions)
            told["violations"] += map(said, violations)
            told["repairs"] += map(said, repairs)
        case Owes(repairs):
            told["repairs"] += map(said, repairs)
        case InHand(pieces):
            told["pieces"] = [said(piece) for piece in pieces]
        case Blind(reason):
            told["why"] = said(reason)


def _in_words(words: Words) -> Said:
    """Says what a reading holds as players read it."""

    def said(one: Intent[Any] | Violation | Repair | Lying | str) -> str:
        match one:
            case str(reason):
                return words.blindness(reason)
            case Intent():
                return words.intent(one)
            case Violation():
                return capital(words.violation(one))
            case Repair():
                return words.repair(one)
            case Lying(cell, look):
                return f"{words.piece(look)} ({words.place(cell)})"

    return said


def _game(path: Path, recorded: recording.Recording) -> Game[Any, Any]:
    if recorded.game is None:
        raise DataError(path, "game", "is null: no engine knows this board, so there is nothing to follow")
    try:
        return registry.find(recorded.game)
    except registry.UnknownGame as error:
        raise DataError(path, "game", str(error)) from error


def _table(path: Path, game: Game[Any, Any], recorded: recording.Recording) -> Table:
    """A table in memory, with the recording's seats taken and the board being set up."""
    options = {key: str(value) for key, value in recorded.options.items() if key != "players"}
    seats = _seats(path, recorded.options.get("players"), game)
    try:
        game.check_seats(seats)
        table = Table.open(
            Store.open("sqlite://"),
            game,
            options,
            clock=lambda: 0.0,
            invited=seats,
            lone_looks=True,
            own_shuffles=False,
            chain=REPEATABLE_CHANCE,
        )
    except OptionError as error:
        raise DataError(path, "options", str(error)) from error
    for seat in seats:
        table.claim(seat, seat, share="")
    table.begin()
    return table


def _seats(path: Path, players: object, game: Game[Any, Any]) -> Sequence[str]:
    match players:
        case None:
            return game.seats[: game.min_seats]
        case str():
            return tuple(players.split(","))
        case list():
            return tuple(map(str, players))
    raise DataError(path, "options.players", "must be a list of seats, or their names with commas between them")


def _model(folder: Path, recorded: recording.Recording, table: Table) -> BoardModel:
    """The board that was recorded; raises `DataError` where a frame names a cell or a look that it does not have."""
    if recorded.board is not None:
        model = BoardModel.from_folder(folder / recorded.board)
    else:
        model = model_of(table.moment.game, table.moment.row.options)
    recording.check_cells(folder, recorded, frozenset(model.order), frozenset(model.bodies))
    return model


def _enter(path: Path, table: Table, game: Game[Any, Any], number: int, recorded: recording.RecordedEntry) -> None:
    """Applies an entry that did not come through the camera."""
    key = f"entries[{number}].entry"
    try:
        entry = msgspec.convert(recorded.entry, game.entry_type)
    except msgspec.ValidationError as error:
        raise DataError(path, key, str(error)) from error
    try:
        journal = table.moment.journal
        assert journal is not None
        chance = game.pending(journal.state)
        if isinstance(chance, Shuffle) and not (isinstance(entry, Outcome) and entry.chance == chance.name):
            table.answer_shuffles()
        table.apply(entry)
    except (IllegalAction, BadEntry) as error:
        raise DataError(path, key, f"does not fit: {error}") from error
