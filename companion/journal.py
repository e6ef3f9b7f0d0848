"""The log of one game in memory: entries, the states they led to, their news. A value: extending it gives a new one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from companion.reconcile import Standing
from engines.corrections import Fault, Uncorrectable
from engines.entries import Act, Audience, BadEntry, Edit, Entry, Outcome, Seat, Undo
from engines.game import Game, News, Step
from engines.pending import Decision, Dice
from engines.physical import Cell, Change


class Played(msgspec.Struct, frozen=True):
    """An entry that counts, with the states before and after it. `dice` are those that an outcome says the fall of."""

    seq: int
    entry: Act[Any] | Outcome | Edit
    before: Any
    after: Any
    reveals: bool
    acted: Seat | None
    dice: Dice | None = None


class Line(msgspec.Struct, frozen=True):
    """A line of the story: a text key with facts and who may read it. `seq` is the entry that it tells of.

    `own`: the key is one of the table's own texts, not of the game's. `back`: what was told of what it takes back, no
    more than all who read it know.
    """

    seq: int
    key: str
    facts: Mapping[str, Any]
    audience: Audience
    own: bool = False
    back: tuple[Line, ...] = ()


class Journal(msgspec.Struct, frozen=True):
    """What happened so far. `standing` leaves out what was undone.

    `public` says of each entry whether everybody may see it whole; `fair` counts fair outcomes, undone ones too.
    """

    game: Game[Any, Any]
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    first: Any
    times: tuple[float, ...] = ()
    entries: tuple[Entry[Any], ...] = ()
    standing: tuple[Played, ...] = ()
    lines: tuple[Line, ...] = ()
    public: tuple[bool, ...] = ()
    fair: int = 0

    @classmethod
    def new(cls, game: Game[Any, Any], options: Mapping[str, str], seats: Sequence[Seat]) -> Journal:
        """A game before its first entry; raises `OptionError`."""
        return cls(game, options, tuple(seats), game.new(options, seats))

    @property
    def state(self) -> Any:
        """The state after all entries."""
        return self.standing[-1].after if self.standing else self.first

    @property
    def acted(self) -> Seat | None:
        """The seat that acted last."""
        return _actor(self.standing)

    def extended(self, entries: Iterable[tuple[float, Entry[Any]]]) -> Journal:
        """This journal and `entries` (each with its time).

        Raises `IllegalAction` or `BadEntry`; the message says which entry it was.
        """
        times, log = list(self.times), list(self.entries)
        standing, lines, fair, public = list(self.standing), list(self.lines), self.fair, list(self.public)
        for t, entry in entries:
            seq = len(log)
            if isinstance(entry, Undo):
                public.append(any(public[played.seq] for played in standing if played.seq >= entry.seq))
                standing, lines = _undone(self.game, entry, seq, standing, lines)
            else:
                before = standing[-1].after if standing else self.first
                dice = _dice(self.game, before, entry)
                step = advance(self.game, before, entry)
                standing.append(Played(seq, entry, before, step.state, step.reveals, _actor(standing), dice))
                public.append(is_public(self.game, standing[-1]))
                lines += [*_told_of_absence(self.game, standing, lines), *_told(seq, entry, step.news)]
                fair += isinstance(entry, Outcome) and entry.source == "fair"
            times.append(t)
            log.append(entry)
        return msgspec.structs.replace(
            self,
            times=tuple(times),
            entries=tuple(log),
            standing=tuple(standing),
            lines=tuple(lines),
            public=tuple(public),
            fair=fair,
        )

    def tail(self) -> tuple[Standing, ...]:
        """The entries that may be undone, newest first: back to the last chance, reveal or edit. What nobody notices is
        left out: how the board is read must not tell of it."""
        return tuple(
            Standing(played.seq, act.seat, played.before, played.acted, self._bodily(played))
            for played, act in self._may_go()
            if self.is_noticed(played)
        )

    def undoable(self, seat: Seat) -> int | None:
        """The number of the entry that `seat` may take back alone: the newest that may be undone, if it is its own. An
        older one would take with it what another has done since, whom nobody asked.

        Except for what another did unnoticed: that no more could be taken back would tell of it, so it goes along."""
        known = ((played, act) for played, act in self._may_go() if act.seat == seat or self.is_noticed(played))
        return next((played.seq if act.seat == seat else None for played, act in known), None)

    def is_noticed(self, played: Played) -> bool:
        """Whether others see that an entry was made: what all may see, or what moves pieces or asks something else."""
        if self.public[played.seq]:
            return True
        asked, placement = self.game.pending, self.game.placement
        return asked(played.before) != asked(played.after) or placement(played.before) != placement(played.after)

    def newest_noticed(self) -> int | None:
        """The number of the newest entry that others see was made; ``None`` before the first."""
        standing = {played.seq: played for played in self.standing}
        for seq in reversed(range(len(self.entries))):
            if self.public[seq] or (seq in standing and self.is_noticed(standing[seq])):
                return seq
        return None

    def _may_go(self) -> Iterator[tuple[Played, Act[Any]]]:
        """What may be undone, newest first."""
        for played in reversed(self.standing):
            if not isinstance(played.entry, Act) or played.reveals:
                return
            if not self.game.is_lasting(played.before, played.entry):
                yield played, played.entry

    def _bodily(self, played: Played) -> bool:
        if self.game.placement(played.before) != self.game.placement(played.after):
            return True
        pending = self.game.pending(played.before)
        assert isinstance(played.entry, Act)
        return isinstance(pending, Decision) and pending.default == played.entry.action

    def touched(self, since: Journal) -> tuple[Cell, ...]:
        """Cells whose pieces differ from `since`, those that pieces left first."""
        change = Change.between(self.game.placement(since.state).cells, self.game.placement(self.state).cells)
        return tuple(dict.fromkeys(lying.cell for lying in (*change.left, *change.arrived)))


def advance(game: Game[Any, Any], state: Any, entry: Act[Any] | Outcome | Edit) -> Step[Any]:
    """What `entry` leads to. An edit of no facts is the host's word that a breach may pass: nothing changes.

    Raises `BadEntry` for an edit that loses or doubles something; what was amiss before it may stay so.
    """
    if isinstance(entry, Edit) and not entry.facts:
        return Step(state)
    step = game.apply(state, entry)
    if isinstance(entry, Edit) and (lost := game.audit(step.state)):
        before = game.audit(state)
        if new := [fault for fault in lost if fault not in before]:
            raise Uncorrectable(Fault("lost"), "; ".join(new))
    return step


def _dice(game: Game[Any, Any], state: Any, entry: Act[Any] | Outcome | Edit) -> Dice | None:
    """The dice that `entry` is an outcome of; ``None`` for a shuffle, and what is no outcome."""
    chance = game.pending(state) if isinstance(entry, Outcome) else None
    return chance if isinstance(chance, Dice) else None


def _actor(standing: Sequence[Played]) -> Seat | None:
    return next((played.entry.seat for played in reversed(standing) if isinstance(played.entry, Act)), None)


def _told(seq: int, entry: Act[Any] | Outcome | Edit, news: Sequence[News]) -> list[Line]:
    lines = [Line(seq, f"news.{item.key}", item.facts, item.audience) for item in news]
    if isinstance(entry, Edit) and entry.by == "host" and not lines:
        key = "story.edited" if entry.facts else "story.let_pass"
        lines.insert(0, Line(seq, key, {"fact": tuple(sorted(entry.facts))}, None, own=True))
    return lines


def _told_of_absence(game: Game[Any, Any], standing: Sequence[Played], lines: Sequence[Line]) -> list[Line]:
    """That somebody else answered for a player, as far as it may be known that there was a question, once for answers
    that follow each other; who has left."""
    played = standing[-1]
    match played.entry:
        case Act(seat=seat, by=by) if by:
            asked = game.pending(played.before)
            audience = (seat,) if isinstance(asked, Decision) and asked.secret else None
            key = "story.answered_gone" if _has_left(seat, standing) else f"story.answered_{by}"
            told = Line(played.seq, key, {"seat": seat}, audience, own=True)
            return [] if _was_told(told, standing[:-1], lines) else [told]
        case Edit(by=by) if by != "host":
            return [Line(played.seq, "story.departed", {"seat": by}, None, own=True)]
    return []


def _has_left(seat: Seat, standing: Sequence[Played]) -> bool:
    """Whether the player of a seat left the game, and nobody has acted in their place since."""
    for played in reversed(standing):
        match played.entry:
            case Edit(by=by) if by == seat:
                return True
            case Act(seat=acting, by="") if acting == seat:
                return False
    return False


def _was_told(line: Line, standing: Sequence[Played], lines: Sequence[Line]) -> bool:
    """Whether the same was told of one of the answers just before it."""
    before = takewhile(lambda played: isinstance(played.entry, Act) and played.entry.by, reversed(standing))
    lately = {played.seq for played in before}
    return any(told.seq in lately and msgspec.structs.replace(told, seq=line.seq) == line for told in lines)


def tag(action: Any) -> str:
    """The tag of an action, as in its JSON: ``move_fugitive``."""
    return str(type(action).__struct_config__.tag)


def is_public(game: Game[Any, Any], played: Played) -> bool:
    """Whether everybody may see an entry whole: what may be seen is named, all else may not."""
    match played.entry:
        case Act():
            return game.is_open(played.before, played.entry)
        case Outcome():
            return played.dice is not None
        case Edit():
            return True


def _undone(
    game: Game[Any, Any], undo: Undo, seq: int, standing: list[Played], lines: list[Line]
) -> tuple[list[Played], list[Line]]:
    """What stands and is told after `undo`. Who could know of what goes is told that something was taken back."""
    if not any(played.seq == undo.seq for played in standing):
        raise BadEntry(f"undo of entry {undo.seq}, which does not stand")
    gone = [played for played in standing if played.seq >= undo.seq]
    audience: Audience = None
    if not any(is_public(game, played) for played in gone):
        knew = {seat for line in lines if line.seq >= undo.seq for seat in line.audience or ()}
        audience = tuple(sorted({*knew, *((undo.by,) if undo.by else ())}))
    told = tuple(line for line in lines if line.seq >= undo.seq and not line.own and _know(audience, line))
    key = "story.undone" if undo.by else "story.undone_board"
    taken = Line(seq, key, {"seat": undo.by or ""}, audience, own=True, back=told)
    return standing[: -len(gone)], [*(line for line in lines if line.seq < undo.seq), taken]


def _know(audience: Audience, line: Line) -> bool:
    """Whether all of `audience` were told a line."""
    return line.audience is None or (audience is not None and set(audience) <= set(line.audience))
