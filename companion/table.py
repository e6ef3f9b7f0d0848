"""The table: the only writer. It asks the engine, appends to the store, and only then lets anyone see.

One lock orders everything that changes it. Time is data: observations bring their own, entries take `clock`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from companion import fair_chance, seating
from companion.journal import Journal, is_public
from companion.lying import Seen, accepted, owed
from companion.moment import Moment
from companion.readings import Ambiguous, Breach, Moved, TakenBack
from companion.reconcile import Findings, Situation, reconcile
from companion.referee import Mode, Ruling, rule
from companion.refusals import NotAllowed
from companion.repairs import body
from companion.setting_up import set_up_findings
from companion.settling import Settled, settle, shown
from companion.sight import Sight
from companion.store import GameRow, Kept, Phase, PlayerRow, Store
from engines.game import (
    Act,
    BadEntry,
    Dice,
    Edit,
    Entry,
    Game,
    IllegalAction,
    Intent,
    Outcome,
    Over,
    Seat,
    Shuffle,
    Undo,
    check_outcome,
)
from engines.options import OptionError, chosen
from engines.physical import Cell, Contents, Look, Observation

ACTION_AT_MOST = 4096
"""Bytes of an action's JSON; the longest of any game is a few hundred."""

DEFAULT_MODE: Mode = "advise"


class OtherRules(RuntimeError):
    """The game in the store was begun under other rules than this program has; it cannot be finished with them."""


class Table:
    """One table with one game on it.

    >>> table = Table.open(Store.open(path), game, {"version": "simple"}, clock=time.time)
    >>> token = table.claim("red", "Anna", share="3f…")
    >>> table.begin()
    >>> table.observe(observation)
    """

    def __init__(
        self,
        store: Store,
        game: Game[Any, Any],
        row: GameRow,
        clock: Callable[[], float],
        invited: Sequence[Seat] = (),
        lone_looks: bool = False,
        own_shuffles: bool = True,
    ) -> None:
        self._store = store
        self._own_shuffles = own_shuffles
        self._game = game
        self._clock = clock
        self._lone_looks = lone_looks
        self._lock = threading.RLock()
        self.changed = threading.Condition()
        """Notified after every change of `moment`."""
        self._requests: set[str] = set()
        self._settled: Settled | None = None
        self._lying: dict[Cell, Contents] = {}
        self._debts: dict[Cell, Contents] = {}
        board = game.board(row.options)
        self._sight = Sight(board)
        mode = store.settings().get("mode", DEFAULT_MODE)
        self.moment = Moment(
            0, game, board, row, row.phase, msgspec.convert(mode, Mode), tuple(store.players(row.id)), tuple(invited)
        )
        self._mount_board()
        if row.phase != "lobby":
            self._resume()

    @classmethod
    def open(
        cls,
        store: Store,
        game: Game[Any, Any],
        options: Mapping[str, str] | None = None,
        *,
        clock: Callable[[], float],
        invited: Sequence[Seat] = (),
        lone_looks: bool = False,
        own_shuffles: bool = True,
        chain: fair_chance.SecretChain | None = None,
    ) -> Table:
        """The table with the evening in `store`, or a new one in its lobby where there is none of this game.

        `invited`: the seats that may be taken, in table order (all where empty). An evening that goes on keeps its own
        options. `lone_looks`: pictures taken far apart count without a second look. Without `own_shuffles` shuffles
        wait for an `Outcome` or `answer_shuffles`. `chain`: secrets of a new evening's chance, fresh ones by default.
        Raises `OptionError`, `OtherRules`, `StoreError`.
        """
        row = store.newest_game()
        if row is None or row.game != game.id or (row.phase == "lobby" and options):
            chain = chain or _stored_chain(store)
            fresh = _new_row(game, chosen(game.options, options or {}), chain, clock())
            game.board(fresh.options)
            if row is not None and row.game == game.id:
                store.change_game(row.id, options=fresh.options, edition=fresh.edition)
                row = store.newest_game()
                assert row is not None
            else:
                row = store.begin_game(fresh)
        if row.rules_version != game.rules_version and row.phase in ("setup", "playing"):
            raise OtherRules(
                f"{store.name}: the game there was begun under rules version {row.rules_version} of {game.id}, this "
                f"program has version {game.rules_version}; finish it with the older Tavolo, or choose another --data"
            )
        return cls(store, game, row, clock, invited, lone_looks, own_shuffles)

    # What anybody may ask

    def situation(self) -> Situation:
        """What reconciling starts from now."""
        journal = self._journal()
        return Situation(
            self._game, journal.state, self._lying, journal.tail(), journal.acted, self._looks, self._distance
        )

    def confirmed(self) -> dict[Cell, Contents] | None:
        """What lies in each place for certain, boxes apart, as last seen; ``None`` while anything is in doubt.

        These are labelled samples for an eye that learns.
        """
        with self._lock:
            settled = self._settled
            moment = self.moment
            if settled is None or not settled.calm or self._sight.blind or moment.phase not in ("setup", "playing"):
                return None
            wanted = self._game.placement(self._journal().state)
            board = settled.findings.seen.board
            cells = {*wanted.cells, *board}
            unseen = settled.findings.seen.unseen
            if any(not wanted.allows(cell, board.get(cell, ())) for cell in cells if cell not in unseen):
                return None
            return {place: contents for place, contents in moment.seen.items() if contents}

    def commitment(self) -> str:
        """The hash of the secret of this game's chance."""
        return self.moment.row.commitment

    def request_known(self, key: str) -> bool:
        """Whether the request of that key was acted on."""
        return key in self._requests

    # Seats

    def free_seats(self) -> tuple[Seat, ...]:
        """Seats that may still be taken, in the order offered."""
        moment = self.moment
        taken = {player.seat for player in moment.players}
        offered = moment.invited or self._game.seats
        if moment.phase != "lobby" or len(taken) >= self._game.max_seats:
            return ()
        return tuple(seat for seat in offered if seat not in taken)

    def claim(self, seat: Seat, name: str, share: str) -> str:
        """Takes a free seat in the lobby and answers its token. `share` is the phone's part of chance."""
        with self._lock:
            if self.moment.phase != "lobby":
                raise NotAllowed("begun")
            if seat not in (self.moment.invited or self._game.seats):
                raise NotAllowed("no_such_seat", {"seat": seat}, status=404)
            if seat not in self.free_seats():
                raise NotAllowed("taken", {"seat": seat})
            players, token = seating.seated(self.moment.players, seat, name, share)
            self._sit(players)
            return token

    def leave(self, token: str) -> None:
        """Gives a seat back in the lobby."""
        with self._lock:
            seat = self.seat_of(token)
            if seat is None:
                raise NotAllowed("no_seat", status=403)
            if self.moment.phase != "lobby":
                raise NotAllowed("begun")
            self._sit(tuple(player for player in self.moment.players if player.seat != seat))

    def seat_of(self, token: str) -> Seat | None:
        """The seat that `token` holds."""
        return seating.seat_of(self.moment.players, token)

    def free_seat(self, seat: Seat) -> str:
        """A new one-time code with which another phone may take over `seat`."""
        with self._lock:
            if seat not in {player.seat for player in self.moment.players}:
                raise NotAllowed("no_such_seat", {"seat": seat}, status=404)
            players, code = seating.coded(self.moment.players, seat)
            self._sit(players)
            return code

    def take_over(self, code: str) -> str:
        """The new token of the seat that `code` was made for; the old one ends."""
        with self._lock:
            found = seating.taken_over(self.moment.players, code)
            if found is None:
                raise NotAllowed("bad_code", status=403)
            self._sit(found[0])
            return found[2]

    def _sit(self, players: tuple[PlayerRow, ...]) -> None:
        self._store.write_players(self.moment.row.id, players)
        self._publish(players=players)

    # The host

    def set_mode(self, mode: str) -> None:
        """Changes how strict the referee is."""
        with self._lock:
            try:
                value = msgspec.convert(mode, Mode)
            except msgspec.ValidationError:
                raise NotAllowed("no_such_mode", {"value": mode}, status=422) from None
            self._store.set("mode", value)
            self._publish(mode=value, ruling=Ruling())

    def set_language(self, lang: str) -> None:
        """Changes the language of the table's own display."""
        with self._lock:
            self._store.set("language", lang)

    def language(self) -> str:
        """The language of the table's own display."""
        with self._lock:
            return self._store.settings().get("language", "en")

    def set_option(self, key: str, value: str) -> None:
        """Changes a house option in the lobby."""
        with self._lock:
            if self.moment.phase != "lobby":
                raise NotAllowed("begun")
            row = self.moment.row
            try:
                options = chosen(self._game.options, {**row.options, key: value})
            except OptionError as error:
                raise NotAllowed("bad_option", {"problem": str(error)}, status=422) from error
            board = self._game.board(options)
            self._store.change_game(row.id, options=options, edition=board.edition)
            self._sight = Sight(board)
            self._publish(row=msgspec.structs.replace(row, options=options, edition=board.edition), board=board)
            self._mount_board()

    def begin(self) -> None:
        """From the lobby to setting the board up; from there, on the host's word, to playing."""
        with self._lock:
            if self.moment.phase == "lobby":
                self._begin_set_up()
            elif self.moment.phase == "setup":
                if self._sight.anything:
                    self._lying = dict(self._settled.findings.seen.board) if self._settled else {}
                self._set_phase("playing")
            else:
                raise NotAllowed("begun")

    def _begin_set_up(self) -> None:
        moment = self.moment
        taken = {player.seat: player for player in moment.players}
        seats = tuple(seat for seat in (moment.invited or taken) if seat in taken)
        try:
            journal = Journal.new(self._game, moment.row.options, seats)
        except OptionError as error:
            raise NotAllowed("bad_option", {"problem": str(error)}) from error
        shares = {seat: taken[seat].share for seat in seats}
        self._store.change_game(moment.row.id, seats=seats, shares=shares, phase="setup")
        row = msgspec.structs.replace(moment.row, seats=seats, shares=shares, phase="setup")
        self._publish(row=row, phase="setup", journal=journal)
        self._mount_board()
        self._commit([], None)

    def new_game(self) -> None:
        """Another game with the same seats, in the lobby; its chance was committed to before the first one."""
        with self._lock:
            old = self.moment.row
            chain = fair_chance.SecretChain(old.chance_seed, old.chance_index).following()
            row = _new_row(self._game, old.options, chain, self._clock())
            row = self._store.begin_game(row, self.moment.players)
            self._requests.clear()
            self._settled = None
            self._lying, self._debts = {}, {}
            self._publish(row=row, phase="lobby", journal=None, ruling=Ruling(), last_cells=())

    # What happens in the game

    def act(self, seat: Seat, action: bytes, key: str) -> None:
        """Commits an action given as JSON, or the answer to a question about the board; the same `key` acts once."""
        with self._lock:
            if self._again(key):
                return
            self._must_play(seat)
            if (story := self._answered(seat, action)) is not None:
                self._commit([Act(intent.seat, intent.action) for intent in story], key)
                return
            entry = Act(seat, self._decoded(action))
            violations = self._game.judge(self._journal().state, seat, entry.action)
            if violations:
                raise NotAllowed("illegal", violations=violations)
            self._commit([entry], key)

    def roll(self, seat: Seat, typed: Sequence[int] | None, key: str) -> None:
        """Lets the dice asked for fall: fair ones, or `typed` as real ones show."""
        with self._lock:
            if self._again(key):
                return
            self._must_play(seat, also_in_setup=True)
            journal = self._journal()
            dice = self._game.pending(journal.state)
            if not isinstance(dice, Dice) or (dice.seat is not None and dice.seat != seat):
                raise NotAllowed("no_dice")
            if typed is None:
                outcome = self._fair(journal, dice)
            else:
                outcome = Outcome(dice.name, tuple(typed), "typed", seat)
                try:
                    check_outcome(dice, outcome)
                except BadEntry as error:
                    facts = {"count": dice.count, "sides": dice.sides}
                    raise NotAllowed("bad_dice", facts, status=422) from error
            self._commit([outcome], key)

    def undo(self, seat: Seat, key: str) -> None:
        """Takes back the last own action, and what came after it, where no chance and no reveal lies between."""
        with self._lock:
            if self._again(key):
                return
            self._must_play(seat)
            entry = self.undoable(seat)
            if entry is None:
                raise NotAllowed("no_undo")
            self._commit([Undo(entry, seat)], key)

    def undoable(self, seat: Seat) -> int | None:
        """The number of the entry that `seat` may take back now."""
        moment = self.moment
        if moment.journal is None or moment.phase != "playing":
            return None
        return next((standing.seq for standing in moment.journal.tail() if standing.seat == seat), None)

    def edit(self, facts: Mapping[str, str | int | bool | None], key: str) -> None:
        """The host corrects public facts."""
        with self._lock:
            if self._again(key):
                return
            if self.moment.phase not in ("setup", "playing", "over"):
                raise NotAllowed("not_begun")
            if not facts:
                raise NotAllowed("bad_edit", {"problem": "{}"}, status=422)
            self._commit([Edit(dict(facts))], key)

    def let_pass(self, key: str) -> None:
        """The host accepts a breach: the board as it lies now owes its repair. An `Edit` of no facts in the log."""
        with self._lock:
            if self._again(key):
                return
            readings = [item.reading for item in self.moment.ruling.standing]
            if self._settled is None or not any(isinstance(reading, Breach) for reading in readings):
                raise NotAllowed("nothing_to_pass")
            self._lying = dict(self._settled.findings.seen.board)
            self._commit([Edit({})], key)

    def apply(self, entry: Entry[Any]) -> None:
        """Commits an entry that a recording or another program brings; raises `IllegalAction` or `BadEntry`."""
        with self._lock:
            self._commit([entry], None, raw=True)

    def answer_shuffles(self) -> None:
        """Lets the shuffles fall that are still asked for (see `own_shuffles`)."""
        with self._lock:
            journal = self._journal()
            while isinstance(chance := self._game.pending(journal.state), Shuffle):
                self._commit([self._fair(journal, chance)], None)
                journal = self._journal()

    def told(self, board: Mapping[Cell, Contents]) -> None:
        """Takes a board that somebody vouches for as what lies there; play begins where it was being set up."""
        with self._lock:
            self._lying = self._sight.folded(board)
            if self.moment.phase == "setup":
                self._set_phase("playing")
            self._settled = None

    # What is seen

    def observe(self, observation: Observation) -> Findings:
        """Takes a look into account: commits what the board clearly tells, and answers what it was read as."""
        with self._lock:
            self._sight.take(observation)
            phase = self.moment.phase
            if phase == "setup":
                return self._observe_set_up(observation.t)
            if phase != "playing":
                return Findings(set_up_findings(self._sight, None, self._looks, frozenset(), self._distance).reading)
            findings = reconcile(self.situation(), self._sight)
            self._settled = settle(self._settled, findings, observation.t, self._lone_looks)
            if not self._settled.calm:
                self._rule(observation.t)
                readings = shown(self._settled)
                return msgspec.structs.replace(findings, reading=readings[0], rest=readings[1:])
            if self._held_breach(findings) is None and self._commit_reading(findings):
                after = reconcile(self.situation(), self._sight)
                self._settled = Settled(after, observation.t, observation.t, self._settled.looks, True)
            self._follow_board()
            self._rule(observation.t)
            return findings

    def refine(self, observation: Observation) -> None:
        """Takes what an eye says anew of a picture that was judged already, now that it has learnt from it."""
        with self._lock:
            if not observation.blind:
                self._sight.take(observation)

    def _observe_set_up(self, t: float) -> Findings:
        wanted = self._game.placement(self._journal().state)
        findings = set_up_findings(self._sight, wanted, self._looks, self._strange, self._distance)
        self._settled = settle(self._settled, findings, t, self._lone_looks)
        if findings.right and self._settled.calm:
            self._lying = dict(findings.seen.board)
            self._set_phase("playing")
        self._rule(t)
        return findings

    def _held_breach(self, findings: Findings) -> Breach | None:
        """In mode strict, the breach that holds everything until it is mended."""
        if self.moment.mode != "strict":
            return None
        return next((reading for reading in findings.all if isinstance(reading, Breach)), None)

    def _commit_reading(self, findings: Findings) -> bool:
        """Commits what was read, if it is to be committed; the board that was seen is accepted with it."""
        entries: list[Entry[Any]]
        match findings.reading:
            case Moved(actions, undone):
                entries = [Undo(undone[0])] if undone else []
                entries += [Act(intent.seat, intent.action) for intent in actions]
            case TakenBack(numbers):
                entries = [Undo(numbers[0])]
            case _:
                return False
        self._commit(entries, None, seen=findings.seen)
        return True

    def _follow_board(self) -> None:
        """Accepts what was seen to lie right, and keeps debts that changed."""
        assert self._settled is not None
        findings = self._settled.findings
        if self.moment.phase != "playing" or self._sight.blind or not self._sight.anything:
            return
        wanted = self._game.placement(self._journal().state)
        lying = accepted(msgspec.structs.replace(findings.seen, lying=self._lying), wanted)
        if lying != self._lying:
            debts = owed(lying, wanted)
            if debts != self._debts:
                self._store.append(self.moment.row.id, len(self._journal().entries), [], debts)
            self._lying, self._debts = lying, debts

    def _rule(self, t: float) -> None:
        """Lets the referee speak about the last look and shows what is seen."""
        assert self._settled is not None
        moment = self.moment
        readings = shown(self._settled)
        ruling = rule(moment.ruling, readings, moment.mode, t)
        if ruling.fresh or ruling.warnings != moment.ruling.warnings or ruling.holds != moment.ruling.holds:
            self._publish(ruling=ruling, seen=self._seen_places())
        else:
            self.moment = msgspec.structs.replace(moment, ruling=ruling)
            if self._settled.calm:
                self._show_seen()

    def _show_seen(self) -> None:
        seen = self._seen_places()
        if seen != self.moment.seen:
            self._publish(seen=seen)

    def _seen_places(self) -> dict[Cell, Contents]:
        """What lies in each place, boxes apart, as the last look was understood."""
        assert self._settled is not None
        return self._sight.places(self._settled.findings.seen.board)

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
            raise NotAllowed("bad_edit", {"problem": str(error)}, violations, 422) from error
        wanted = self._game.placement(journal.state)
        if seen is not None:
            lying = accepted(seen, wanted)
        else:
            lying = self._lying if self._sight.anything or self._lying_differs(before) else dict(wanted.cells)
        phase: Phase | None = "over" if isinstance(self._game.pending(journal.state), Over) else None
        fresh = journal.entries[len(before.entries) :]
        keys = [key, *([None] * len(fresh))]
        kept = [Kept(t, msgspec.json.encode(entry), name) for entry, name in zip(fresh, keys)]
        debts = owed(lying, wanted) if self.moment.phase != "setup" else {}
        changed = debts if debts != self._debts else None
        self._store.append(self.moment.row.id, len(before.entries), kept, changed, phase)
        self._debts = debts
        self._lying = lying
        if key is not None:
            self._requests.add(key)
        row = msgspec.structs.replace(self.moment.row, phase=phase) if phase else self.moment.row
        self._settled = None if seen is None else self._settled
        self._publish(
            journal=journal,
            row=row,
            phase=phase or self.moment.phase,
            last_cells=self._touched(before, journal),
            ruling=_without_questions(self.moment.ruling),
        )

    def _lying_differs(self, journal: Journal) -> bool:
        """Whether debts are open from before the eyes saw anything."""
        return bool(owed(self._lying, self._game.placement(journal.state)))

    def _touched(self, before: Journal, after: Journal) -> tuple[Cell, ...]:
        if len(after.entries) == len(before.entries):
            return self.moment.last_cells
        public = any(is_public(self._game, played) for played in after.standing[-1:])
        cells = after.touched(before)
        return cells or (() if public else self.moment.last_cells)

    def _shuffled(self, journal: Journal, t: float) -> Journal:
        while self._own_shuffles and isinstance(chance := self._game.pending(journal.state), Shuffle):
            journal = journal.extended([(t, self._fair(journal, chance))])
        return journal

    def _fair(self, journal: Journal, chance: Dice | Shuffle) -> Outcome:
        row = self.moment.row
        secret = fair_chance.SecretChain(row.chance_seed, row.chance_index).secret()
        return fair_chance.fair_outcome(secret, row.shares, journal.fair, chance)

    def _publish(self, **changes: Any) -> None:
        with self.changed:
            generation = self.moment.generation + 1
            self.moment = msgspec.structs.replace(self.moment, generation=generation, **changes)
            self.changed.notify_all()

    def touch(self) -> None:
        """Lets everybody look again: something beside the game changed (a phone came or went)."""
        with self._lock:
            self._publish()

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
        row = self.moment.row
        journal = Journal.new(self._game, row.options, row.seats)
        stored = self._store.entries(row.id)
        entries = [(kept.t, msgspec.json.decode(kept.entry, type=self._game.entry_type)) for kept in stored]
        journal = journal.extended(entries)
        self._requests = {kept.request for kept in stored if kept.request is not None}
        wanted = self._game.placement(journal.state)
        self._debts = self._store.debts(row.id)
        self._lying = {**wanted.cells, **self._debts}
        self._lying = {cell: contents for cell, contents in self._lying.items() if contents}
        self._publish(journal=journal, seen=dict(wanted.cells))
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
        looks: frozenset[Look] = frozenset(self._game.pieces(moment.row.options))
        bodies = {body(look) for look in self._game.supply(moment.row.seats)} if moment.row.seats else set()
        self._looks = frozenset(look for look in looks if not bodies or body(look) in bodies)
        self._strange = looks - self._looks

    def _journal(self) -> Journal:
        if self.moment.journal is None:
            raise NotAllowed("not_begun")
        return self.moment.journal

    def _again(self, key: str) -> bool:
        return key in self._requests

    def _must_play(self, seat: Seat, also_in_setup: bool = False) -> None:
        moment = self.moment
        if moment.phase == "over":
            raise NotAllowed("over")
        if moment.phase != "playing" and not (also_in_setup and moment.phase == "setup"):
            raise NotAllowed("not_begun")
        if seat not in moment.row.seats:
            raise NotAllowed("no_seat", status=403)
        if moment.ruling.holds:
            raise NotAllowed("held")

    def _decoded(self, action: bytes) -> Any:
        if len(action) > ACTION_AT_MOST:
            raise NotAllowed("too_long", status=413)
        try:
            return msgspec.json.decode(action, type=self._game.action_type)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise NotAllowed("unreadable", {"problem": str(error)}, status=422) from error

    def _answered(self, seat: Seat, action: bytes) -> tuple[Intent[Any], ...] | None:
        """The story that an answer to an open question means."""
        try:
            number = msgspec.json.decode(action, type=Explanation).number
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None
        for item in self.moment.ruling.standing:
            if isinstance(item.reading, Ambiguous) and item.reading.seat == seat:
                if 0 <= number < len(item.reading.choices):
                    return item.reading.choices[number]
                break
        raise NotAllowed("no_question")


class Explanation(msgspec.Struct, frozen=True, tag="explain"):
    """A phone's answer to `Ambiguous`: the number of the story, counted from 0."""

    number: int


def _without_questions(ruling: Ruling) -> Ruling:
    """The ruling after something was committed: questions and breaches are asked anew from the next look."""
    standing = tuple(item for item in ruling.standing if not isinstance(item.reading, Ambiguous | Breach))
    return Ruling(standing)


def _stored_chain(store: Store) -> fair_chance.SecretChain:
    row = store.newest_game()
    if row is None:
        return fair_chance.SecretChain.fresh()
    return fair_chance.SecretChain(row.chance_seed, row.chance_index).following()


def _new_row(game: Game[Any, Any], options: dict[str, str], chain: fair_chance.SecretChain, t: float) -> GameRow:
    return GameRow(
        0,
        game.id,
        game.board(options).edition,
        game.rules_version,
        options,
        (),
        "lobby",
        fair_chance.commitment(chain.secret()),
        chain.seed,
        chain.index,
        {},
        t,
    )
