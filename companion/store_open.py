"""The database under a store: opening it, checking SQLite files, moving damaged ones aside, wiping what was deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa

from companion.store_rows import StoreError
from companion.store_trouble import damaged, reading

BUSY_S = 5.0
"""How long a write waits for another process that writes the same file. A commit takes milliseconds."""

SQLITE_MAGIC = b"SQLite format 3\x00"


def database(url: str) -> sa.Engine:
    """An engine for a database URL; raises `StoreError` for one that no driver here knows.

    Errors of either engine hide what was to be written: they are logged, and the host, who reads logs, plays too.
    """
    try:
        return sa.create_engine(url, hide_parameters=True)
    except (sa.exc.ArgumentError, ModuleNotFoundError) as error:
        raise StoreError(
            f"this database address cannot be used ({error}); it should be like postgresql+psycopg://user@host/name, "
            "and the driver named in it must be installed"
        ) from error


def sqlite(path: Path) -> sa.Engine:
    """An engine for a file, made where there is none; what it has committed survives a pulled plug."""
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        poolclass=sa.StaticPool,
        connect_args={"timeout": BUSY_S, "check_same_thread": False},
        hide_parameters=True,
    )

    @sa.event.listens_for(engine, "connect")
    def pragmas(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver would begin too late: making tables must be all or nothing, too
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def clean(engine: sa.Engine) -> None:
    """Wipes what was deleted: the tables are written anew, and SQLite's write-ahead log is emptied."""
    if engine.dialect.name != "sqlite":
        with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            connection.exec_driver_sql("VACUUM FULL")
        return
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        for step in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            driver.execute(step).fetchall()


def check_file(path: Path) -> None:
    """Raises `StoreCorrupt` where the file is no SQLite database, or its pages and indexes do not fit together."""
    if not path.parent.is_dir():
        raise StoreError(f"{path.parent}: there is no such folder to keep the evening in")
    if not path.exists() or path.stat().st_size == 0:
        return
    with path.open("rb") as file:
        if file.read(len(SQLITE_MAGIC)) != SQLITE_MAGIC:
            raise damaged(str(path), "it does not begin like an SQLite database")
    engine = sqlite(path)
    try:
        with reading(str(path)), engine.connect() as connection:
            found = connection.execute(sa.text("PRAGMA integrity_check(1)")).scalar()
    finally:
        engine.dispose()
    if found != "ok":
        raise damaged(str(path), str(found))


def move_aside(path: Path) -> Path:
    """Renames a damaged file, and what belongs to it, to a name that is free; answers that."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return aside
