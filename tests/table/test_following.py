"""Recordings played through the whole table: each frame's reading, with a drawn eye and with the real one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from companion import following
from companion.cli.commands import commands
from companion.following import follow
from engines import registry
from engines.data import DataError
from engines.physical import Observation
from tests.table.drawn import Sees
from vision.recorder import Recorder

ESCAPE = registry.find("casablanca_escape")
SETUP = {"2008": ["square:blue", "square:red"], "T0": ["disc:blue", "disc:red"]}
STARTED = {**SETUP, "2602": ["disc:red"], "2802": ["disc:blue"]}
Board = Mapping[str, Sequence[str]]


class Dark(dict[str, list[str]]):
    """No board is seen, for a reason."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class DrawnEye:
    """An eye that is shown drawn boards instead of pictures."""

    boards: Sequence[Board] = ()

    def __init__(self, model: object) -> None:
        self.frame = -1
        self.before: Board | None = None

    def look(self, image: object, t: float) -> Observation:
        self.frame += 1
        now, before, self.before = self.boards[self.frame], self.before, self.boards[self.frame]
        if isinstance(now, Dark):
            return Observation(t, {}, blind=now.reason)
        places = ESCAPE.board({}).places if before is None else {*now, *before}
        return Observation(t, {place: Sees(tuple(sorted(now.get(place, ())))) for place in places})

    def learn(self, placement: object) -> Observation:
        return Observation(0.0, {})


@pytest.fixture
def film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Film:
    monkeypatch.setattr(following, "Eye", DrawnEye)
    monkeypatch.setattr(following, "_model", lambda *_: None)
    return Film(tmp_path)


class Film:
    """A recording that is made frame by frame, 1.5 s apart."""

    def __init__(self, folder: Path, options: Mapping[str, Any] | None = None) -> None:
        self.recorder = Recorder(folder, game="casablanca_escape", options=options or {"players": ["red", "blue"]})
        self.boards: list[Board] = []
        self.t = 0.0

    def frame(self, board: Board, known: bool = False, after_s: float = 1.5) -> Film:
        self.t += after_s
        self.boards.append(board)
        self.recorder.add(np.zeros((2, 2, 3), np.uint8), self.t, dict(board) if known else None)
        return self

    def enter(self, **entry: Any) -> Film:
        self.recorder.note(entry, self.t + 0.5)
        return self

    def rolls(self) -> Film:
        for seat, dice in (("red", [6, 6]), ("blue", [1, 2])):
            self.enter(type="outcome", chance="first_move", result=dice, source="typed", by=seat)
        return self

    def begun(self) -> Film:
        return self.frame({}, known=True).frame(SETUP, known=True).rolls().frame(STARTED)

    def follow(self) -> list[Mapping[str, Any]]:
        DrawnEye.boards = self.boards
        return list(follow(self.recorder.close()))


def test_each_frame_is_read(film: Film) -> None:
    moved = {**STARTED, "2008": ["square:blue"], "2010": ["square:red"]}
    film.begun().frame({**STARTED, "2008": ["square:blue"]}).frame(moved)
    film.frame({**moved, "2008": [], "2011": ["square:blue"]}).frame(moved).frame(STARTED)
    told = film.follow()
    readings = [frame["reading"] for frame in told]
    assert readings == ["Owes", "Agrees", "Agrees", "InHand", "Moved", "Breach", "Agrees", "TakenBack"]
    assert told[4] == {
        "file": "frames/0004.jpg",
        "reading": "Moved",
        "actions": [{"seat": "red", "action": {"type": "move_gestapo", "to": "2010"}}],
        "violations": [],
        "repairs": [],
    }
    assert told[5]["violations"][0]["rule"] == "gestapo.move"
    assert told[5]["repairs"] == [{"kind": "move", "look": "square:blue", "from": "2011", "to": "2008"}]


def test_an_entry_from_a_phone_leaves_the_board_owing(film: Film) -> None:
    film.begun().enter(type="act", seat="red", action={"type": "move_gestapo", "to": "2010"})
    told = film.frame(STARTED).frame({**STARTED, "2008": ["square:blue"], "2010": ["square:red"]}).follow()
    assert told[3]["reading"] == "Owes"
    assert told[3]["repairs"] == [{"kind": "move", "look": "square:red", "from": "2008", "to": "2010"}]
    assert told[4]["reading"] == "Agrees"


def test_an_edited_position_is_followed_from_there(film: Film) -> None:
    board = {"2010": ["square:red"], "2008": ["square:blue"], "T0": ["disc:blue"], "T4": ["disc:red"]}
    board |= {"2602": ["disc:red"], "2111": ["disc:blue"]}
    film.begun().enter(type="edit", facts={"red.gestapo": "2010", "blue.fugitive": "2111", "red.level": 4}, by="host")
    told = film.frame(board).frame({**board, "2010": [], "2111": ["disc:blue", "square:red"]}).follow()
    assert [frame["reading"] for frame in told[3:]] == ["Agrees", "Moved"]


def test_a_film_needs_two_looks(film: Film) -> None:
    moved = {**STARTED, "2008": ["square:blue"], "2010": ["square:red"]}
    film.begun()
    for _ in range(6):
        film.frame(moved, after_s=0.1)
    assert [frame["reading"] for frame in film.follow()[3:]] == [
        "InHand",
        "InHand",
        "InHand",
        "InHand",
        "Moved",
        "Agrees",
    ]


def test_following_twice_reads_alike(film: Film) -> None:
    film.begun().frame({**STARTED, "2008": ["square:blue"], "2010": ["square:red"]})
    assert film.follow() == film.follow()


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({"type": "conjure"}, r"entries\[2\]\.entry.*conjure"),
        ({"type": "act", "seat": "blue", "action": {"type": "end_turn"}}, r"entries\[2\]\.entry.*does not fit"),
        ({"type": "outcome", "chance": "flight", "result": [6, 6]}, r"entries\[2\]\.entry.*flight"),
    ],
)
def test_an_entry_that_does_not_fit_is_named(film: Film, entry: dict[str, Any], problem: str) -> None:
    film.begun().enter(**entry).frame(STARTED)
    with pytest.raises(DataError, match=problem):
        film.follow()


def test_a_board_that_no_engine_knows_cannot_be_followed(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, game=None)
    recorder.add(np.zeros((2, 2, 3), np.uint8), 0.0)
    with pytest.raises(DataError, match="game: is null"):
        list(follow(recorder.close()))


@pytest.mark.parametrize(
    "options", [{"players": ["red"]}, {"players": ["red", "pink"]}, {"players": 5}, {"version": "long"}]
)
def test_impossible_options_are_named(tmp_path: Path, options: dict[str, Any]) -> None:
    film = Film(tmp_path, options)
    with pytest.raises(DataError, match="options"):
        film.frame({}).follow()


@pytest.mark.parametrize(("known", "named"), [({"Z9": ["disc:red"]}, "'Z9'"), ({"2008": ["disc:pink"]}, "'disc:pink'")])
def test_a_frame_of_another_board_is_not_followed(tmp_path: Path, known: Board, named: str) -> None:
    film = Film(tmp_path).frame({}).frame(known, known=True)
    film.recorder.close()
    with pytest.raises(DataError, match=rf"recording\.json: frames\[1\]\.known.*{named}"):
        list(follow(tmp_path))


def test_the_real_eye_follows_the_virtual_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.paper.raster import raster_faces
    from companion.pictures import board_picture
    from vision.board_model import BoardModel
    from vision.virtual.kit import Kit
    from vision.virtual.table import VirtualTable

    board, pieces = ESCAPE.board({}), ESCAPE.pieces({})
    faces = {look: face[:, :, [2, 1, 0, 3]] for look, face in raster_faces(pieces, 128).items()}
    picture = board_picture(board, tmp_path / "pictures")
    monkeypatch.setattr(following, "model_of", lambda *_: BoardModel.from_board(board, pieces, picture))
    top = VirtualTable(Kit.of(board, picture, pieces, faces), ESCAPE.supply({}, ("red", "blue")))
    film = Film(tmp_path)
    number = -1

    def shoot(cells: Board, known: bool = False) -> None:
        nonlocal number
        top.lay_out(cells)
        frame = None
        for _ in range(2):  # the first one may have been taken while the pieces were laid out
            frame = top.newest(number, 10.0)
            assert frame is not None
            number = frame.number
        film.t += 1.5
        film.recorder.add(frame.image, film.t, top.placement() if known else None)

    try:
        shoot({}, known=True)
        shoot(SETUP, known=True)
        film.rolls()
        shoot(STARTED)
        shoot({**STARTED, "2008": ["square:blue"], "2010": ["square:red"]})
        shoot({**STARTED, "2008": ["square:blue"], "2011": ["square:red"]})
    finally:
        top.close()
    told = list(follow(film.recorder.close()))
    assert [frame["reading"] for frame in told] == ["Owes", "Agrees", "Agrees", "Moved", "Breach"]
    assert told[3]["actions"] == [{"seat": "red", "action": {"type": "move_gestapo", "to": "2010"}}]
    assert "gestapo" in msgspec.json.encode(told[4]["violations"]).decode()


def test_what_is_made_of_a_recording_is_told_in_words(film: Film, capsys: pytest.CaptureFixture[str]) -> None:
    moved = {**STARTED, "2008": ["square:blue"], "2010": ["square:red"]}
    film.begun().frame({**STARTED, "2008": ["square:blue"]}).frame(moved)
    film.frame({**moved, "2008": [], "2011": ["square:blue"]})
    DrawnEye.boards = film.boards
    commands(["follow", str(film.recorder.close())], standalone_mode=False)
    told = capsys.readouterr().out.splitlines()
    assert told[1] == "  repair: Put the blue disc on space 0 of the interception track."
    assert told[told.index("frames/0003.jpg InHand") :] == [
        "frames/0003.jpg InHand",
        "  in hand: the red square (Munich)",
        "frames/0004.jpg Moved",
        "  action: Red: Gestapo to 2010",
        "frames/0005.jpg Breach",
        "  action: Blue: Gestapo to Venice",
        "  violation: The Gestapo went 3 hexes from Munich to Venice; at most 2.",
        "  repair: Move the blue square from Venice to Munich.",
    ]


def test_why_nothing_is_seen_and_what_was_taken_back_is_told(film: Film, capsys: pytest.CaptureFixture[str]) -> None:
    moved = {**STARTED, "2008": ["square:blue"], "2010": ["square:red"]}
    film.begun().frame(moved).frame(STARTED).frame(Dark("covered"))
    DrawnEye.boards = film.boards
    commands(["follow", str(film.recorder.close())], standalone_mode=False)
    told = capsys.readouterr().out.splitlines()
    assert told[told.index("frames/0004.jpg TakenBack") :] == [
        "frames/0004.jpg TakenBack",
        "  taken back: entry 5",
        "frames/0005.jpg Blind: something covers most of the board",
    ]
    assert film.follow()[5]["why"] == "covered"
