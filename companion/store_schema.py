"""The tables of the store, one schema for SQLite and PostgreSQL, and its version."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

SCHEMA_VERSION = 1
"""Version of the tables up to `settings`. What came later stands in tables of its own, which an older Tavolo leaves
alone: so a store that was written by a newer one still opens there."""

metadata = MetaData()

schema = Table("tavolo_schema", metadata, Column("version", Integer, primary_key=True))

games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("edition", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("chance_seed", String(64), nullable=False),
    Column("chance_index", Integer, nullable=False),
    Column("shares", Text, nullable=False),
    Column("created", Float, nullable=False),
)
"""One row a game; the setting ``on_table`` names the one on the table. Its beginning settles `seats` and `shares`."""

entries = Table(
    "entries",
    metadata,
    Column("game", Integer, ForeignKey("games.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("t", Float, nullable=False),
    Column("entry", Text, nullable=False),
    Column("request", String(160)),
    Column("digest", String(64), nullable=False),
    PrimaryKeyConstraint("game", "seq"),
    UniqueConstraint("game", "request"),
)
"""The log, only ever appended to. `request` is the idempotency key of a phone's request; `digest` chains the rows."""

players = Table(
    "players",
    metadata,
    Column("game", Integer, ForeignKey("games.id"), nullable=False),
    Column("seat", String(32), nullable=False),
    Column("place", Integer, nullable=False),
    Column("name", String(80), nullable=False),
    Column("token_hash", String(64), nullable=False),
    Column("code_hash", String(64)),
    Column("share", String(128), nullable=False),
    PrimaryKeyConstraint("game", "seat"),
)
"""Taken seats; tokens and codes are kept as hashes alone. `place` orders them as they were taken."""

debts = Table(
    "debts",
    metadata,
    Column("game", Integer, ForeignKey("games.id"), nullable=False),
    Column("cell", String(32), nullable=False),
    Column("lying", Text, nullable=False),
    PrimaryKeyConstraint("game", "cell"),
)
"""Cells where the board has not followed the engine yet, with what was lying there last."""

settings = Table(
    "settings", metadata, Column("name", String(64), primary_key=True), Column("value", Text, nullable=False)
)

OF_THE_FIRST = (schema, games, entries, players, debts, settings)
"""The tables that every store has."""

# Since then

phones = Table(
    "phones",
    metadata,
    Column("game", Integer, ForeignKey("games.id"), nullable=False),
    Column("seat", String(32), nullable=False),
    Column("place", Integer, nullable=False),
    Column("name", String(80), nullable=False),
    Column("token_hash", String(64), nullable=False),
    Column("code_hash", String(64)),
    PrimaryKeyConstraint("game", "seat", "place"),
)
"""Phones of a seat beyond its first one, where a game lets several hold it; one without a token is only invited."""

departures = Table(
    "departures",
    metadata,
    Column("game", Integer, ForeignKey("games.id"), nullable=False),
    Column("seat", String(32), nullable=False),
    PrimaryKeyConstraint("game", "seat"),
)
"""Seats whose players have left the game."""

OF_A_GAME = (departures, phones, debts, players, entries)
"""Every table that keeps something of one game, beside `games` itself."""
