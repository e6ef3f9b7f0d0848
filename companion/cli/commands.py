"""The top of the command line: the group, its settings file, and where each command lives."""

from __future__ import annotations

import importlib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import platformdirs
import rich_click as click

COMMANDS = {
    "play": "companion.cli.play",
    "demo": "companion.cli.demo",
    "games": "companion.cli.games",
    "rules": "companion.cli.games",
    "board": "companion.cli.games",
    "print": "companion.cli.printing",
    "record": "companion.cli.recordings",
    "calibrate": "companion.cli.calibrate",
    "find": "companion.cli.find",
    "see": "companion.cli.recordings",
    "follow": "companion.cli.recordings",
    "simulate": "companion.cli.simulate",
    "replay": "companion.cli.logs",
    "verify": "companion.cli.logs",
    "doctor": "companion.cli.doctor",
    "sensors": "companion.cli.sensors",
    "service": "companion.cli.service",
    "bench": "companion.cli.bench",
    "accuracy": "companion.cli.accuracy",
}
"""Command → module that has it, imported only when asked for: ``tavolo play`` must answer fast."""


SETTINGS = "tavolo.toml"
"""The settings file's name."""

QUIET = {"OPENCV_LOG_LEVEL": "ERROR", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
"""What OpenCV writes about a camera that does not answer, Tavolo says in words."""
ALONE = {"OPENCV_FOR_THREADS_NUM": "1"}
"""OpenCV's own threads wait for each other by turning over: the eye's steps are small, so that they took a fifth of its
processor time and ended no sooner. The other cores have phones to answer."""

for _name, _value in (QUIET | ALONE).items():
    os.environ.setdefault(_name, _value)  # here, since OpenCV reads them only as it is loaded, which any command may do


class LazyCommands(click.RichGroup):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(COMMANDS[cmd_name]), cmd_name)
        assert isinstance(command, click.Command)
        return command


def default_settings_file() -> Path:
    """``tavolo.toml`` here, else the one in the user's configuration folder."""
    here = Path(SETTINGS)
    return here if here.exists() else Path(platformdirs.user_config_path("tavolo")) / SETTINGS


def read_settings(path: Path) -> dict[str, Any]:
    """The settings file: a table per command, a key per option, as ``tavolo COMMAND --help`` names them.

    Raises `click.UsageError` for what is not TOML, and for a command or an option that there is not.
    """
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{path} is not TOML: {error}") from error
    for command, table in settings.items():
        if command not in COMMANDS or not isinstance(table, Mapping):
            raise click.UsageError(f"{path}: [{command}] is no command; there are: {', '.join(COMMANDS)}")
    return settings


def _check_keys(path: Path, name: str, command: click.Command, table: Mapping[str, Any]) -> None:
    known = {parameter.name for parameter in command.params}
    subcommands = set(command.commands) if isinstance(command, click.Group) else set()
    for key in table:
        if key.replace("-", "_") not in known | subcommands:
            raise click.UsageError(
                f"{path}: [{name}] {key} is no option; there are: {', '.join(sorted(map(str, known)))}"
            )


def defaults_in(path: Path, checked: str | None) -> dict[str, dict[str, Any]]:
    """What the settings file `path` puts in place of the defaults of each command's options.

    Raises `click.UsageError` as `read_settings` does, and for an option that the command `checked` has not.
    """
    tables = read_settings(path)
    if checked in tables:
        command = commands.get_command(click.Context(commands), checked)
        assert command is not None
        _check_keys(path, checked, command, tables[checked])
    defaults = {name: {key.replace("-", "_"): value for key, value in table.items()} for name, table in tables.items()}
    if isinstance(given := defaults.get("play", {}).get("eye"), str):
        defaults["play"]["eye"] = [given]
    return defaults


@click.group(cls=LazyCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--settings",
    type=click.Path(dir_okay=False, path_type=Path),
    help="TOML file with a table per command and a key per option. Default: ./tavolo.toml, else the one in your "
    "configuration folder. Environment variables TAVOLO_COMMAND_OPTION win over it, options given here over both.",
)
@click.version_option(package_name="tavolo")
@click.pass_context
def commands(ctx: click.Context, settings: Path | None) -> None:
    """Tavolo: a referee for the printed board on your table."""
    path = settings or default_settings_file()
    if settings is not None and not path.exists():
        raise click.UsageError(f"{path}: there is no such settings file")
    if path.exists():
        ctx.default_map = defaults_in(path, ctx.invoked_subcommand)
