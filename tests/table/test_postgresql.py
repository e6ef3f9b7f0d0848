"""The store on a real PostgreSQL server: TAVOLO_TEST_POSTGRES names a database that the tests may empty.

TAVOLO_TEST_POSTGRES=postgresql+psycopg://me@127.0.0.1/tavolo_test pytest tests/table/test_postgresql.py
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
import sqlalchemy as sa

from companion.fair_chance import SecretChain, commitment
from companion.service import Service
from companion.store import GameRow, Kept, LostRace, PhoneRow, PlayerRow, Store, StoreVersion
from companion.store_schema import metadata
from companion.table import Table
from tests.table.evenings import Clock
from tests.toys.chase import GAME, MoveHunter
from web.service import Refused

URL = os.environ.get("TAVOLO_TEST_POSTGRES", "")

pytestmark = pytest.mark.skipif(not URL, reason="TAVOLO_TEST_POSTGRES names no database")

Opens = Callable[[], Store]


@pytest.fixture
def opened() -> Iterator[Opens]:
    """Opens the store; the database is empty before and after."""
    stores: list[Store] = []

    def open_store() -> Store:
        stores.append(Store.open(URL))
        return stores[-1]

    _empty()
    yield open_store
    for store in stores:
        store.close()
    _empty()


def _empty() -> None:
    engine = sa.create_engine(URL)
    metadata.drop_all(engine)
    engine.dispose()


def begin(store: Store) -> GameRow:
    chain = SecretChain.fresh()
    secret = commitment(chain.secret())
    row = GameRow(0, "chase", "toy", 3, {"pace": "slow"}, (), "lobby", secret, chain.seed, 0, {}, 12.5)
    phones = (PhoneRow("Bea", "her hash"),)
    return store.begin_game(row, [PlayerRow("red", "Anna", "hash", "share", phones=phones, gone=True)])


def test_a_game_is_found_again_as_it_was(opened: Opens) -> None:
    store = opened()
    row = begin(store)
    entries = [Kept(1.5, b'{"type":"act"}', "key"), Kept(2.5, '{"name":"Zoë"}'.encode())]
    store.append(row.id, 0, entries, {"T0": ("disc:red",)}, "playing")
    again = opened()
    found = again.game_on_table()
    assert found is not None
    assert (found.id, found.phase, found.created) == (row.id, "playing", 12.5)
    assert again.entries(row.id) == entries
    assert again.players(row.id)[0].phones == (PhoneRow("Bea", "her hash"),)
    assert again.debts(row.id) == {"T0": ("disc:red",)}
    assert [(game.row.id, game.last, game.entries) for game in again.games()] == [(row.id, 2.5, 2)]


def test_of_two_writers_one_loses_cleanly(opened: Opens) -> None:
    one, other = opened(), opened()
    game = begin(one).id
    one.append(game, 0, [Kept(1.0, b"{}", "key")])
    with pytest.raises(LostRace, match="another writer has appended entry 0"):
        other.append(game, 0, [Kept(2.0, b"[]")])
    assert other.entries(game) == [Kept(1.0, b"{}", "key")]
    with pytest.raises(LostRace):
        other.append(game, 1, [Kept(2.0, b"{}"), Kept(2.0, b"{}", "key")], {"T0": ()}, "over")
    assert len(one.entries(game)) == 1
    other.append(game, 1, [Kept(2.0, b"{}")])


def test_what_is_forgotten_is_gone(opened: Opens) -> None:
    store = opened()
    stays, goes = begin(store), begin(store)
    store.append(goes.id, 0, [Kept(1.0, b"{}")], {"T0": ()})
    store.forget(goes.id)
    assert [game.row.id for game in store.games()] == [stays.id]
    assert store.entries(goes.id) == []
    assert store.players(goes.id) == []


def test_somebody_elses_database_is_left_alone(opened: Opens) -> None:
    engine = sa.create_engine(URL)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (name TEXT)")
    try:
        with pytest.raises(StoreVersion, match="not one of Tavolo"):
            opened()
    finally:
        with engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE recipes")
        engine.dispose()


def test_an_evening_is_played_interrupted_and_goes_on(opened: Opens) -> None:
    clock = Clock()
    service = Service(Table.open(opened(), GAME, clock=clock))
    for seat in ("red", "blue"):
        service.claim(seat, seat.title(), "share", "en")
    service.begin("en")
    service.begin("en")
    service.act("red", b'{"type":"move_hunter","to":"0200"}', "k1", 0, "en")
    again = Table.open(opened(), GAME, clock=clock)
    assert again.moment.journal is not None
    assert again.moment.journal.state.hunters == ("0200", "0000")
    Service(again).act("red", b'{"type":"move_runner","to":"0604"}', "k2", 0, "en")
    with pytest.raises(Refused, match="Another Tavolo is using this store"):
        service.act("red", b'{"type":"move_runner","to":"0703"}', "k3", 0, "en")
    assert again.moment.journal.entries[1].action == MoveHunter("0200")
