"""Loads data files (boards, decks, tables, rulebooks, texts) and names file and key of what is wrong in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


class DataError(ValueError):
    """A data file is wrong: the message names the file, the key and what would be right."""

    def __init__(self, path: Path | str, key: str, problem: str) -> None:
        super().__init__(f"{path}: {key}: {problem}" if key else f"{path}: {problem}")


def load_toml(path: Path, kind: type[T]) -> T:
    """The TOML file at `path` as a value of `kind`.

    Raises `DataError` where the file is missing, is not TOML, or does not fit `kind`.
    """
    with _named(path):
        return msgspec.toml.decode(path.read_bytes(), type=kind)


def load_json(path: Path, kind: type[T]) -> T:
    """The JSON file at `path` as a value of `kind`; raises `DataError` as `load_toml` does."""
    with _named(path):
        return msgspec.json.decode(path.read_bytes(), type=kind)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise DataError(path, "", "there is no such file") from error
    except NotADirectoryError as error:
        raise DataError(path, "", "there is no such file: what should be its folder is a file") from error
    except IsADirectoryError as error:
        raise DataError(path, "", "is a folder, not a file") from error
    except msgspec.ValidationError as error:
        problem, _, where = str(error).partition(" - at `")
        raise DataError(path, where.rstrip("`") or "$", problem) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(path, "", f"cannot be read: {error}") from error
