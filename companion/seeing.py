"""What the eye sees in a recording, frame by frame, and how right it is."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engines import registry
from engines.data import DataError
from engines.options import OptionError, chosen
from engines.physical import Cell, Look
from vision import recording as recordings
from vision.board_model import BoardModel
from vision.explanations import as_contents
from vision.eye import BLURRED, COVERED, Eye
from vision.seeing import Seer

EVIDENCE_STAGES = ("rectify", "floor", "cover", "things")
"""Stages of a look that turn a found board into evidence."""


def see(folder: Path, confirmed: bool = False) -> Iterator[dict[str, Any]]:
    """One JSON-ready object a frame, as the recordings' description says, using that frame and earlier ones only.

    If `confirmed`, what truly lies there is made known after each frame, as a table does after each move. Raises
    `DataError` naming file and key of what is missing or wrong.
    """
    recording = recordings.read_begun(folder)
    model = board_of(folder, recording)
    recordings.check_cells(folder, recording, frozenset(model.order), frozenset(model.bodies))
    eye, seer = Eye(model), Seer(model)
    for frame in recording.frames:
        image = recordings.picture(folder, frame)
        start = time.perf_counter()
        observation = eye.look(image, frame.t)
        seer.revise(observation)
        total = (time.perf_counter() - start) * 1e3
        stages = dict(eye.stages_ms)
        if frame.known is not None and not observation.blind:
            _make_known(frame.known, eye, seer)
        yield {
            "file": frame.file,
            "board": _state(observation.blind),
            "cells": {
                cell: {"looks": list(belief.contents), "p": round(belief.p, 4)} for cell, belief in seer.seen.items()
            },
            "unsure": sorted(seer.unsure),
            "ms": {
                "find": round(stages.get("changes", 0.0) + stages.get("find", 0.0), 1),
                "evidence": round(sum(stages.get(stage, 0.0) for stage in EVIDENCE_STAGES), 1),
                "total": round(total, 1),
            },
        }
        if confirmed and frame.truth is not None and not observation.blind:
            _make_known(frame.truth, eye, seer)


def _make_known(placement: Mapping[Cell, Sequence[Look]], eye: Eye, seer: Seer) -> None:
    known = {cell: as_contents(looks) for cell, looks in placement.items()}
    seer.know(known, eye.learn(known))


def _state(blind: str) -> str:
    if not blind:
        return "found"
    return "blocked" if blind in (BLURRED, COVERED) else "lost"


def board_of(folder: Path, recording: recordings.Recording) -> BoardModel:
    """The board of a recording: its own, else the edition that its game ships.

    Raises `DataError` where there is neither, and for a game or an option that there is not.
    """
    if recording.board is not None:
        return BoardModel.from_folder(folder / recording.board)
    if recording.game is None:
        raise DataError(folder / "recording.json", "board", "is missing, and without a game there is no usual board")
    from companion.board_eye import model_of

    path, values = folder / "recording.json", {key: str(value) for key, value in recording.options.items()}
    values.pop("players", None)
    try:
        game = registry.find(recording.game)
    except registry.UnknownGame as error:
        raise DataError(path, "game", str(error)) from error
    try:
        options = chosen(game.options, values)
    except OptionError as error:
        raise DataError(path, "options", str(error)) from error
    return model_of(game, options)


def score(folder: Path, seen: Iterable[Mapping[str, Any]] | None = None) -> dict[str, int]:
    """How right `seen` (else what `see` answers) is, over the frames that are not known.

    `pieces` are cells, not hidden, that hold something or are said to; of those `wrong` differ in contents and
    `abstained` are unsure; `empty_abstained` are unsure empty cells that are not hidden; `right_frames` have none.
    """
    recording = recordings.read_begun(folder)
    totals = dict.fromkeys(("frames", "lost", "pieces", "wrong", "abstained", "empty_abstained", "right_frames"), 0)
    for frame, said in zip(recording.frames, seen if seen is not None else see(folder)):
        if frame.known is not None or frame.truth is None:
            continue
        totals["frames"] += 1
        totals["lost"] += said["board"] == "lost"
        truth = {cell: as_contents(looks) for cell, looks in frame.truth.items() if looks}
        claims = {cell: as_contents(seen["looks"]) for cell, seen in said["cells"].items()}
        hidden, unsure = frozenset(frame.hidden or ()), frozenset(said["unsure"])
        pieces = (truth.keys() | claims.keys()) - hidden
        abstained = pieces & unsure
        wrong = {cell for cell in pieces - unsure if truth.get(cell, ()) != claims.get(cell, ())}
        empty = unsure - hidden - truth.keys()
        totals["pieces"] += len(pieces)
        totals["wrong"] += len(wrong)
        totals["abstained"] += len(abstained)
        totals["empty_abstained"] += len(empty)
        totals["right_frames"] += not (wrong or abstained or empty)
    return totals
