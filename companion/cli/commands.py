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
from click.types import BoolParamType, FloatParamType, IntParamType

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


READS_TOO = {"doctor": ("play",)}
"""Command → others whose settings it reads as well."""

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

    Raises `click.UsageError` for what cannot be read or is not TOML, and for a command that there is not.
    """
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{path} is not TOML: {error}") from error
    for command, table in settings.items():
        if command not in COMMANDS or not isinstance(table, Mapping):
            raise click.UsageError(f"{path}: [{command}] is no command; there are: {', '.join(COMMANDS)}")
    return settings


def _fits(parameter: click.Parameter, value: object) -> bool:
    """Whether one `value` of the settings file is of the kind that `parameter` takes; text is read as on the line."""
    if isinstance(value, str):
        return True
    match parameter.type:
        case BoolParamType():
            return isinstance(value, bool)
        case IntParamType():
            return isinstance(value, int) and not isinstance(value, bool)
        case FloatParamType():
            return isinstance(value, int | float) and not isinstance(value, bool)
    return False


def _kind(parameter: click.Parameter) -> str:
    """What `_fits` for `parameter`, in words."""
    match parameter.type:
        case BoolParamType():
            return "true or false"
        case IntParamType():
            return "a whole number"
        case FloatParamType():
            return "a number"
    return "text in quotes"


def _taken(where: str, parameter: click.Parameter, value: Any, ctx: click.Context) -> Any:
    """`value` as click takes it for `parameter`: one text stands for a list of it where there may be several.

    Raises `click.UsageError`, which begins with `where`, for what the parameter does not take.
    """
    several = parameter.multiple or parameter.nargs == -1
    if isinstance(value, str) and (several or parameter.nargs > 1):
        value = [value] if several else parameter.type.split_envvar_value(value)
    listed = several or parameter.nargs > 1
    if (listed and not isinstance(value, list | tuple)) or not all(
        _fits(parameter, one) for one in (value if listed else (value,))
    ):
        raise click.UsageError(f"{where}: {value!r} should be {_kind(parameter)}{', or a list of such' * listed}")
    try:
        parameter.type_cast_value(ctx, value)
    except click.BadParameter as error:
        raise click.UsageError(f"{where}: {error.message}") from error
    except (TypeError, ValueError, OSError) as error:
        raise click.UsageError(f"{where}: {value!r} cannot be used: {error}") from error
    return value


def _checked(path: Path, name: str, command: click.Command, table: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of `command` and of its subcommands, under the names that click asks for.

    Raises `click.UsageError` for an option or a subcommand that there is not, and for a value that it does not take.
    """
    ctx = click.Context(command, info_name=name)
    options = {parameter.name: parameter for parameter in command.params if parameter.name is not None}
    below = command.commands if isinstance(command, click.Group) else {}
    settings: dict[str, Any] = {}
    for key, value in table.items():
        where = f"{path}: [{name}] {key}"
        if key in below:
            if not isinstance(value, Mapping):
                raise click.UsageError(
                    f"{where} is a command: its options stand in a table of their own, [{name}.{key}]"
                )
            settings[key] = _checked(path, f"{name}.{key}", below[key], value)
        elif (option := options.get(key.replace("-", "_"))) is not None:
            settings[key.replace("-", "_")] = _taken(where, option, value, ctx)
        else:
            there_are = ", ".join(sorted({option.replace("_", "-") for option in options} | set(below)))
            raise click.UsageError(f"{where} is no option; there are: {there_are or 'none'}")
    return settings


def defaults_in(path: Path, checked: str | None) -> dict[str, dict[str, Any]]:
    """What the settings file `path` puts in place of the defaults of each command's options.

    Raises `click.UsageError` as `read_settings` does, and for what the command `checked` does not take.
    """
    defaults = read_settings(path)
    for name in {checked, *READS_TOO.get(checked or "", ())} & defaults.keys():
        command = commands.get_command(click.Context(commands), name)
        assert command is not None
        defaults[name] = _checked(path, name, command, defaults[name])
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
