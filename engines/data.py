"""Loads data files (boards, decks, tables, rulebooks, texts) and names file and key of what is wrong in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from engines.misfit import misfit

T = TypeVar("T")


class DataError(ValueError):
    """A data file is wrong: the message names the file, the key and what would be right."""

    def __init__(self, path: Path | str, key: str, problem: str) -> None:
        super().__init__(f"{path}: {key}: {problem}" if key else f"{path}: {problem}")


def load_toml(path: Path, kind: type[T]) -> T:
    """The TOML file at `path` as a value of `kind`.

    Raises `DataError` where the file is missing, is not TOML, or does not fit `kind`.
    """
    return _loaded(path, kind, msgspec.toml.decode)


def load_json(path: Path, kind: type[T]) -> T:
    """The JSON file at `path` as a value of `kind`; raises `DataError` as `load_toml` does."""
    return _loaded(path, kind, msgspec.json.decode)


def _loaded(path: Path, kind: type[T], decoded: Callable[..., Any]) -> T:
    with _named(path):
        data = path.read_bytes()
        try:
            value: T = decoded(data, type=kind)
        except msgspec.ValidationError as error:
            raise DataError(path, *misfit(decoded(data), kind, error)) from error
    return value


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
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(path, "", f"cannot be read: {error}") from error
