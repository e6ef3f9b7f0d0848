"""How a command ends and prints: which errors are whose fault, JSON or a table for people."""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec
import rich_click as click
from rich.console import Console

from companion.store import StoreError
from engines.data import DataError
from engines.entries import BadEntry
from engines.game import IllegalAction
from engines.options import OptionError
from engines.registry import UnknownGame
from vision.recorder import RecordingFull
from vision.sources import UnknownSource

INPUT_ERRORS = (
    DataError,
    OptionError,
    UnknownGame,
    UnknownSource,
    BadEntry,
    IllegalAction,
    FileNotFoundError,
    FileExistsError,
    NotADirectoryError,
)
"""What the caller gave is wrong; the message says what and what would be right. Exit 2."""


class MachineError(RuntimeError):
    """The machine cannot do it now (port taken, no camera); the message says what to do."""


MACHINE_ERRORS = (MachineError, OSError, StoreError, RecordingFull)
"""Exit 3."""


def in_words(error: Exception) -> str:
    """What `error` says; the system's own names the file first, and leaves out its number."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


NOTHING_CAME = "nothing is wrong with it, but nothing came (a folder without pictures, perhaps)"
"""Why there is no picture, where the camera itself has nothing to say."""

console = Console(stderr=False)
progress_console = Console(stderr=True)

as_json = click.option("--json", is_flag=True, help="Print JSON for programs instead of a table.")


def counted(number: int, one: str, several: str = "") -> str:
    """``"1 game"``, ``"2 games"``; `several` where it is not `one` with an s."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def can_show(text: str) -> bool:
    """Whether the terminal, or what standard output is led to, has every character of `text`."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def print_json(value: Any) -> None:
    """`value` (anything msgspec encodes) as one JSON line on standard output, escaped where that has not all of it."""
    written = msgspec.json.encode(value).decode()
    sys.stdout.write((written if can_show(written) else json.dumps(json.loads(written))) + "\n")
    sys.stdout.flush()
