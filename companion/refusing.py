"""Says in a player's language why the table does not do something."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from companion.calling import words_at
from companion.refusals import NotAllowed
from companion.store import LostRace, StoreError, StoreFull
from companion.table import Table
from engines.entries import Seat
from web.service import Refused

log = logging.getLogger(__name__)


@contextmanager
def refusing(table: Table, seat: Seat | None, lang: str) -> Iterator[None]:
    """Turns what `table` refuses inside into `Refused`, with the reasons that `seat` may hear, in `lang`."""
    moment = table.moment
    words = words_at(moment, lang)
    try:
        yield
    except NotAllowed as refused:
        raise Refused(words.refusal(refused, seat), refused.status) from refused
    except StoreError as error:
        log.error("%s", error)  # all that it says; who plays has no use for the names of files
        key = {LostRace: "race", StoreFull: "full"}.get(type(error), "store")
        raise Refused(words.say(f"refused.{key}"), 503) from error
