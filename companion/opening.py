"""Opens what an evening goes on from: its store, the table and the host's tokens; damage is set aside on wish."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable

import msgspec

from companion.evening_settings import EveningSettings
from companion.host_keys import HostKeys
from companion.keeping import STORE
from companion.store import Store, StoreCorrupt
from companion.store_open import move_aside
from companion.table import Table

PIN_DIGITS = 6

log = logging.getLogger(__name__)


class Opened(msgspec.Struct, frozen=True):
    """An open store with what was read from it. `camera_key` lets phones set cameras up."""

    store: Store
    table: Table
    hosts: HostKeys
    pin: str
    camera_key: str


def opened(settings: EveningSettings) -> Opened:
    """What `settings` ask for; to be closed with its store.

    Raises `StoreCorrupt` for damage that is found on the way, however deep; with `set_aside` the file is renamed and a
    new evening begun. A database at a URL is never set aside. Raises what `Store.open` and `Table.open` do besides.
    """
    if settings.store:
        return _read(Store.open(settings.store), settings)
    path = settings.data / STORE
    try:
        return _read(Store.open(path), settings)
    except StoreCorrupt as error:
        if not settings.set_aside:
            raise
        log.warning("%s; it is kept as %s", error, move_aside(path))
        return _read(Store.open(path), settings)


def _read(store: Store, settings: EveningSettings) -> Opened:
    try:
        pin = _kept(store, "host_pin", lambda: f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}")
        table = Table.open(
            store,
            settings.game,
            settings.options,
            clock=time.time,
            stopwatch=time.monotonic,
            invited=settings.invited,
            insist=settings.insist,
        )
        return Opened(store, table, HostKeys(table), pin, _kept(store, "camera_key", lambda: secrets.token_urlsafe(12)))
    except BaseException:
        store.close()
        raise


def _kept(store: Store, name: str, make: Callable[[], str]) -> str:
    """A setting that is made once and kept."""
    value = store.settings().get(name)
    if value is None:
        value = make()
        store.set(name, value)
    return value
