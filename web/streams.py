"""Server-sent events: every open page gets the newest state, and nothing but the newest.

A stream runs in a thread of its own (see `web.server`): a phone that takes its time blocks that thread alone. Nothing
is ever queued for a phone. When it has taken one update, the next is rendered from whatever is true *then*.

Event ids are ``<boot>.<number>``: a number counts what one seat saw since this service started, so an id from
before a restart is answered with the whole state. So is ``<boot>.<number>.part``, that of a page which has more of the
same moment to come: a part that takes long to make, or one that is still being thought through.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Generator, Iterator

import msgspec

from engines.texts import Language
from web.regions import Page, Shown, countdown_of
from web.service import Seat, Snapshot
from web.site import Site

SLICE_S = 1.0
"""How long a stream waits before it looks whether the service is closing."""
HEARTBEAT_S = 8.0
"""A page that hears nothing for two and a half of these reconnects; short enough to notice a phone that has gone."""
RETRY_MS = 700
ZIP_LEVEL, ZIP_WINDOW, ZIP_MEMORY, GZIP = 6, 15, 6, 16
"""As `zlib.compressobj` has them: 160 kB a stream; an update of a page shrinks to a seventh."""


def event_id(site: Site, number: int, whole: bool = True) -> str:
    """The id of a page that shows this seat's `number`, `whole` or with more of that moment to come."""
    return f"{site.boot}.{number}" if whole else f"{site.boot}.{number}.part"


def number_seen(site: Site, last_id: str) -> int | None:
    """The number in the id that a page came back with, None where it says nothing about this run of the service."""
    boot, _, number = last_id.partition(".")
    return int(number) if boot == site.boot and number.isascii() and number.isdigit() and len(number) < 16 else None


def events(
    site: Site, page: Page, seat: Seat | None, lang: Language, last_id: str, ended: Callable[[], str]
) -> Iterator[bytes]:
    """The stream of one page, until it goes, the service closes, or `ended` names the event that is its last."""
    subscription = site.service.subscribe(seat)
    shown = Shown(page)
    seen = number_seen(site, last_id)
    try:
        yield f"retry: {RETRY_MS}\n\n".encode()
        snapshot = site.service.snapshot(seat, lang)
        number = snapshot.number
        if seen == number:
            shown.remember(site, snapshot, lang)
            yield _event("beat", event_id(site, number), countdown_of(snapshot))
        else:
            yield from _states(site, shown, snapshot, lang)
        spoke = site.clock()
        while not site.closing.is_set():
            changed = subscription.wait(number, SLICE_S) or shown.may_be_better(site)
            if site.closing.is_set():
                break
            silent_s = site.clock() - spoke
            if not changed and silent_s < HEARTBEAT_S:
                continue
            if last := ended():
                yield _event(last, event_id(site, number, shown.whole), {})
                return
            if changed:
                snapshot = site.service.snapshot(seat, lang)
                number = snapshot.number
                yield from _states(site, shown, snapshot, lang)
            else:
                identity = event_id(site, number, shown.whole)
                yield _event("beat", identity, countdown_of(site.service.snapshot(seat, lang)))
            spoke = site.clock()
    finally:
        subscription.close()


def zipped(events: Iterator[bytes]) -> Iterator[bytes]:
    """`events` packed as one gzip stream that can be read after each of them: what was said before need not be sent."""
    packer = zlib.compressobj(ZIP_LEVEL, wbits=GZIP + ZIP_WINDOW, memLevel=ZIP_MEMORY)
    try:
        for event in events:
            yield packer.compress(event) + packer.flush(zlib.Z_SYNC_FLUSH)
    finally:
        if isinstance(events, Generator):
            events.close()


def _states(site: Site, shown: Shown, snapshot: Snapshot, lang: Language) -> Iterator[bytes]:
    """The events after which a page shows `snapshot`; what takes long is made once the first is on its way."""
    for change in shown.changes(site, snapshot, lang):
        yield _event("state", event_id(site, snapshot.number, change.whole), change.data)


def _event(kind: str, identity: str, data: object) -> bytes:
    return b"id: %b\nevent: %b\ndata: %b\n\n" % (identity.encode(), kind.encode(), msgspec.json.encode(data))
