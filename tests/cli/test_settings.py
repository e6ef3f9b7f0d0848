"""The settings file: what stands in it is called as the options are; what is wrong in it is named with its key."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from companion.cli.commands import commands, defaults_in
from tests.conftest import Called


def _settings(folder: Path, text: str) -> Path:
    path = folder / "tavolo.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "command", "named"),
    [
        ("[play]\neye = 5\n", ("play",), "[play] eye: 5 should be text"),
        ("[play]\neye = [5]\n", ("play",), "[play] eye: [5] should be text"),
        ("[play]\ndata = 5\n", ("play",), "[play] data: 5 should be text"),
        ("[play]\nhttps = 2\n", ("play",), "[play] https: 2 should be true or false"),
        ("[play]\nport = [80]\n", ("play",), "[play] port: [80] should be a whole number"),
        ("[play]\nport = {a = 1}\n", ("play",), "[play] port: {'a': 1} should be a whole number"),
        ("[play]\nport = 80.5\n", ("play",), "[play] port: 80.5 should be a whole number"),
        ("[play]\nport = true\n", ("play",), "[play] port: True should be a whole number"),
        ("[play]\nport = 99999\n", ("play",), "[play] port: 99999 is not in the range"),
        ("[play]\neye = 5\n", ("doctor",), "[play] eye: 5 should be text"),
        ("[doctor]\neye = 5\n", ("doctor",), "[doctor] eye: 5 should be text"),
        ("[doctor]\ndata = 5\n", ("doctor",), "[doctor] data: 5 should be text"),
        ("[doctor]\nhost = 5\n", ("doctor",), "[doctor] host: 5 should be text"),
        ("[demo]\npace = [1]\n", ("demo",), "[demo] pace: [1] should be a number"),
        ('[print]\npart = "lense"\n', ("print", "corteo"), "[print] part: 'lense' is not one of"),
        ("[board]\nexport = 1\n", ("board", "export", "corteo", "--out", "x"), "[board] export is a command"),
        ("[board.export]\nnosuch = 1\n", ("board", "export", "corteo", "--out", "x"), "[board.export] nosuch is no"),
    ],
)
def test_a_wrong_value_is_named_with_its_file_and_key(
    tavolo: Called, tmp_path: Path, text: str, command: tuple[str, ...], named: str
) -> None:
    _settings(tmp_path, text)
    code, _, err = tavolo(*command)
    told = " ".join(err.replace("│", " ").split())
    assert code == 2
    assert f"tavolo.toml: {named}" in told


def test_a_settings_file_that_cannot_be_read_is_named(tavolo: Called, tmp_path: Path) -> None:
    (tmp_path / "tavolo.toml").mkdir()
    code, _, err = tavolo("games")
    assert code == 2
    assert "tavolo.toml cannot be read: Is a directory" in err


@pytest.mark.parametrize(
    ("command", "key", "value"),
    [
        ("play", "eye", "virtual"),
        ("play", "option", "version=articulated"),
        ("doctor", "eye", "virtual"),
        ("record", "eye", "virtual"),
        ("print", "part", "lens"),
        ("verify", "seal", "4f3a-91c2"),
    ],
)
def test_one_text_stands_for_a_list_of_it(tmp_path: Path, command: str, key: str, value: str) -> None:
    path = _settings(tmp_path, f'[{command}]\n{key} = "{value}"\n')
    assert defaults_in(path, command)[command][key] == [value]


def test_dashes_are_as_the_help_has_them_in_tables_of_subcommands_too(tavolo: Called, tmp_path: Path) -> None:
    _settings(tmp_path, "[board.export]\nmarkers-beside = true\n")
    assert tavolo("board", "export", "corteo", "--out", str(tmp_path / "set"))[0] == 0
    assert tavolo("board", "export", "corteo", "--out", str(tmp_path / "given"), "--markers-beside")[0] == 0
    assert (tmp_path / "set" / "board.json").read_bytes() == (tmp_path / "given" / "board.json").read_bytes()


def test_json_may_be_asked_for_in_the_settings_and_in_the_environment(
    tavolo: Called, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _settings(tmp_path, "[games]\njson = true\n")
    assert json.loads(tavolo("games")[1])
    path.unlink()
    monkeypatch.setenv("TAVOLO_GAMES_JSON", "1")
    assert json.loads(tavolo("games")[1])


def _every_option() -> list[tuple[str, click.Option]]:
    """Each option of each command and subcommand."""
    ctx = click.Context(commands)
    found = []
    for name in commands.list_commands(ctx):
        command = commands.get_command(ctx, name)
        assert command is not None
        below = command.commands if isinstance(command, click.Group) else {"": command}
        for sub, one in below.items():
            found += [(f"{name} {sub}", option) for option in one.params if isinstance(option, click.Option)]
    return found


def test_every_option_is_kept_under_the_name_that_it_is_given_by() -> None:
    """By that name click looks it up in the settings and in the environment."""
    for command, option in _every_option():
        names = [name.removeprefix("--").replace("-", "_") for name in option.opts if name.startswith("--")]
        assert option.name in names, f"{command}: {option.opts} is {option.name}"
