"""What goes wrong under a store, as errors that say what to do. None quotes what was stored: it may be a secret."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from sqlalchemy.exc import DatabaseError, IntegrityError

from companion.store_rows import StoreCorrupt, StoreError, StoreFull

UNREADABLE = (ValueError, TypeError, OverflowError, AttributeError, msgspec.MsgspecError)
"""What reading raises where a row is not as it was written: no UTF-8, no JSON, no such phase, no text at all."""
DISK_ERRORS = ("SQLITE_FULL", "SQLITE_IOERR")
NO_ROOM = "No space left"
"""How PostgreSQL says that its disk is full."""
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT")
NOT_AS_MADE = ("malformed", "unsupported file format", "no such table", "no such column")


@contextmanager
def named_errors(name: str) -> Iterator[None]:
    """Turns errors of the database called `name` into `StoreError`; broken constraints are left to who wrote."""
    try:
        yield
    except IntegrityError:
        raise
    except DatabaseError as error:
        raise named(name, error) from None


@contextmanager
def reading(name: str, what: str = "something in it") -> Iterator[None]:
    """The same for what is only read: `what` is damaged where it does not decode."""
    try:
        with named_errors(name):
            yield
    except UNREADABLE:
        raise damaged(name, f"{what} is unreadable") from None


def named(name: str, error: DatabaseError) -> StoreError:
    """The error of the store called `name` that `error` means."""
    problem = str(error.orig).partition("\n")[0]
    if "decode" in problem:  # it goes on with the text itself
        return damaged(name, "something in it is unreadable")
    code = getattr(error.orig, "sqlite_errorname", "")
    if code.startswith(DAMAGED) or any(word in problem for word in NOT_AS_MADE):
        return damaged(name, problem)
    if code.startswith(DISK_ERRORS) or NO_ROOM in problem:
        why = f"the disk that it is on is full, or fails ({problem}); make room there"
        return StoreFull(f"{name} cannot be used now: {why}")
    return StoreError(f"{name} cannot be used now: {problem}")


def damaged(name: str, problem: str) -> StoreCorrupt:
    """The error of a damaged store called `name`, and what can be done; a database at a URL is not renamed."""
    aside = "" if "://" in name else ", or start with --set-aside to rename it and begin a new evening"
    what = f"{name} is damaged ({' '.join(problem.split())})"
    return StoreCorrupt(f"{what}. It was left untouched; put a copy back{aside}")
