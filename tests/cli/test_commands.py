"""The command line as a player and a program meet it."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from companion.cli.outcome import console
from companion.occupied import occupied
from engines import registry
from engines.texts import LANGUAGES, Texts
from tests.conftest import Called
from vision.calibration import Sheet


def test_games_are_listed_for_programs_with_their_options(tavolo: Called) -> None:
    code, out, _ = tavolo("games", "--json")
    assert code == 0
    escape = next(game for game in json.loads(out) if game["id"] == "casablanca_escape")
    assert escape["seats"] == [2, 8]
    assert escape["options"]["version"] == ["simple", "articulated"]


def test_a_game_that_has_no_texts_yet_is_listed_by_its_id(tavolo: Called, monkeypatch: pytest.MonkeyPatch) -> None:
    corteo = registry.find("corteo")
    monkeypatch.setattr(corteo, "texts", Texts({lang: {} for lang in LANGUAGES}))
    code, out, _ = tavolo("games")
    assert code == 0
    assert "corteo  corteo, 2 players" in out
    listed = {game["id"]: game["name"]["it"] for game in json.loads(tavolo("games", "--json")[1])}
    assert (listed["corteo"], listed["cape_horn"]) == ("corteo", "Capo Horn")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("print", "cape_horn", "--part", "directory"), "directory"),
        (("print", "cape_horn", "--part", "lens", "--part", "cards"), "cape_horn has no cards;"),
        (("play", "cape_horn", "--store", "nonsense"), "postgresql+psycopg://"),
        (("play", "corteo", "--broker", "abc"), "--broker: 'abc' is no port"),
        (("play", "corteo", "--broker", "board:secret@70000"), "--broker: '70000' is no port"),
        (("sensors", "learn", "corteo", "--board", "foo"), "serial:PORT"),
        (("sensors", "learn", "corteo", "--option", "players=pink"), "unknown: pink"),
        (("board", "export", "corteo", "--option", "players=pink", "--out", "x"), "unknown: pink"),
        (("simulate", "casablanca_agents", "--seats", "9"), "--seats 9 is impossible; 2 to 8 can play"),
        (
            ("simulate", "casablanca_agents", "--option", "rules=variant", "--seats", "5"),
            "--seats 5 is impossible; with these options 2 to 4 can play",
        ),
        (("play", "corteo", "--eye", "a" * 300), "cannot be looked at as a camera"),
        (("play", "corteo", "--eye", ""), "an eye has no name"),
        (("doctor", "--eye", "http://cam:port/"), "a port is a number"),
        (("doctor", "--eye", ""), "an eye has no name"),
        (("calibrate", ""), "'' does not name a camera"),
        (("calibrate", "rtsp://a b/"), "are written"),
    ],
)
def test_what_there_is_not_is_named_and_nothing_is_left_behind(
    tavolo: Called, tmp_path: Path, arguments: tuple[str, ...], named: str
) -> None:
    code, _, errors = tavolo(*arguments)
    assert code == 2
    assert named in " ".join(errors.split())
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


def test_every_choice_of_every_option_is_listed_whole_on_a_narrow_terminal(
    tavolo: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "width", 80)
    code, out, _ = tavolo("games")
    assert code == 0
    assert "corteo  Corteo, 2 players" in out
    left = [line[2:42].rstrip() for line in out.splitlines() if line.startswith("  ")]
    assert {"scenario=none|internationalist", "|antifascist|social|antirepressive"} <= set(left), (
        "a choice is parted at the end of a line"
    )
    listed = "".join(left)
    for game in map(registry.find, registry.names()):
        for option in game.options:
            others = [choice for choice in option.choices if choice != option.default]
            assert f"{option.key}={'|'.join([option.default, *others])}" in listed
    assert "A fugitive that walks into a Gestapo" in " ".join(out.split())


def test_rules_name_their_tests(tavolo: Called) -> None:
    code, out, err = tavolo("rules", "casablanca_escape", "--json")
    rules = {rule["id"]: rule for rule in json.loads(out)}
    assert set(rules["gestapo.move"]) == {"id", "section", "text", "legal_tests", "illegal_tests", "excluded"}
    assert (code, err) == (0, "")


def test_rules_and_their_tests_are_named_whole_on_a_narrow_terminal(
    tavolo: Called, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "width", 80)
    _, listed, _ = tavolo("rules", "casablanca_escape", "--json")
    _, out, _ = tavolo("rules", "casablanca_escape")
    lines = out.splitlines()
    for rule in json.loads(listed):
        assert f"{rule['id']}  {rule['section']}" in lines
        for shown, tests in (("kept", rule["legal_tests"]), ("broken", rule["illegal_tests"])):
            assert {f"  {shown:7}{test}" for test in tests} <= set(lines)


def test_a_test_of_a_rule_that_the_game_does_not_have_is_named(tavolo: Called, tmp_path: Path) -> None:
    marks = ", ".join(repr(rule.id) for rule in registry.find("cape_horn").rulebook)
    (tmp_path / "test_all.py").write_text(
        f"@pytest.mark.legal({marks})\n@pytest.mark.illegal({marks})\ndef test_all(): ...\n"
    )
    assert tavolo("rules", "cape_horn", "--tests", str(tmp_path), "--json")[0] == 0
    (tmp_path / "test_old.py").write_text("@pytest.mark.legal('sail.gone')\ndef test_old(): ...\n")
    code, _, err = tavolo("rules", "cape_horn", "--tests", str(tmp_path))
    assert (code, err) == (1, "tavolo: test_old.py::test_old: sail.gone is no rule of cape_horn\n")


def test_rules_speak_italian(tavolo: Called) -> None:
    _, out, _ = tavolo("rules", "casablanca_escape", "--json", "--lang", "it")
    assert "esagoni" in {rule["id"]: rule for rule in json.loads(out)}["gestapo.move"]["text"]


def test_a_simulation_counts_games_and_finds_no_dead_end(tavolo: Called) -> None:
    code, out, _ = tavolo("simulate", "casablanca_escape", "--seats", "2", "--games", "2", "--seed", "4", "--json")
    told = json.loads(out)
    assert set(told) == {"games", "entries", "entries_per_s", "games_per_s", "dead_ends", "unfinished"}
    assert (code, told["games"], told["dead_ends"], told["unfinished"]) == (0, 2, 0, 0)


def test_a_single_game_is_counted_as_one(tavolo: Called) -> None:
    _, out, _ = tavolo("simulate", "casablanca_escape", "--seats", "2", "--games", "1", "--max-entries", "1")
    assert out.startswith("1 game, 1 entry in ")


def test_the_same_seed_plays_the_same_games(tavolo: Called) -> None:
    def play(seed: str) -> int:
        out = tavolo("simulate", "casablanca_escape", "--seats", "3", "--games", "1", "--seed", seed, "--json")[1]
        return int(json.loads(out)["entries"])

    assert play("5") == play("5")
    assert play("5") != play("6")


def test_a_game_that_is_cut_short_is_unfinished_and_dumped(tavolo: Called, tmp_path: Path) -> None:
    arguments = ("--seats", "2", "--games", "1", "--max-entries", "20", "--dump", str(tmp_path / "dump"))
    code, _, _ = tavolo("simulate", "casablanca_escape", *arguments)
    assert code == 1
    (dumped,) = (tmp_path / "dump").iterdir()
    code, out, err = tavolo("replay", str(dumped), "--json")
    assert (code, err) == (0, "")
    assert (json.loads(out)["entries"], json.loads(out)["over"]) == (20, "")
    code, _, err = tavolo("verify", str(dumped))
    assert code == 1, "nobody committed to its chance"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("rules", "chess"), "there is no game 'chess'"),
        (("simulate", "casablanca_escape", "--seats", "9"), "2 to 8 can play"),
        (("simulate", "corteo", "--seats", "3"), "--seats 3 is impossible; 2 can play"),
        (("simulate", "casablanca_escape", "--option", "version"), "write KEY=VALUE"),
        (("simulate", "casablanca_escape", "--option", "version=hard"), "simple, articulated"),
        (("simulate", "casablanca_escape", "--option", "players=red,pink"), "pink"),
        (("play", "casablanca_escape", "--eye", "v4l2:front", "--port", "0"), "v4l2:0"),
        (("see", "nowhere"), "nowhere"),
        (("follow", "nowhere"), "nowhere"),
        (("replay", "nowhere.jsonl"), "nowhere.jsonl"),
        (("verify", "nowhere.jsonl"), "nowhere.jsonl"),
        (("bench", "--only", "chess"), "chess"),
        (("play", "corteo", "--eye", "http://[::1"), "is no address"),
    ],
)
def test_a_wrong_call_names_what_was_wrong(
    tavolo: Called, arguments: tuple[str, ...], named: str, tmp_path: Path
) -> None:
    data = ("--data", str(tmp_path / "data")) if arguments[0] == "play" else ()
    code, _, err = tavolo(*arguments, *data)
    assert code == 2
    assert named in err
    assert "Traceback" not in err


SECONDS = {
    "record": ("record", "corteo", "--eye", "v4l2:77", "--out", "out", "--seconds"),
    "every": ("record", "corteo", "--eye", "v4l2:77", "--out", "out", "--every"),
    "calibrate": ("calibrate", "v4l2:77", "--seconds"),
    "find": ("find", "board.png", "--seconds"),
    "core": ("print", "corteo", "--part", "cards", "--core"),
    "pace": ("demo", "--pace"),
}


@pytest.mark.parametrize("number", ["nan", "-nan", "inf", "1e300"])
@pytest.mark.parametrize("arguments", SECONDS.values(), ids=SECONDS)
def test_no_number_is_no_amount(tavolo: Called, arguments: tuple[str, ...], number: str) -> None:
    code, _, err = tavolo(*arguments, number)
    assert code == 2
    assert f"Invalid value for '{arguments[-1]}'" in err
    assert "is not a number" in err if "nan" in number else "is not in the range" in err


@pytest.mark.parametrize("beside", ["nan,3", "3,inf"])
def test_a_corner_that_is_nowhere_is_no_hint(tavolo: Called, tmp_path: Path, beside: str) -> None:
    cv2.imwrite(str(tmp_path / "board.png"), np.full((48, 64, 3), 120, np.uint8))
    code, _, err = tavolo("find", str(tmp_path / "board.png"), "--hint", "1,1", "60,1", "60,40", beside)
    assert code == 2
    assert f"'{beside}' is no point" in err


SHEET: Mapping[str, Any] = msgspec.structs.asdict(Sheet())


@pytest.mark.parametrize(
    ("described", "named"),
    [
        ({"hello": 3}, "columns"),
        (SHEET | {"rows": "seven"}, "$.rows"),
        (SHEET | {"rows": 2}, "10 × 2 squares are too few; a sheet has 3 × 3 or more"),
        (SHEET | {"marker_mm": 40}, "markers of 40 mm do not fit into squares of 25 mm"),
        (SHEET | {"marker_mm": -1}, "markers of -1 mm do not fit"),
        (
            SHEET | {"marker_mm": 0.0001},
            "markers of 0.0001 mm in squares of 25 mm are on no sheet; right are 1 to 1000 mm",
        ),
        (SHEET | {"square_mm": 1e308}, "in squares of 1e+308 mm are on no sheet"),
        (SHEET | {"columns": 90}, "DICT_5X5_50 has too few markers for 90 × 7 squares"),
        (SHEET | {"dictionary": "DICT_9X9"}, "there is no dictionary of markers 'DICT_9X9'"),
    ],
)
def test_a_sheet_that_there_cannot_be_is_told_before_any_camera_is_opened(
    tavolo: Called, tmp_path: Path, described: Mapping[str, Any], named: str
) -> None:
    (tmp_path / "sheet.json").write_text(json.dumps(described), encoding="utf-8")
    code, _, err = tavolo("calibrate", "v4l2:77", "--sheet", "sheet.json", "--data", str(tmp_path))
    assert code == 2
    assert err.startswith("tavolo: sheet.json: ")
    assert named in err


def test_a_folder_that_cannot_be_written_is_not_told_as_the_port(tavolo: Called, tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    code, _, err = tavolo("play", "--port", "0", "--data", str(tmp_path / "taken" / "evenings"))
    assert code == 3
    assert "evenings cannot be used (Not a directory); choose another folder with --data" in " ".join(err.split())
    assert "served" not in err


def test_the_lost_pieces_of_one_player_are_printed_anew(
    tavolo: Called, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "width", 40)
    asked = ("print", "casablanca_escape", "--part", "counters", "--option", "players=red")
    code, out, _ = tavolo(*asked, "--out", str(tmp_path / "red"))
    assert code == 0
    assert f"wrote {tmp_path / 'red' / 'counters-A4.pdf'}: 1 sheet" in out, "a path to copy is not broken over lines"
    code, _, err = tavolo("play", "casablanca_escape", "--option", "players=red", "--port", "0")
    assert code == 2
    assert "1 player cannot play; 2 to 8 can" in " ".join(err.split())


def test_who_starts_a_second_table_hears_that_it_needs_a_folder_of_its_own(tavolo: Called, tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:
        port = str(other.getsockname()[1])
        code, _, err = tavolo("play", "--port", port, "--data", str(tmp_path / "evenings"))
    told = " ".join(err.split())
    assert code == 3
    assert f"port {port} is taken; is Tavolo running already?" in told
    assert "another --port, and a folder of its own with --data" in told


def test_a_second_table_on_one_folder_is_turned_away_and_the_first_one_ended_leaves_it_free(
    tavolo: Called, tmp_path: Path
) -> None:
    with occupied(tmp_path):
        code, _, err = tavolo("play", "--port", "0", "--data", str(tmp_path))
    told = " ".join(err.split())
    assert code == 3
    assert f"another table is played from {tmp_path}; is Tavolo running already?" in told
    assert "a folder of its own with --data" in told
    assert not (tmp_path / "evening.db").exists(), "nothing was begun beside the first table"
    with occupied(tmp_path):
        pass  # what was held is free again


def test_options_may_stand_in_a_settings_file(tavolo: Called, tmp_path: Path) -> None:
    (tmp_path / "tavolo.toml").write_text("[simulate]\nseats = 2\ngames = 3\n", encoding="utf-8")
    _, out, _ = tavolo("simulate", "casablanca_escape", "--json")
    assert json.loads(out)["games"] == 3


def test_the_environment_wins_over_the_settings_file(
    tavolo: Called, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tavolo.toml").write_text("[simulate]\nseats = 2\ngames = 3\n", encoding="utf-8")
    monkeypatch.setenv("TAVOLO_SIMULATE_GAMES", "1")
    _, out, _ = tavolo("simulate", "casablanca_escape", "--json")
    assert json.loads(out)["games"] == 1


@pytest.mark.parametrize(
    ("settings", "named"),
    [("[simulate]\ngams = 3\n", "gams"), ("[simulat]\ngames = 3\n", "[simulat]"), ("[simulate\n", "not TOML")],
)
def test_a_wrong_setting_is_named_with_its_file(tavolo: Called, tmp_path: Path, settings: str, named: str) -> None:
    (tmp_path / "tavolo.toml").write_text(settings, encoding="utf-8")
    code, _, err = tavolo("simulate", "casablanca_escape")
    assert code == 2
    assert named in err
    assert "tavolo.toml" in err


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """A recording of a game that has begun, and holds no picture yet."""
    folder = tmp_path / "evenings" / "first"
    folder.mkdir(parents=True)
    (folder / "recording.json").write_text('{"format":1,"game":"fifth_column","frames":[]}')
    return folder


@pytest.mark.parametrize("command", [("see",), ("see", "--json"), ("see", "--score"), ("follow",)])
def test_a_recording_without_a_picture_is_no_answer(tavolo: Called, recording: Path, command: tuple[str, ...]) -> None:
    code, out, err = tavolo(*command, str(recording))
    assert (code, out) == (2, "")
    assert "first/recording.json: frames: are missing" in err


@pytest.mark.parametrize("command", ["see", "follow"])
def test_a_recording_of_several_cameras_names_that_of_each(tavolo: Called, tmp_path: Path, command: str) -> None:
    for number in (1, 2):
        (tmp_path / f"camera-{number}").mkdir()
        (tmp_path / f"camera-{number}" / "recording.json").write_text('{"format":1,"game":"corteo","frames":[]}')
    code, out, err = tavolo(command, str(tmp_path))
    assert (code, out) == (2, "")
    assert "camera-1, " in " ".join(err.split())
    assert "camera-2" in err


def test_an_eye_is_not_judged_on_a_recording_without_a_picture(tavolo: Called, recording: Path) -> None:
    code, _, err = tavolo("accuracy", str(recording.parent))
    assert code == 2
    assert "first/recording.json: frames: are missing" in err


def test_an_eye_is_not_judged_onto_a_page_that_is_none(tavolo: Called, recording: Path, tmp_path: Path) -> None:
    (tmp_path / "page").write_bytes(b"\xff\xd8\x84")
    code, _, err = tavolo("accuracy", str(recording.parent), "--write", str(tmp_path / "page"))
    assert code == 2
    assert "invalid start byte" in " ".join(err.replace("│", " ").split()), "however its lines are broken"
    assert "Traceback" not in err


@pytest.mark.parametrize("command", ["see", "follow", "replay", "verify"])
def test_a_file_in_place_of_a_folder_is_told_in_words(tavolo: Called, command: str, tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    given = "taken" if command in ("see", "follow") else "taken/log.jsonl"
    code, _, err = tavolo(command, given)
    assert code == 2
    assert "taken" in err
    assert "Errno" not in err


def test_a_broker_without_a_host_is_told_to_the_doctor_as_a_mistake(tavolo: Called) -> None:
    code, _, err = tavolo("doctor", "--eye", "mqtt://")
    assert code == 2
    assert "names no host" in " ".join(err.replace("│", " ").split())
    assert "Traceback" not in err


def test_what_cannot_be_written_is_named_first(tavolo: Called, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((48, 64, 3), 120, np.uint8))
    (tmp_path / "folder.png").mkdir()
    for out, code in (("nowhere/out.png", 2), ("grey.png/out.png", 2)):
        assert tavolo("find", "grey.png", "--draw", out)[0] == code
    code, _, err = tavolo("find", "grey.png", "--draw", "nowhere/out.png")
    assert err == "tavolo: nowhere/out.png: No such file or directory\n"
