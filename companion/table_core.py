"""The heart of the table: its log, its lock, and the one way in which anything gets into the log.

Durable before visible: entries are on disk before `moment`, from which all pages are made, shows them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from companion import fair_chance
from companion.journal import Journal
from companion.looks import looks_of
from companion.lying import Seen, accepted, calls_off, owed
from companion.moment import Moment
from companion.prospects import Prospects
from companion.readings import Ambiguous, Breach
from companion.reconcile import Findings, Situation
from companion.referee import Mode, Ruling
from companion.refusals import NotAllowed
from companion.settling import Settled
from companion.sight import Sight
from companion.store import GameRow, Kept, Phase, Store
from engines import registry
from engines.corrections import Uncorrectable
from engines.entries import BadEntry, Entry, Outcome, Seat
from engines.game import Game, IllegalAction
from engines.pending import Chance, Over, Shuffle
from engines.physical import Cell, Contents, Placement

DEFAULT_MODE: Mode = "advise"
LEAVING = "leaving"
"""Setting: the commitment of a game, and who wants to leave it with those who have agreed."""
_Read = TypeVar("_Read")


class Games(Protocol):
    """Where games are found; `engines.registry` is one."""

    def names(self) -> tuple[str, ...]:
        """Ids of all games."""
        ...

    def find(self, game_id: str) -> Game[Any, Any]:
        """The game of that id; raises `engines.registry.UnknownGame`."""
        ...


class Stored(msgspec.Struct, frozen=True):
    """A game as the store has it: its log, the requests that were acted on in it, what its board owes."""

    journal: Journal
    requests: set[str]
    debts: dict[Cell, Contents]


class TableCore:
    """A table's game, store and memory of the board; what may be done with them is in the classes built on it."""

    def __init__(
        self,
        store: Store,
        game: Game[Any, Any],
        row: GameRow,
        clock: Callable[[], float],
        invited: Sequence[Seat] = (),
        lone_looks: bool = False,
        own_shuffles: bool = True,
        games: Games = registry,
        stopwatch: Callable[[], float] | None = None,
    ) -> None:
        self._store = store
        self._games = games
        self._own_shuffles = own_shuffles
        self._game = game
        self._clock = clock
        self._stopwatch = stopwatch or clock
        """By it waiting is measured, s: `clock` may be set by the network amid a game."""
        self._lone_looks = lone_looks
        self._lock = threading.RLock()
        self.changed = threading.Condition()
        """Notified after every change of `moment`."""
        self._requests: set[str] = set()
        self._forget_game()
        board = game.board(row.options)
        self._sight, self._strangers = Sight(board), Sight(board)
        mode: Mode = store.setting("mode", lambda text: msgspec.convert(text, Mode), DEFAULT_MODE)
        self.moment = Moment(0, game, board, row, row.phase, mode, tuple(store.players(row.id)), tuple(invited))
        patience_s = store.setting("patience_s", int, "0")
        self.moment = msgspec.structs.replace(
            self.moment,
            patience_s=patience_s,
            keeps_pictures=self._is_pictured(row.id),
            leaving=self._leaving(row),
        )
        self._mount_board()
        if row.phase != "lobby":
            self._resume()

    def _forget_game(self) -> None:
        """Remembers nothing of a board yet: another game is on the table."""
        self._settled: Settled | None = None
        self._lying: dict[Cell, Contents] = {}
        self._uppermost: dict[Cell, Contents] = {}
        self._broken: Mapping[Cell, Contents] = {}
        """The board as it was when it was last seen to break a rule."""
        self._debts: dict[Cell, Contents] = {}
        self._called_off: Placement | None = None
        """The board that an announcement wanted, from when it came to nothing until the board is seen as it was."""
        self._prospects: tuple[Journal, Prospects] | None = None
        self._judged: tuple[tuple[object, ...], Findings] | None = None

    def _lay(self, game: Game[Any, Any], row: GameRow, log: Stored | None = None) -> None:
        """Puts another game on the table: one in its lobby, or what the store has of it. The eyes' memory stays where
        the board does."""
        before = self.moment
        journal = log.journal if log is not None else None
        seen = dict(game.placement(journal.state).cells) if journal else {}
        board = before.board
        if (game.id, row.options) != (self._game.id, before.row.options):
            board = game.board(row.options)
            self._sight, self._strangers = Sight(board), Sight(board)
        self._game = game
        self._forget_game()
        self._requests = log.requests if log is not None else set()
        fresh = Moment(
            before.generation,
            game,
            board,
            row,
            row.phase,
            before.mode,
            tuple(self._store.players(row.id)),
            before.invited if game.id == before.game.id else (),
            journal,
            seen=seen,
            leaving=self._leaving(row),
            keeps_pictures=self._is_pictured(row.id),
            patience_s=before.patience_s,
        )
        self._publish(**{name: getattr(fresh, name) for name in fresh.__struct_fields__ if name != "generation"})
        self._mount_board()
        if log is not None:
            self._catch_up(log)

    def situation(self) -> Situation:
        """What reconciling starts from now."""
        journal = self._journal()
        if self._prospects is None or self._prospects[0] is not journal:
            self._prospects = (journal, Prospects(self._game))
        return Situation(
            self._prospects[1],
            journal.state,
            self._lying,
            journal.tail(),
            journal.acted,
            self._looks,
            self._distance,
            self._uppermost,
        )

    def setting(self, name: str, read: Callable[[str], _Read], default: str) -> _Read:
        """What `read` makes of a setting of this table; raises `StoreCorrupt` where it cannot be read."""
        with self._lock:
            return self._store.setting(name, read, default)

    def set_setting(self, name: str, value: str) -> None:
        """Makes a setting of this table."""
        with self._lock:
            self._store.set(name, value)

    def _is_pictured(self, game: int) -> bool:
        return self._store.settings().get("keep_pictures") == str(game)

    def _leaving(self, row: GameRow) -> dict[Seat, frozenset[Seat]]:
        """Who wanted to leave a game, with those who had agreed; nobody where that cannot be read: they ask again."""
        kept = self._store.settings().get(LEAVING, "")
        try:
            commitment, leaving = msgspec.json.decode(kept, type=tuple[str, dict[Seat, frozenset[Seat]]])
        except msgspec.DecodeError:
            return {}
        return leaving if commitment == row.commitment and row.phase in ("setup", "playing") else {}

    def commitment(self) -> str:
        """The hash of the secret of this game's chance."""
        return self.moment.row.commitment

    def touch(self) -> None:
        """Lets everybody look again: something beside the game changed (a phone came or went)."""
        with self._lock:
            self._publish()

    # Committing

    def _commit(
        self, entries: Sequence[Entry[Any]], key: str | None, seen: Seen | None = None, raw: bool = False
    ) -> None:
        """Appends `entries` and the shuffles they ask for, then shows them: durable before visible.

        Where the board was `seen` to do it, it is accepted with them; else it owes what it has not followed.
        """
        before = self._journal()
        t = self._clock()
        try:
            journal = self._shuffled(before.extended((t, entry) for entry in entries), t)
        except (IllegalAction, BadEntry) as error:
            if raw:
                raise
            violations = error.violations if isinstance(error, IllegalAction) else ()
            problem = error.fault if isinstance(error, Uncorrectable) else str(error)
            raise NotAllowed("bad_edit", {"problem": problem}, violations, 422) from error
        wanted = self._game.placement(journal.state)
        if seen is not None:
            lying = accepted(seen, wanted)
        else:
            lying = self._lying if self._sight.anything or self._lying_differs(before) else dict(wanted.cells)
        phase = self._phase_after(before, journal)
        fresh = journal.entries[len(before.entries) :]
        keys = [key, *([None] * len(fresh))]
        kept = [Kept(t, msgspec.json.encode(entry), name) for entry, name in zip(fresh, keys)]
        debts = owed(lying, wanted) if (phase or self.moment.phase) != "setup" else {}
        changed = debts if debts != self._debts else None
        self._store.append(self.moment.row.id, len(before.entries), kept, changed, phase)
        self._debts = debts
        self._lying = lying
        if calls_off(announced := self._game.placement(before.state), wanted):
            self._called_off = announced
        if key is not None:
            self._requests.add(key)
        row = msgspec.structs.replace(self.moment.row, phase=phase) if phase else self.moment.row
        hidden = seen is None and phase is None and _is_hidden(before, journal)
        if seen is None and not hidden:
            self._settled = None
        ruling = self.moment.ruling if hidden else _without_questions(self.moment.ruling)
        same = hidden and self._game.pending(before.state) == self._game.pending(journal.state)
        self._publish(
            journal=journal,
            row=row,
            phase=phase or self.moment.phase,
            last_cells=self._touched(before, journal),
            ruling=Ruling() if phase == "over" else ruling,
            overdue=self.moment.overdue if same else frozenset(),
        )

    def _phase_after(self, before: Journal, after: Journal) -> Phase | None:
        """The phase that begins with what is new in `after`, ``None`` where none does.

        A board that is to be laid out anew is set up again, where an eye can see it done.
        """
        if isinstance(self._game.pending(after.state), Over):
            return "over"
        anew = self._game.lays_anew(after.state) and not self._game.lays_anew(before.state)
        return "setup" if anew and self._sight.anything and self.moment.phase == "playing" else None

    def _lying_differs(self, journal: Journal) -> bool:
        """Whether debts are open from before the eyes saw anything."""
        return bool(owed(self._lying, self._game.placement(journal.state)))

    def _touched(self, before: Journal, after: Journal) -> tuple[Cell, ...]:
        if len(after.entries) == len(before.entries):
            return self.moment.last_cells
        public = any(after.public[len(before.entries) :])
        cells = after.touched(before)
        return cells or (() if public else self.moment.last_cells)

    def _shuffled(self, journal: Journal, t: float) -> Journal:
        while self._own_shuffles and isinstance(chance := self._game.pending(journal.state), Shuffle):
            journal = journal.extended([(t, self._fair(journal, chance))])
        return journal

    def _fair(self, journal: Journal, chance: Chance) -> Outcome:
        row = self.moment.row
        secret = fair_chance.SecretChain(row.chance_seed, row.chance_index).secret()
        return fair_chance.fair_outcome(secret, row.shares, journal.fair, chance)

    def _publish(self, **changes: Any) -> None:
        with self.changed:
            generation = self.moment.generation + 1
            self.moment = msgspec.structs.replace(self.moment, generation=generation, **changes)
            self.changed.notify_all()

    def _set_phase(self, phase: Phase) -> None:
        wanted = self._game.placement(self._journal().state)
        if not self._sight.anything:
            self._lying = dict(wanted.cells)
        entries = len(self._journal().entries)
        self._debts = owed(self._lying, wanted)
        self._store.append(self.moment.row.id, entries, [], self._debts, phase)
        self._publish(phase=phase, row=msgspec.structs.replace(self.moment.row, phase=phase), ruling=Ruling())

    # Small things

    def _resume(self) -> None:
        """Goes on with the game in the store."""
        log = self._stored(self._game, self.moment.row)
        self._requests = log.requests
        self._publish(journal=log.journal, seen=dict(self._game.placement(log.journal.state).cells))
        self._catch_up(log)

    def _stored(self, game: Game[Any, Any], row: GameRow) -> Stored:
        """A game as the store has it; raises `StoreCorrupt`, and `BadEntry` or `IllegalAction` under other rules."""
        journal = Journal.new(game, row.options, row.seats)
        stored = self._store.entries(row.id)
        entries = [(kept.t, msgspec.json.decode(kept.entry, type=game.entry_type)) for kept in stored]
        requests = {kept.request for kept in stored if kept.request is not None}
        return Stored(journal.extended(entries), requests, self._store.debts(row.id))

    def _catch_up(self, log: Stored) -> None:
        """Remembers what the board owes, and lets the shuffles fall that were still asked for."""
        row = self.moment.row
        self._debts = log.debts
        lying = {**self._game.placement(log.journal.state).cells, **self._debts}
        self._lying = {cell: contents for cell, contents in lying.items() if contents}
        self._mount_board()
        if row.phase != "over":
            self._commit([], None)

    def _mount_board(self) -> None:
        """Settles what follows from board and seats: distances, and what pieces may look like."""
        moment = self.moment
        centres = {place: where.centre for place, where in moment.board.places.items()}
        self._distance = lambda one, other: (
            ((centres[one][0] - centres[other][0]) ** 2 + (centres[one][1] - centres[other][1]) ** 2) ** 0.5
        )
        options, seats = moment.row.options, moment.row.seats
        all_seats = looks_of(self._game, options, self._game.seats)
        self._looks = looks_of(self._game, options, seats) if seats else all_seats
        self._strange = all_seats - self._looks

    def _journal(self) -> Journal:
        if self.moment.journal is None:
            raise NotAllowed("not_begun")
        return self.moment.journal

    def _again(self, key: str) -> bool:
        return key in self._requests


def _is_hidden(before: Journal, after: Journal) -> bool:
    """Whether what is new in `after` is for nobody to see: no public entry, and no piece is to lie elsewhere."""
    if any(after.public[len(before.entries) :]):
        return False
    placement = after.game.placement
    return placement(before.state) == placement(after.state)


def _without_questions(ruling: Ruling) -> Ruling:
    """The ruling after something was committed: questions and breaches are asked anew from the next look."""
    standing = tuple(item for item in ruling.standing if not isinstance(item.reading, Ambiguous | Breach))
    return Ruling(standing)
