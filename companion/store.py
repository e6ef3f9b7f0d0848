"""The append-only log of a table on disk: what `append` has answered for survives a pulled plug.

SQLite (write-ahead log, ``synchronous=FULL``) unless a PostgreSQL URL is given. Knows rows, not rules.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from companion import store_schema as schema
from engines.physical import Cell, Contents

Phase: TypeAlias = Literal["lobby", "setup", "playing", "over"]

BUSY_S = 5.0
"""How long a write waits for another process that writes the same file. A commit takes milliseconds."""

SQLITE_MAGIC = b"SQLite format 3\x00"


class StoreError(RuntimeError):
    """The store cannot be used; the message names it and says what is wrong and what to do."""


class StoreCorrupt(StoreError):
    """The file is damaged. It is left as it is; opening with `set_aside` moves it out of the way and starts anew."""


class StoreVersion(StoreError):
    """The store was written by another version of the program, or is no store of ours."""


class LostRace(StoreError):
    """Another writer has appended to this game meanwhile; nothing of ours was written."""


class Kept(msgspec.Struct, frozen=True):
    """An entry as it is stored: `entry` is its JSON, `request` the key of what asked for it."""

    t: float
    entry: bytes
    request: str | None = None


class GameRow(msgspec.Struct, frozen=True):
    """The head of a game. `shares` are the phones' parts of chance, settled with `seats` when the game begins."""

    id: int
    game: str
    edition: str
    rules_version: int
    options: dict[str, str]
    seats: tuple[str, ...]
    phase: Phase
    commitment: str
    chance_seed: str
    chance_index: int
    shares: dict[str, str]
    created: float


class PlayerRow(msgspec.Struct, frozen=True):
    """A taken seat; hashes are SHA-256 in hex."""

    seat: str
    name: str
    token_hash: str
    share: str
    code_hash: str | None = None


class Store:
    """One open store; not for use from two threads at once (the table is its only user).

    >>> store = Store.open(Path("evening.db"))
    >>> store.append(game, first=0, entries=[Kept(12.5, b'{"type": "act"}')])
    """

    def __init__(self, engine: sa.Engine, name: str) -> None:
        self._engine = engine
        self.name = name
        self._digests: dict[int, tuple[int, str]] = {}
        try:
            self._check_schema()
        except BaseException:
            engine.dispose()
            raise

    @classmethod
    def open(cls, where: Path | str, *, set_aside: bool = False) -> Store:
        """The store in a SQLite file at a path, or at a database URL; made where there is none.

        Raises `StoreCorrupt` for a damaged file (with `set_aside` it is renamed instead, and a new one begun),
        `StoreVersion` for a store of another version, `StoreError` where it cannot be opened.
        """
        if isinstance(where, str) and "://" in where:
            return cls(_database(where), sa.make_url(where).render_as_string(hide_password=True))
        path = Path(where)
        try:
            _check_file(path)
            return cls(_sqlite(path), str(path))
        except StoreCorrupt:
            if not set_aside:
                raise
            _move_aside(path)
            return cls(_sqlite(path), str(path))

    def close(self) -> None:
        """Closes the connection; what was appended is safe with or without it."""
        self._engine.dispose()

    def begin_game(self, row: GameRow, players: Sequence[PlayerRow] = ()) -> GameRow:
        """Stores a new game (its `id` is given here) and those who sit at it."""
        with self._writing() as connection:
            values = {**msgspec.to_builtins(row), "options": _text(row.options), "seats": _text(row.seats)}
            values |= {"shares": _text(row.shares)}
            del values["id"]
            key = connection.execute(sa.insert(schema.games).values(values)).inserted_primary_key
            assert key is not None
            _write_players(connection, key[0], players)
        return msgspec.structs.replace(row, id=key[0])

    def newest_game(self) -> GameRow | None:
        """The game that is on the table."""
        with self._reading() as connection:
            query = sa.select(schema.games).order_by(schema.games.c.id.desc()).limit(1)
            found = connection.execute(query).mappings().first()
        if found is None:
            return None
        decoded = {name: msgspec.json.decode(found[name]) for name in ("options", "seats", "shares")}
        return msgspec.convert({**_plain(found), **decoded}, GameRow)

    def change_game(self, game: int, **values: Any) -> None:
        """Changes the head of a game: `phase`, `options`, `seats`, `shares` …"""
        plain = {
            name: value if isinstance(value, str | int | float) else _text(value) for name, value in values.items()
        }
        with self._writing() as connection:
            connection.execute(sa.update(schema.games).where(schema.games.c.id == game).values(plain))

    def append(
        self,
        game: int,
        first: int,
        entries: Sequence[Kept],
        debts: Mapping[Cell, Contents] | None = None,
        phase: Phase | None = None,
    ) -> None:
        """Appends `entries` from number `first` on, all or none, with the debts they leave; returns when on disk.

        Raises `LostRace` where another writer has used one of the numbers or request keys.
        """
        digest = self._digest_before(game, first)
        rows = []
        for seq, kept in enumerate(entries, first):
            digest = link(digest, seq, kept)
            rows.append(
                {
                    "game": game,
                    "seq": seq,
                    "t": kept.t,
                    "entry": kept.entry.decode(),
                    "request": kept.request,
                    "digest": digest,
                }
            )
        try:
            with self._writing() as connection:
                if rows:
                    connection.execute(sa.insert(schema.entries), rows)
                if debts is not None:
                    _write_debts(connection, game, debts)
                if phase is not None:
                    connection.execute(sa.update(schema.games).where(schema.games.c.id == game).values(phase=phase))
        except IntegrityError as error:
            raise LostRace(
                f"{self.name}: another writer has appended entry {first} of game {game}; "
                "only one Tavolo may play on a store: stop the other one, or start again to go on from what it wrote"
            ) from error
        self._digests[game] = (first + len(rows), digest)

    def entries(self, game: int) -> list[Kept]:
        """The whole log of a game. Raises `StoreCorrupt` where numbers are missing or the digests do not chain."""
        with self._reading() as connection:
            query = sa.select(schema.entries).where(schema.entries.c.game == game).order_by(schema.entries.c.seq)
            rows = connection.execute(query).mappings().all()
        kept: list[Kept] = []
        digest = ""
        for number, row in enumerate(rows):
            entry = Kept(row["t"], row["entry"].encode(), row["request"])
            digest = link(digest, number, entry)
            if row["seq"] != number or row["digest"] != digest:
                raise StoreCorrupt(f"{self.name}: entry {number} of game {game} is missing or was changed")
            kept.append(entry)
        self._digests[game] = (len(kept), digest)
        return kept

    def players(self, game: int) -> list[PlayerRow]:
        """Who sits at a game, in the order the seats were taken."""
        with self._reading() as connection:
            query = sa.select(schema.players).where(schema.players.c.game == game).order_by(schema.players.c.place)
            return [msgspec.convert(_plain(row), PlayerRow) for row in connection.execute(query).mappings()]

    def write_players(self, game: int, players: Sequence[PlayerRow]) -> None:
        """Replaces who sits at a game."""
        with self._writing() as connection:
            connection.execute(sa.delete(schema.players).where(schema.players.c.game == game))
            _write_players(connection, game, players)

    def debts(self, game: int) -> dict[Cell, Contents]:
        """Cells where the board had not followed yet, with what lay there."""
        with self._reading() as connection:
            query = sa.select(schema.debts.c.cell, schema.debts.c.lying).where(schema.debts.c.game == game)
            return {cell: tuple(msgspec.json.decode(lying)) for cell, lying in connection.execute(query)}

    def settings(self) -> dict[str, str]:
        """Every setting that was ever made."""
        with self._reading() as connection:
            return {row.name: row.value for row in connection.execute(sa.select(schema.settings))}

    def set(self, name: str, value: str) -> None:
        """Makes a setting."""
        with self._writing() as connection:
            connection.execute(sa.delete(schema.settings).where(schema.settings.c.name == name))
            connection.execute(sa.insert(schema.settings).values(name=name, value=value))

    def _digest_before(self, game: int, first: int) -> str:
        at, digest = self._digests.get(game, (0, ""))
        if at == first:
            return digest
        with self._reading() as connection:
            query = sa.select(schema.entries.c.digest).where(
                schema.entries.c.game == game, schema.entries.c.seq == first - 1
            )
            return connection.execute(query).scalar() or ""

    def _check_schema(self) -> None:
        with self._reading() as connection:
            tables = set(sa.inspect(connection).get_table_names())
            versions = (
                list(connection.execute(sa.select(schema.schema.c.version)).scalars())
                if ("tavolo_schema" in tables)
                else []
            )
        if not tables:
            with self._writing() as connection:
                schema.metadata.create_all(connection)
                connection.execute(sa.insert(schema.schema).values(version=schema.SCHEMA_VERSION))
        elif not versions:
            raise StoreVersion(f"{self.name} is a database, but not one of Tavolo; choose another file or database")
        elif versions[0] != schema.SCHEMA_VERSION:
            raise StoreVersion(
                f"{self.name} has schema {versions[0]}, this program reads {schema.SCHEMA_VERSION}; "
                "play on with the version of Tavolo that wrote it, or choose another file"
            )

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except DatabaseError as error:
            raise _named(self.name, error) from error

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except DatabaseError as error:
            raise _named(self.name, error) from error


def link(before: str, seq: int, kept: Kept) -> str:
    """The digest of entry `seq`, which holds all entries before it in place."""
    return hashlib.sha256(b"%s|%d|%r|%s" % (before.encode(), seq, kept.t, kept.entry)).hexdigest()


def _write_players(connection: sa.Connection, game: int, players: Sequence[PlayerRow]) -> None:
    if players:
        rows = [{**msgspec.to_builtins(row), "game": game, "place": place} for place, row in enumerate(players)]
        connection.execute(sa.insert(schema.players), rows)


def _write_debts(connection: sa.Connection, game: int, debts: Mapping[Cell, Contents]) -> None:
    connection.execute(sa.delete(schema.debts).where(schema.debts.c.game == game))
    if debts:
        rows = [{"game": game, "cell": cell, "lying": _text(lying)} for cell, lying in debts.items()]
        connection.execute(sa.insert(schema.debts), rows)


def _database(url: str) -> sa.Engine:
    try:
        return sa.create_engine(url)
    except (sa.exc.ArgumentError, ModuleNotFoundError) as error:
        raise StoreError(
            f"this database address cannot be used ({error}); it should be like postgresql+psycopg://user@host/name, "
            "and the driver named in it must be installed"
        ) from error


def _sqlite(path: Path) -> sa.Engine:
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        poolclass=sa.StaticPool,
        connect_args={"timeout": BUSY_S, "check_same_thread": False},
    )

    @sa.event.listens_for(engine, "connect")
    def pragmas(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver would begin too late: making tables must be all or nothing, too
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _check_file(path: Path) -> None:
    """Raises `StoreCorrupt` where the file is no SQLite database or its pages do not fit together."""
    if not path.parent.is_dir():
        raise StoreError(f"{path.parent}: there is no such folder to keep the evening in")
    if not path.exists() or path.stat().st_size == 0:
        return
    with path.open("rb") as file:
        if file.read(len(SQLITE_MAGIC)) != SQLITE_MAGIC:
            raise StoreCorrupt(_corrupt(path, "it does not begin like an SQLite database"))
    engine = _sqlite(path)
    try:
        with engine.connect() as connection:
            found = connection.execute(sa.text("PRAGMA quick_check(1)")).scalar()
        if found != "ok":
            raise StoreCorrupt(_corrupt(path, str(found)))
    except OperationalError as error:
        raise _named(str(path), error) from error
    except DatabaseError as error:
        raise StoreCorrupt(_corrupt(path, str(error.orig))) from error
    finally:
        engine.dispose()


def _corrupt(path: Path, problem: str) -> str:
    return (
        f"{path} is damaged ({problem}). It was left untouched; put a copy back, "
        "or start with --set-aside to rename it and begin a new evening"
    )


def _move_aside(path: Path) -> None:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))


def _named(name: str, error: DatabaseError) -> StoreError:
    problem = str(error.orig)
    if "malformed" in problem or "not a database" in problem:
        return StoreCorrupt(f"{name} is damaged ({problem}). It was left untouched; put a copy back")
    return StoreError(f"{name} cannot be used now: {problem}")


def _plain(row: sa.RowMapping) -> dict[str, Any]:
    return {str(name): value for name, value in row.items()}


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
