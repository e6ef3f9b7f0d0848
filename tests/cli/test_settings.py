"""The settings file: what stands in it is called as the options are; what is wrong in it is named with its key."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from companion.cli.commands import commands
from tests.conftest import Called


def _settings(folder: Path, text: str) -> Path:
    path = folder / "tavolo.toml"
    path.write_text(text, encoding="utf-8")
    return path


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
