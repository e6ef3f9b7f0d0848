"""One table to a data folder: a second one is turned away before it deals another game onto the same store."""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK = "table.lock"
"""An empty file that stays; the lock is on it, not in it, and ends with the process, however that ends."""

log = logging.getLogger(__name__)


class Occupied(Exception):
    """Another table is played from this folder."""


@contextmanager
def occupied(folder: Path) -> Iterator[None]:
    """Holds `folder` for one table; raises `Occupied` where one holds it already, `OSError` where it cannot be written.

    A file system that knows no locks (some network drives) holds nothing: there the table goes on without one.
    """
    file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Occupied(f"another table is played from {folder}") from error
        except OSError as error:
            log.warning("%s cannot be locked (%s): see to it yourself that one table uses it", folder, error.strerror)
        yield
    finally:
        os.close(file)
