"""The table in play: what phones and the host enter, each thing once, and only where the game allows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.moment import Moment
from companion.readings import Ambiguous, Breach
from companion.referee import cells_of
from companion.refusals import NotAllowed
from companion.table_shelf import ShelfTable
from engines.entries import Act, BadEntry, Edit, Entry, FactValue, Outcome, Seat, Undo
from engines.game import Intent
from engines.pending import Decision, Dice, Shuffle, check_outcome

ACTION_AT_MOST = 4096
"""Bytes of an action's JSON; the longest of any game is a few hundred."""


class Explanation(msgspec.Struct, frozen=True, tag="explain"):
    """A phone's answer to `Ambiguous`: the number of the story, counted from 0."""

    number: int


class Basis(msgspec.Struct, frozen=True):
    """What a phone showed when an action was chosen on it.

    `game` and how many `entries` it had; `kind` of the decision that its seat was asked for, empty where it was not;
    `question`: the stories between which it was to choose.
    """

    game: int
    entries: int
    kind: str = ""
    question: tuple[tuple[Intent[Any], ...], ...] = ()

    @classmethod
    def of(cls, moment: Moment, seat: Seat) -> Basis:
        """What `seat` is shown of `moment`."""
        if moment.journal is None:
            return cls(moment.row.id, 0)
        pending = moment.game.pending(moment.journal.state)
        kind = pending.kind if isinstance(pending, Decision) and seat in pending.seats else ""
        return cls(moment.row.id, len(moment.journal.entries), kind, _question(moment, seat))


class PlayedTable(ShelfTable):
    """A table at which a game is played by hand."""

    def act(self, seat: Seat, action: bytes, key: str, basis: Basis | None = None) -> None:
        """Commits an action given as JSON, or the answer to a question about the board; the same `key` acts once.

        `basis`: what the phone showed then. An action that would answer another question now is refused; all else that
        has become of the game meanwhile is for the rules to judge.
        """
        with self._lock:
            if self._again(key):
                return
            self._must_play(seat)
            if basis is not None and self._has_moved_on(seat, basis):
                raise NotAllowed("moved_on")
            if (story := self._answered(seat, action, basis)) is not None:
                self._commit([Act(intent.seat, intent.action) for intent in story], key)
                return
            entry = Act(seat, self._decoded(action))
            violations = self._game.judge(self._journal().state, seat, entry.action)
            if violations:
                raise NotAllowed("illegal", violations=violations)
            self._commit([entry], key)

    def _has_moved_on(self, seat: Seat, basis: Basis) -> bool:
        """Whether the decision that `basis` shows is no longer the one that `seat` is asked for."""
        if basis.game != self.moment.row.id:
            return True
        if not basis.kind:
            return False
        journal = self._journal()
        later = [played.before for played in journal.standing if played.seq >= basis.entries]
        pendings = (self._game.pending(state) for state in (*later, journal.state))
        return not all(
            isinstance(pending, Decision) and pending.kind == basis.kind and seat in pending.seats
            for pending in pendings
        )

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
                    raise NotAllowed("bad_card" if dice.is_card else "bad_dice", facts, status=422) from error
            self._commit([outcome], key)

    def undo(self, seat: Seat, key: str) -> None:
        """Takes back the last own action, where neither chance nor a reveal nor another's action came after it."""
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
        return moment.journal.undoable(seat)

    def edit(self, facts: Mapping[str, FactValue], key: str) -> None:
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
            readings = (item.reading for item in self.moment.ruling.standing)
            broken = [reading for reading in readings if isinstance(reading, Breach)]
            if self._settled is None or not broken:
                raise NotAllowed("nothing_to_pass")
            seen = self._settled.findings.seen
            under_a_hand = {cell for breach in broken for cell in cells_of(breach)} & seen.unseen
            board = {**seen.board, **{cell: self._broken.get(cell, ()) for cell in under_a_hand}}
            self._lying = {cell: contents for cell, contents in board.items() if contents}
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

    def _answered(self, seat: Seat, action: bytes, basis: Basis | None) -> tuple[Intent[Any], ...] | None:
        """The story that an answer to an open question means."""
        try:
            number = msgspec.json.decode(action, type=Explanation).number
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None
        choices = _question(self.moment, seat)
        if basis is not None and basis.question != choices:
            raise NotAllowed("moved_on")
        if not 0 <= number < len(choices):
            raise NotAllowed("no_question")
        return choices[number]


def _question(moment: Moment, seat: Seat) -> tuple[tuple[Intent[Any], ...], ...]:
    """The stories of the board between which `seat` is to choose."""
    readings = (item.reading for item in moment.ruling.standing)
    asked = (reading for reading in readings if isinstance(reading, Ambiguous) and reading.seat == seat)
    return next((reading.choices for reading in asked), ())
