"""The table as the pages see it: `web.service.TableService` on top of a `Table`, in every player's language.

Snapshots are made lazily, in the thread of whoever asks, from one immutable moment; each seat has its own number, which
changes only when what that seat sees changes.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol

import msgspec

from companion.fact_words import choices, in_words, understood, words
from companion.logfile import log_lines
from companion.moment import Moment
from companion.place_names import by_id, by_name, names_of_cells, of_places, place_names
from companion.refusing import refusing
from companion.snapshots import snapshot
from companion.table import Table
from companion.table_play import Basis
from companion.words import Words, capital
from engines.entries import FactValue, Seat
from engines.texts import LANGUAGES
from web.service import Correctable, HostReport, Snapshot

_log = logging.getLogger(__name__)

SHOWN_KEPT = 128
"""Numbers of a seat of which it is remembered what was shown under them; a phone that slept longer is judged by the
rules alone."""

PLAIN = "en"
"""The language in which it is compared whether a seat's snapshot has changed."""


class Backstage(Protocol):
    """What stands beside the table: the eye, its camera and recordings, and where phones join."""

    def eye_words(self, lang: str) -> str: ...

    def stages_ms(self) -> Mapping[str, float]: ...

    def camera_jpeg(self, cells: bool) -> bytes | None: ...

    def recording(self) -> bool: ...

    def set_recording(self, on: bool) -> None: ...

    def recorded(self) -> bool: ...

    def recording_zip(self) -> bytes | None: ...

    def join_url(self) -> str: ...


class NoBackstage:
    """A table without a camera."""

    def eye_words(self, lang: str) -> str:
        return ""

    def stages_ms(self) -> Mapping[str, float]:
        return {}

    def camera_jpeg(self, cells: bool) -> bytes | None:
        return None

    def recording(self) -> bool:
        return False

    def set_recording(self, on: bool) -> None:
        return None

    def recorded(self) -> bool:
        return False

    def recording_zip(self) -> bytes | None:
        return None

    def join_url(self) -> str:
        return ""


class _Feed:
    """The snapshots of one seat: the newest moment rendered, and the number of changes seen so far."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.number = 0
        self.stamp: object = None
        self.plain = b""
        self.moment: Moment | None = None
        self.present: frozenset[Seat] = frozenset()
        self.in_words: dict[str, Snapshot] = {}
        self.shown: dict[int, Basis] = {}


class Service:
    """Implements `web.service.TableService`; every method may be called from any thread."""

    def __init__(self, table: Table, backstage: Backstage | None = None) -> None:
        self.table = table
        self.backstage: Backstage = backstage or NoBackstage()
        self._feeds: dict[Seat | None, _Feed] = {None: _Feed()}
        self._feeds_lock = threading.Lock()
        self._connected: Counter[Seat] = Counter()
        self._failing: dict[tuple[Seat | None, str], frozenset[str]] = {}

    # What a seat sees

    def snapshot(self, seat: Seat | None, lang: str) -> Snapshot:
        """The newest snapshot of `seat`, with its number."""
        lang = lang if lang in LANGUAGES else PLAIN
        feed = self._feed(seat)
        with feed.lock:
            self._refresh(feed, seat)
            if lang not in feed.in_words:
                assert feed.moment is not None
                feed.in_words[lang] = self._made(feed.moment, seat, lang, feed.present)
            shown = msgspec.structs.replace(feed.in_words[lang], number=feed.number)
        return msgspec.structs.replace(shown, answers_in_s=self._answers_in_s())

    def _answers_in_s(self) -> float | None:
        try:
            return self.table.answers_in_s
        except Exception:  # whatever a game raises: the log has it from the table's own clock
            return None

    def number(self, seat: Seat | None) -> int:
        """How often what `seat` sees has changed."""
        feed = self._feed(seat)
        with feed.lock:
            self._refresh(feed, seat)
            return feed.number

    def _feed(self, seat: Seat | None) -> _Feed:
        """The feed of a seat of any game that was on the table; its numbers go on from game to game."""
        with self._feeds_lock:
            if seat not in self._feeds:
                if seat not in self.table.moment.game.seats:
                    raise KeyError(f"there is no seat {seat!r}")
                self._feeds[seat] = _Feed()
            return self._feeds[seat]

    def _refresh(self, feed: _Feed, seat: Seat | None) -> None:
        moment = self.table.moment
        present = frozenset(self._connected)
        stamp = (moment.generation, present)
        if stamp == feed.stamp:
            return
        fresh = self._made(moment, seat, PLAIN, present)
        plain = msgspec.json.encode(fresh)
        feed.stamp, feed.moment, feed.present = stamp, moment, present
        if plain != feed.plain:
            feed.number += 1
            feed.plain = plain
            if seat is not None and not fresh.fails:
                feed.shown[feed.number] = Basis.of(moment, seat)
                feed.shown.pop(feed.number - SHOWN_KEPT, None)
            feed.in_words = {PLAIN: fresh}

    def _made(self, moment: Moment, seat: Seat | None, lang: str, present: frozenset[Seat]) -> Snapshot:
        """What `seat` sees of `moment`; the log is told of fields that fail when they begin to."""
        faults: dict[str, Exception] = {}
        seen = snapshot(moment, _seated(moment, seat), lang, present, faults)
        known = self._failing.get((seat, lang), frozenset())
        who = seat or "spectators"
        fresh: dict[str, list[str]] = {}
        for field, error in faults.items():
            if field not in known:
                fresh.setdefault(repr(error), []).append(field)
        for fields in fresh.values():
            what, error = ", ".join(map(repr, fields)), faults[fields[0]]
            _log.error("%s of %s cannot be made for %s (%s)", what, moment.game.id, who, lang, exc_info=error)
        self._failing[seat, lang] = frozenset(faults)
        return seen

    def subscribe(self, seat: Seat | None) -> _Subscription:
        """A live connection of one phone."""
        return _Subscription(self, seat)

    def connect(self, seat: Seat | None, step: int) -> None:
        """A phone of `seat` came (1) or went (-1)."""
        if seat is None:
            return
        with self.table.changed:
            before = seat in self._connected
            self._connected[seat] += step
            if self._connected[seat] <= 0:
                del self._connected[seat]
            changed = before != (seat in self._connected)
        if changed:
            self.table.touch()

    # Seats

    def free_seats(self) -> Sequence[Seat]:
        """Seats that may be taken now."""
        return self.table.free_seats()

    def claim(self, seat: Seat, name: str, entropy: str, lang: str) -> str:
        """Takes a free seat and answers its token."""
        with self._refusing(None, lang):
            return self.table.claim(seat, name, entropy)

    def seat_of(self, token: str) -> Seat | None:
        """The seat that `token` holds."""
        return self.table.seat_of(token)

    def leave(self, token: str, lang: str) -> None:
        """Gives a seat back in the lobby."""
        with self._refusing(None, lang):
            self.table.leave(token)

    def free_seat(self, seat: Seat, lang: str, token: str | None = None) -> str:
        """A one-time code with which another phone may take over `seat`."""
        with self._refusing(None, lang):
            return self.table.free_seat(seat, token)

    def take_over(self, code: str, lang: str) -> str:
        """Exchanges such a code for the seat's new token."""
        with self._refusing(None, lang):
            return self.table.take_over(code)

    # Play

    def act(self, seat: Seat, action: bytes, key: str, seen: int, lang: str) -> int:
        """Commits an action given as JSON, chosen on a page that showed number `seen`; the same `key` acts once."""
        with self._refusing(seat, lang):
            self.table.act(seat, action, _scoped(seat, key), self._feed(seat).shown.get(seen))
        return self.number(seat)

    def roll(self, seat: Seat, typed: Sequence[int] | None, key: str, lang: str) -> int:
        """Rolls the dice asked for, or takes what real ones show."""
        with self._refusing(seat, lang):
            self.table.roll(seat, typed, _scoped(seat, key))
        return self.number(seat)

    def undo(self, seat: Seat, key: str, lang: str) -> int:
        """Takes back the last own action."""
        with self._refusing(seat, lang):
            self.table.undo(seat, _scoped(seat, key))
        return self.number(seat)

    # The host

    def begin(self, lang: str) -> None:
        """From lobby to set-up; from set-up to play, ready or not."""
        with self._refusing(None, lang):
            self.table.begin()

    def host_set(self, name: Literal["mode", "option"], value: str, lang: str) -> None:
        """Changes the mode or a house option (``key=value``)."""
        with self._refusing(None, lang):
            if name == "mode":
                self.table.set_mode(value)
            else:
                key, _, choice = value.partition("=")
                self.table.set_option(key, choice)

    def edit(self, facts: Mapping[str, FactValue], key: str, lang: str) -> None:
        """Corrects public facts; places may be called by their printed names, other values in any language."""
        with self._refusing(None, lang):
            now = self.table.moment
            self.table.edit(understood(by_id(facts, now.board), now.game), _scoped("host", key))

    def let_pass(self, key: str, lang: str) -> None:
        """Accepts the breach that holds the turn."""
        with self._refusing(None, lang):
            self.table.let_pass(_scoped("host", key))

    def new_game(self, lang: str) -> None:
        """Another game with the same seats."""
        with self._refusing(None, lang):
            self.table.new_game()

    def correctable(self, lang: str) -> Correctable:
        """What the host may correct."""
        moment = self.table.moment
        facts = moment.game.public_facts(moment.journal.state) if moment.journal else {}
        board, game = moment.board, moment.game
        return Correctable(
            in_words(by_name(facts, board, lang), game, lang),
            of_places(facts, board) | {key for key in facts if game.fact_words(key)},
            [*words(facts, game, lang), *place_names(board, lang)],
            choices(facts, game, lang),
        )

    def host_report(self, lang: str) -> HostReport:
        """What the host page shows beside a snapshot."""
        moment = self.table.moment
        return HostReport(
            options=moment.row.options,
            option_choices={option.key: option.choices for option in moment.game.options},
            eye=self.backstage.eye_words(lang),
            stages_ms=self.backstage.stages_ms(),
            join_url=self.backstage.join_url(),
            games=self.table.games(),
            recording=self.backstage.recording(),
            recorded=self.backstage.recorded(),
        )

    def piece_name(self, look: str, lang: str) -> str:
        """What a piece of that look is called."""
        moment = self.table.moment
        return capital(Words(moment.game, moment.board, lang).piece(look))

    def printed_names(self, lang: str) -> Mapping[str, Sequence[str]]:
        """What each place is called that has a name."""
        moment = self.table.moment
        return names_of_cells(moment.board, moment.game.texts, lang)

    def camera_jpeg(self, cells: bool) -> bytes | None:
        """The newest camera picture."""
        return self.backstage.camera_jpeg(cells)

    def set_recording(self, on: bool) -> None:
        """Starts or stops recording the camera's frames."""
        self.backstage.set_recording(on)

    def recording_zip(self) -> bytes | None:
        """The recording as a zip file."""
        return self.backstage.recording_zip()

    def log(self) -> Iterator[bytes]:
        """The log as JSON lines: the public part during play, the whole with the secret of its chance after the end."""
        moment = self.table.moment
        return log_lines(moment.row, moment.journal, whole=moment.phase == "over")

    def _refusing(self, seat: Seat | None, lang: str) -> AbstractContextManager[None]:
        """Says in `lang` why something is refused."""
        return refusing(self.table, seat, lang)


class _Subscription:
    """Waits for what one seat sees to change. Holds nothing back and queues nothing."""

    def __init__(self, service: Service, seat: Seat | None) -> None:
        self._service = service
        self._seat = seat
        self._open = True
        service.connect(seat, 1)

    def wait(self, after: int, timeout_s: float) -> bool:
        """Blocks until this seat's number is another than `after` (True) or time is up (False)."""
        table = self._service.table
        until = time.monotonic() + timeout_s
        while True:
            generation = table.moment.generation
            if self._service.number(self._seat) != after:
                return True
            with table.changed:
                while table.moment.generation == generation:
                    left = until - time.monotonic()
                    if left <= 0 or not table.changed.wait(left):
                        return False

    def close(self) -> None:
        """The phone is gone."""
        if self._open:
            self._open = False
            self._service.connect(self._seat, -1)


def _seated(moment: Moment, seat: Seat | None) -> Seat | None:
    """`seat` where the game on the table has it; a phone of a seat of another game looks on."""
    return seat if seat in (moment.row.seats if moment.journal else moment.game.seats) else None


def _scoped(who: str, key: str) -> str:
    """Keys of different phones never meet."""
    return f"{who}:{key[:128]}"
