"""Says in a player's language why the table does not do something."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.calling import words_at
from companion.refusals import NotAllowed
from companion.store import LostRace, StoreError
from companion.table import Table
from engines.entries import Seat
from web.service import Refused


@contextmanager
def refusing(table: Table, seat: Seat | None, lang: str) -> Iterator[None]:
    """Turns what `table` refuses inside into `Refused`, with the reasons that `seat` may hear, in `lang`."""
    moment = table.moment
    words = words_at(moment, lang)
    try:
        yield
    except NotAllowed as refused:
        raise Refused(words.refusal(refused, seat), refused.status) from refused
    except LostRace as error:
        raise Refused(words.say("refused.race", {"problem": str(error)}), 503) from error
    except StoreError as error:
        raise Refused(words.say("refused.store", {"problem": str(error)}), 503) from error
