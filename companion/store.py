"""The append-only log of a table on disk: what `append` has answered for survives a pulled plug.

SQLite (write-ahead log, ``synchronous=FULL``) unless a PostgreSQL URL is given. Knows rows, not rules.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from companion import store_schema as schema
from companion.store_open import check_file, clean, database, sqlite
from companion.store_rows import (
    GameRow,
    Kept,
    LostRace,
    Phase,
    PhoneRow,
    PlayerRow,
    Saved,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreVersion,
)
from companion.store_trouble import damaged, named_errors, reading
from engines.physical import Cell, Contents

ON_TABLE = "on_table"
"""Setting that names the game on the table; where there is none it is the newest."""

__all__ = [
    "GameRow",
    "Kept",
    "LostRace",
    "Phase",
    "PhoneRow",
    "PlayerRow",
    "Saved",
    "Store",
    "StoreCorrupt",
    "StoreError",
    "StoreFull",
    "StoreVersion",
]

log = logging.getLogger(__name__)
_Read = TypeVar("_Read")


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
    def open(cls, where: Path | str) -> Store:
        """The store in a SQLite file at a path, or at a database URL; made where there is none.

        Raises `StoreCorrupt` for a damaged file, which it leaves as it is (`companion.opening` sets it aside on wish),
        `StoreVersion` for a store of another version, `StoreError` where it cannot be opened.
        """
        if isinstance(where, str) and "://" in where:
            return cls(database(where), sa.make_url(where).render_as_string(hide_password=True))
        path = Path(where)
        check_file(path)
        return cls(sqlite(path), str(path))

    def close(self) -> None:
        """Closes the connection; what was appended is safe with or without it."""
        self._engine.dispose()

    def begin_game(self, row: GameRow, players: Sequence[PlayerRow] = ()) -> GameRow:
        """Stores a new game (its `id` is given here) and those who sit at it, and puts it on the table."""
        with self._writing() as connection:
            values = {**msgspec.to_builtins(row), "options": _text(row.options), "seats": _text(row.seats)}
            values |= {"shares": _text(row.shares)}
            del values["id"]
            key = connection.execute(sa.insert(schema.games).values(values)).inserted_primary_key
            assert key is not None
            _write_players(connection, key[0], players)
            _write_setting(connection, ON_TABLE, str(key[0]))
        return msgspec.structs.replace(row, id=key[0])

    def game_on_table(self) -> GameRow | None:
        """The game that is on the table: the one put there last, else the newest."""
        chosen = self.setting(ON_TABLE, int, "0")
        with self._reading("the head of a game") as connection:
            query = sa.select(schema.games).order_by(schema.games.c.id.desc()).limit(1)
            here = query.where(schema.games.c.id == chosen)
            found = connection.execute(here).mappings().first() or connection.execute(query).mappings().first()
            return None if found is None else _game_row(found)

    def put_on_table(self, game: int, phase: Phase | None = None) -> GameRow:
        """Puts a stored game on the table, in `phase`; the one that lay there stays stored. Raises `StoreError`."""
        with self._writing() as connection:
            here = schema.games.c.id == game
            if phase is not None:
                connection.execute(sa.update(schema.games).where(here).values(phase=phase))
            found = connection.execute(sa.select(schema.games).where(here)).mappings().first()
            if found is None:
                raise StoreError(f"{self.name}: there is no game {game}")
            _write_setting(connection, ON_TABLE, str(game))
        return _game_row(found)

    def games(self) -> list[Saved]:
        """Every game in the store whose head can be read, the one played last first."""
        count, last = sa.func.count(schema.entries.c.seq), sa.func.max(schema.entries.c.t)
        with self._reading() as connection:
            query = sa.select(schema.entries.c.game, count, last).group_by(schema.entries.c.game)
            told = {game: (entries, t) for game, entries, t in connection.execute(query)}
        saved: list[Saved] = []
        for number in self.numbers():
            try:
                row, players = self._head(number), tuple(self.players(number))
            except StoreCorrupt as error:
                log.warning("game %d is left out: %s", number, error)
                continue
            entries, t = told.get(number, (0, row.created))
            saved.append(Saved(row, players, t, entries))
        return sorted(saved, key=lambda game: (-game.last, -game.row.id))

    def numbers(self) -> list[int]:
        """Numbers of all games in the store, also of those that cannot be read."""
        with self._reading() as connection:
            return list(connection.execute(sa.select(schema.games.c.id).order_by(schema.games.c.id)).scalars())

    def _head(self, game: int) -> GameRow:
        with self._reading(f"the head of game {game}") as connection:
            query = sa.select(schema.games).where(schema.games.c.id == game)
            return _game_row(connection.execute(query).mappings().one())

    def forget(self, game: int) -> None:
        """Takes a game out of the store for good: head, log, names, tokens and debts, off the disk too."""
        with self._writing() as connection:
            for table in schema.OF_A_GAME:
                connection.execute(sa.delete(table).where(table.c.game == game))
            connection.execute(sa.delete(schema.games).where(schema.games.c.id == game))
        self._digests.pop(game, None)
        with named_errors(self.name):
            clean(self._engine)

    def change_game(self, game: int, /, players: Sequence[PlayerRow] | None = None, **values: Any) -> GameRow:
        """Changes the head of a game (`phase`, `options`, `seats`, `shares` …), and with it who sits at it."""
        plain = {
            name: value if isinstance(value, str | int | float) else _text(value) for name, value in values.items()
        }
        with self._writing() as connection:
            connection.execute(sa.update(schema.games).where(schema.games.c.id == game).values(plain))
            if players is not None:
                _write_players(connection, game, players)
        return self._head(game)

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
        with self._reading(f"an entry of game {game}") as connection:
            query = sa.select(schema.entries).where(schema.entries.c.game == game).order_by(schema.entries.c.seq)
            rows = connection.execute(query).mappings().all()
            found = [Kept(row["t"], row["entry"].encode(), row["request"]) for row in rows]
        kept: list[Kept] = []
        digest = ""
        for number, (row, entry) in enumerate(zip(rows, found)):
            digest = link(digest, number, entry)
            if row["seq"] != number or row["digest"] != digest:
                raise damaged(self.name, f"entry {number} of game {game} is missing or was changed")
            kept.append(entry)
        self._digests[game] = (len(kept), digest)
        return kept

    def players(self, game: int) -> list[PlayerRow]:
        """Who sits at a game, in the order the seats were taken."""
        with self._reading(f"who sits at game {game}") as connection:
            query = sa.select(schema.players).where(schema.players.c.game == game).order_by(schema.players.c.place)
            found = [_plain(row) for row in connection.execute(query).mappings()]
            query = sa.select(schema.phones).where(schema.phones.c.game == game).order_by(schema.phones.c.place)
            phones = [_plain(row) for row in connection.execute(query).mappings()]
            query = sa.select(schema.departures.c.seat).where(schema.departures.c.game == game)
            gone = set(connection.execute(query).scalars())
            for row in found:
                row["phones"] = [phone for phone in phones if phone["seat"] == row["seat"]]
                row["gone"] = row["seat"] in gone
            return [msgspec.convert(row, PlayerRow) for row in found]

    def write_players(self, game: int, players: Sequence[PlayerRow]) -> None:
        """Replaces who sits at a game."""
        with self._writing() as connection:
            _write_players(connection, game, players)

    def debts(self, game: int) -> dict[Cell, Contents]:
        """Cells where the board had not followed yet, with what lay there."""
        with self._reading(f"what is owed in game {game}") as connection:
            query = sa.select(schema.debts.c.cell, schema.debts.c.lying).where(schema.debts.c.game == game)
            return {cell: msgspec.json.decode(lying, type=Contents) for cell, lying in connection.execute(query)}

    def settings(self) -> dict[str, str]:
        """Every setting that was ever made."""
        with self._reading("a setting") as connection:
            made = {row.name: row.value for row in connection.execute(sa.select(schema.settings))}
            return msgspec.convert(made, dict[str, str])

    def setting(self, name: str, read: Callable[[str], _Read], default: str) -> _Read:
        """What `read` makes of a setting; raises `StoreCorrupt` where it cannot be read."""
        text = self.settings().get(name, default)
        with reading(self.name, f"the setting {name}"):
            return read(text)

    def set(self, name: str, value: str) -> None:
        """Makes a setting."""
        with self._writing() as connection:
            _write_setting(connection, name, value)

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
        with self._reading("its schema") as connection:
            tables = set(sa.inspect(connection).get_table_names())
            versions = (
                list(connection.execute(sa.select(schema.schema.c.version)).scalars())
                if ("tavolo_schema" in tables)
                else []
            )
        ours = set(schema.metadata.tables)
        lost = {table.name for table in schema.OF_THE_FIRST} - tables
        if not tables:
            with self._writing() as connection:
                schema.metadata.create_all(connection)
                connection.execute(sa.insert(schema.schema).values(version=schema.SCHEMA_VERSION))
        elif lost and lost != {table.name for table in schema.OF_THE_FIRST}:
            raise damaged(self.name, f"it has no {', '.join(sorted(lost))}")
        elif not versions:
            raise StoreVersion(f"{self.name} is a database, but not one of Tavolo; choose another file or database")
        elif versions[0] != schema.SCHEMA_VERSION:
            raise StoreVersion(
                f"{self.name} has schema {versions[0]}, this program reads {schema.SCHEMA_VERSION}; "
                "play on with the version of Tavolo that wrote it, or choose another file"
            )
        elif missing := ours - tables:
            with self._writing() as connection:
                schema.metadata.create_all(connection, [schema.metadata.tables[name] for name in sorted(missing)])

    @contextmanager
    def _reading(self, what: str = "something in it") -> Iterator[sa.Connection]:
        with reading(self.name, what), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        with named_errors(self.name), self._engine.begin() as connection:
            yield connection


def link(before: str, seq: int, kept: Kept) -> str:
    """The digest of entry `seq`, which holds all entries before it in place."""
    return hashlib.sha256(b"%s|%d|%r|%s" % (before.encode(), seq, kept.t, kept.entry)).hexdigest()


def _write_players(connection: sa.Connection, game: int, players: Sequence[PlayerRow]) -> None:
    for table in (schema.departures, schema.phones, schema.players):
        connection.execute(sa.delete(table).where(table.c.game == game))
    seats, phones, gone = [], [], []
    for place, row in enumerate(players):
        seats.append({**_of_table(schema.players, row), "game": game, "place": place})
        for number, phone in enumerate(row.phones):
            phones.append({**msgspec.to_builtins(phone), "game": game, "seat": row.seat, "place": number})
        if row.gone:
            gone.append({"game": game, "seat": row.seat})
    for table, rows in ((schema.players, seats), (schema.phones, phones), (schema.departures, gone)):
        if rows:
            connection.execute(sa.insert(table), rows)


def _write_setting(connection: sa.Connection, name: str, value: str) -> None:
    connection.execute(sa.delete(schema.settings).where(schema.settings.c.name == name))
    connection.execute(sa.insert(schema.settings).values(name=name, value=value))


def _write_debts(connection: sa.Connection, game: int, debts: Mapping[Cell, Contents]) -> None:
    connection.execute(sa.delete(schema.debts).where(schema.debts.c.game == game))
    if debts:
        rows = [{"game": game, "cell": cell, "lying": _text(lying)} for cell, lying in debts.items()]
        connection.execute(sa.insert(schema.debts), rows)


def _plain(row: sa.RowMapping) -> dict[str, Any]:
    return {str(name): value for name, value in row.items()}


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _of_table(table: sa.Table, row: msgspec.Struct) -> dict[str, Any]:
    """The values of `row` that have a column in `table`."""
    return {name: value for name, value in msgspec.to_builtins(row).items() if name in table.c}


def _game_row(found: sa.RowMapping) -> GameRow:
    decoded = {name: msgspec.json.decode(found[name]) for name in ("options", "seats", "shares")}
    return msgspec.convert({**_plain(found), **decoded}, GameRow)
