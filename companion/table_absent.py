"""The table waits for nobody for ever: answers for those who sleep or are absent, and players who leave a game.

Whatever is entered for a player is an entry of the log that says so (`Act.by`). The table chooses what the rulebook
gives as the default; where it gives none and the player is gone, anything legal, by lot. Dice and lots fall fairly.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Literal

import msgspec

from companion import fair_chance, seating
from companion.journal import Journal, tag
from companion.readings import InHand
from companion.refusals import NotAllowed
from companion.table_core import LEAVING
from companion.table_play import PlayedTable
from engines.entries import Act, Edit, Outcome, Seat
from engines.pending import Decision, Dice, Pending, Shuffle

PATIENCES_S = (0, 15, 30, 60, 120, 300)
"""Times after which the table may answer for a player, s; 0: never. From a quick objection to a long thought."""
AFTER_PEOPLE_S = 2.5
"""s after an entry of somebody's before the table answers for a seat without player: time to take a move back."""
LOTS_AT_MOST = 600
"""Legal actions among which the lot is cast: as many as a phone offers."""
MOST_IN_A_ROW = 200
"""Answers by the table with no player's act between them: seven absent players of the escape need about forty."""


class AbsentTable(PlayedTable):
    """A table that goes on without those who do not answer."""

    _waiting: object = None
    _since: float = 0.0

    def set_patience(self, seconds: int) -> None:
        """After how many s the table answers for a player who sleeps; 0: never."""
        with self._lock:
            if seconds not in PATIENCES_S:
                raise NotAllowed("no_such_setting", {"value": str(seconds)}, status=422)
            self._store.set("patience_s", str(seconds))
            self._publish(patience_s=seconds)

    def tick(self) -> bool:
        """Answers for whoever is gone, and for whoever has slept too long; to be called often. Whether it did."""
        with self._lock:
            moment, now = self.moment, self._stopwatch()
            journal = moment.journal
            waiting = self._waited_for()
            if waiting != self._waiting or self._in_motion():
                self._waiting, self._since = waiting, now
            if journal is None or moment.phase != "playing" or moment.ruling.holds or self._too_many_in_a_row():
                self._offer(frozenset())
                return False
            waited, pending = now - self._since, self._game.pending(journal.state)
            due = moment.patience_s > 0 and waited >= moment.patience_s
            nobody = waited >= AFTER_PEOPLE_S or self._answered_last(journal)
            if self._answer(pending, due, nobody):
                return True
            self._offer(self._without_default(pending, due))
            return False

    @property
    def answers_in_s(self) -> float | None:
        """Seconds until the table answers for who is asked; ``None`` where it does not. Takes no lock, and may be a
        moment behind."""
        moment = self.moment
        if moment.journal is None or moment.phase != "playing" or not moment.patience_s or moment.ruling.holds:
            return None
        pending = self._game.pending(moment.journal.state)
        if isinstance(pending, Decision) and (pending.secret or pending.default is None):
            return None
        if not isinstance(pending, Decision | Dice):
            return None
        waited = self._stopwatch() - self._since if self._waited_for() == self._waiting else 0.0
        return max(0.0, moment.patience_s - waited)

    def _waited_for(self) -> object:
        """What stays the same while the table waits for the same answer.

        What is done unseen does not begin the time anew, unless it answers what one alone was asked: all would learn of
        it.
        """
        moment = self.moment
        journal = moment.journal
        last = None
        for played in reversed(journal.standing if journal is not None else ()):
            assert journal is not None
            before = self._game.pending(played.before)
            alone = not isinstance(before, Decision) or len(before.seats) == 1
            if journal.public[played.seq] or (alone and journal.is_noticed(played)):
                last = played.seq
                break
        return (moment.row.id, last, moment.phase, moment.patience_s)

    def answer_for(self, seat: Seat, key: str) -> None:
        """The host answers for who is absent: the default, by lot where there is none, or with the dice asked for."""
        with self._lock:
            if self._again(key):
                return
            self._must_play(seat, also_in_setup=True)
            match self._game.pending(self._journal().state):
                case Dice(seat=roller) as dice if roller in (seat, None):
                    self._commit([self._fair(self._journal(), dice)], key)
                case Decision(seats=seats, secret=False) if seat in seats:
                    self._must_play(seat)
                    entry = self._stand_in(seat, by_default=False, by="host")
                    if entry is None:
                        raise NotAllowed("no_answer", {"seat": seat})
                    self._commit([entry], key)
                case _:
                    raise NotAllowed("not_asked", {"seat": seat})

    def answer_overdue(self, seat: Seat, by: Seat, key: str) -> None:
        """`by`, another player, lets the table choose by lot for `seat`, whose time is up."""
        with self._lock:
            if self._again(key):
                return
            self._must_be_here(by)
            if seat not in self.moment.overdue or by == seat:
                raise NotAllowed("not_overdue", {"seat": seat})
            entry = self._stand_in(seat, by_default=False, by="table")
            if entry is None:
                raise NotAllowed("no_answer", {"seat": seat})
            self._commit([entry], key)

    def _without_default(self, pending: Pending, due: bool) -> frozenset[Seat]:
        """Who is asked in vain, where the rules know no default: their time is up, or the table just chose for them."""
        moment = self.moment
        if not moment.patience_s or not isinstance(pending, Decision) or pending.secret or pending.default is not None:
            return frozenset()
        asleep = self._last_stood_in()
        return frozenset(seat for seat in self._silent(pending) if due or seat == asleep)

    def _last_stood_in(self) -> Seat | None:
        """For whom the table did the last thing that was done and noticed, if it did."""
        journal = self._journal()
        for played in reversed(journal.standing):
            if isinstance(entry := played.entry, Act) and (entry.by == "table" or journal.is_noticed(played)):
                return entry.seat if entry.by == "table" else None
        return None

    def _offer(self, overdue: frozenset[Seat]) -> None:
        if overdue != self.moment.overdue:
            self._publish(overdue=overdue)

    def _answered_last(self, journal: Journal) -> bool:
        """Whether the last act was the table's own."""
        last = journal.standing[-1].entry if journal.standing else None
        return isinstance(last, Act) and last.by == "table"

    def _answer(self, pending: Pending, due: bool, nobody: bool) -> bool:
        """Answers for who is `due`, and with `nobody` for seats that nobody holds; whether it did."""
        gone = {player.seat for player in self.moment.players if player.gone and nobody}
        asked = (
            {pending.seat} if isinstance(pending, Dice) else set(pending.seats) if isinstance(pending, Decision) else ()
        )
        if any(self._goes_out(seat) for seat in gone.intersection(asked)):
            return True
        match pending:
            case Dice(seat=seat) as dice if seat in gone or due:
                self._commit([self._fair(self._journal(), dice)], None)
                return True
            case Decision() as decision:
                silent = [seat for seat in self._silent(decision) if due or seat in gone]
                answered = [self._answer_decision(decision.kind, seat, seat in gone) for seat in silent]
                return any(answered)
        return False

    def _goes_out(self, seat: Seat) -> bool:
        """Enters what the game has for a player who has left, as the seat is asked and still nobody's; whether it had
        anything."""
        state = self._journal().state
        left = Edit(self._game.departure(state, seat), by=seat)
        if not left.facts or self._game.apply(state, left).state == state:
            return False
        self._commit([left], None)
        return True

    def _answer_decision(self, kind: str, seat: Seat, gone: bool) -> bool:
        """Enters what stands for the answer of `seat` to a decision of that kind, if it is open; whether it did."""
        now = self._game.pending(self._journal().state)
        if not isinstance(now, Decision) or now.kind != kind or seat not in now.seats:
            return False
        entry = self._stand_in(seat, by_default=not gone, by="table")
        if entry is None or self._game.apply(self._journal().state, entry).state == self._journal().state:
            return False
        self._commit([entry], None)
        return True

    def _silent(self, decision: Decision) -> tuple[Seat, ...]:
        """Who has not answered: of several who are asked at once those who did nothing since then."""
        if len(decision.seats) == 1:
            return decision.seats
        heard: set[Seat] = set()
        for played in reversed(self._journal().standing):
            before = self._game.pending(played.before)
            if not isinstance(before, Decision) or before.kind != decision.kind:
                break
            if isinstance(played.entry, Act):
                heard.add(played.entry.seat)
        return tuple(seat for seat in decision.seats if seat not in heard)

    def _stand_in(self, seat: Seat, by_default: bool, by: Literal["host", "table"]) -> Act[Any] | None:
        """What is entered for `seat`; ``None`` where nothing may be. `by_default`: only what the rulebook says."""
        state = self._journal().state
        pending = self._game.pending(state)
        assert isinstance(pending, Decision)
        if pending.default is not None and not self._game.judge(state, seat, pending.default):
            return Act(seat, pending.default, by)
        lot = None if by_default else self._lot(seat)
        return None if lot is None else Act(seat, lot, by)

    def _lot(self, seat: Seat) -> Any:
        """A legal action of `seat` by lot, of a kind by lot; ``None`` if there is none.

        None that leads back to where the game was before. The lot follows from everybody's secrets like all chance, so
        nobody could choose it.
        """
        journal = self._journal()
        actions = list(islice(self._game.legal(journal.state, seat), LOTS_AT_MOST))
        if not actions:
            return None
        row = self.moment.row
        secret = fair_chance.SecretChain(row.chance_seed, row.chance_index).secret()
        lots = Shuffle(f"lot of {seat}", len(actions))
        drawn = [actions[at] for at in fair_chance.fair_outcome(secret, row.shares, len(journal.entries), lots).result]
        kinds = Shuffle(f"kind for {seat}", len(kinds_of := sorted({tag(action) for action in actions})))
        order = fair_chance.fair_outcome(secret, row.shares, len(journal.entries), kinds).result
        drawn.sort(key=lambda action: order[kinds_of.index(tag(action))])
        before = [played.before for played in journal.standing[-MOST_IN_A_ROW:]]
        onward = (one for one in drawn if self._game.apply(journal.state, Act(seat, one)).state not in before)
        return next(onward, drawn[0])

    def _in_motion(self) -> bool:
        """Whether somebody is doing something on the board now."""
        settled = self._settled
        if settled is None or self._sight.blind:
            return False
        return not settled.calm or any(isinstance(reading, InHand) for reading in settled.findings.all)

    def _too_many_in_a_row(self) -> bool:
        """Whether nobody but the table has done anything for long: then it waits for people."""
        if all(player.gone for player in self.moment.players):
            return True
        last = self._journal().standing[-MOST_IN_A_ROW:]
        acts = [played.entry for played in last if isinstance(played.entry, Act | Outcome)]
        return len(acts) == MOST_IN_A_ROW and all(isinstance(act, Outcome) or act.by == "table" for act in acts)

    # Players who leave

    def leave_game(self, seat: Seat) -> None:
        """The player of `seat` must go; the others are asked, or the host decides."""
        with self._lock:
            self._must_be_here(seat)
            self._set_leaving({**self.moment.leaving, seat: frozenset()})
            self._go_if_agreed(seat)

    def stay(self, seat: Seat) -> None:
        """The player of `seat` stays after all."""
        with self._lock:
            self._set_leaving({other: agreed for other, agreed in self.moment.leaving.items() if other != seat})

    def let_go(self, seat: Seat, leaver: Seat) -> None:
        """`seat` agrees that `leaver` goes."""
        with self._lock:
            self._must_be_here(seat)
            if leaver not in self.moment.leaving:
                raise NotAllowed("not_leaving", {"seat": leaver})
            agreed = self.moment.leaving[leaver] | {seat}
            self._set_leaving({**self.moment.leaving, leaver: agreed})
            self._go_if_agreed(leaver)

    def send_away(self, seat: Seat) -> None:
        """The host decides that the player of `seat` is gone."""
        with self._lock:
            self._must_be_here(seat)
            self._depart(seat)

    def _set_leaving(self, leaving: dict[Seat, frozenset[Seat]]) -> None:
        """Who wants to leave, with those who have agreed; it holds over a restart."""
        if leaving != self.moment.leaving:
            kept = (self.moment.row.commitment, leaving)
            self._store.set(LEAVING, msgspec.json.encode(kept).decode())
        self._publish(leaving=leaving)

    def _go_if_agreed(self, leaver: Seat) -> None:
        leaving = self.moment.leaving
        others = {player.seat for player in self.moment.players if not player.gone and player.seat not in leaving}
        if leaving[leaver] >= others:
            self._depart(leaver)

    def _depart(self, seat: Seat) -> None:
        """The seat is nobody's: no phone holds it. What the game has for that comes when the seat is asked next: until
        then somebody may take it over as it is."""
        if self.moment.phase == "playing":
            self._commit([Edit({}, by=seat)], None)
        self._sit(seating.departed(self.moment.players, seat))
        self.stay(seat)

    def _must_be_here(self, seat: Seat) -> None:
        player = next((player for player in self.moment.players if player.seat == seat), None)
        if player is None or player.gone:
            raise NotAllowed("no_such_seat", {"seat": seat}, status=404)
        if self.moment.phase not in ("setup", "playing"):
            raise NotAllowed("not_begun" if self.moment.phase == "lobby" else "over")
