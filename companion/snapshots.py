"""What one seat sees of a moment, in its language: built by naming what it may know. Pure.

A field that cannot be made, since a game raises, is left empty and named: a phone shows all else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, MutableMapping
from typing import Any, TypeVar

import msgspec

from companion.calling import words_at
from companion.headline import about, due
from companion.journal import Journal, tag
from companion.moment import Moment
from companion.seating import names
from companion.words import STORY_LINES, Beginning, Words, choice, may_know
from engines.entries import Outcome, Seat
from engines.pending import Decision, Dice, Over, Pending, Shuffle
from engines.physical import Cell, Contents
from web.service import Awaited, Choice, Leaving, Player, Roll, Rolled, Snapshot, Warning

T = TypeVar("T")

OF_WHAT_IS_PENDING = ("asks", "due", "choices", "roll", "waiting_for")
"""Fields that say who is asked what: none can be made where the game cannot tell what is pending."""

CHOICES_AT_MOST = 600
"""Legal actions that a phone is offered. The escape has at most some hundred; a bound keeps pages small."""


def snapshot(
    moment: Moment, seat: Seat | None, lang: str, present: Collection[Seat], faults: MutableMapping[str, Exception]
) -> Snapshot:
    """What `seat` (``None``: a spectator) sees of `moment`; the number is left at 0.

    `faults` is filled with what was raised by fields that could not be made.
    """

    def made(fields: str | tuple[str, ...], make: Callable[[], T], empty: T) -> T:
        names = (fields,) if isinstance(fields, str) else fields
        if not faults.keys().isdisjoint(names):
            return empty
        try:
            return make()
        except Exception as error:  # whatever a game or its sentences raise
            faults.update(dict.fromkeys(names, error))
            return empty

    words = words_at(moment, lang)
    journal = moment.journal
    pending = made(OF_WHAT_IS_PENDING, lambda: _pending(moment), None)
    nowhere: dict[Cell, Contents] = {}
    placement = made("placement", lambda: dict(sorted(moment.placement.items())), nowhere)
    playing = moment.phase == "playing"
    rolling = playing or moment.phase == "setup"
    mine = seat is not None and pending is not None and _is_asked(pending, seat)
    told = [line for line in journal.lines if may_know(line.audience, seat)] if journal else []
    asked = playing and mine and isinstance(pending, Decision)
    fields = Snapshot(
        number=0,
        phase=moment.phase,
        mode=moment.mode,
        game=moment.game.id,
        seat=seat,
        players=[
            Player(player.seat, ", ".join(names(player)), player.seat in present, player.gone)
            for player in moment.players
        ],
        asks=made("asks", lambda: asks_in_words(moment, words, pending, seat), ""),
        my_turn=mine and (playing or (rolling and isinstance(pending, Dice))),
        choices=made("choices", lambda: _choices(moment, words, seat), []) if asked else [],
        roll=made("roll", lambda: _roll(words, pending), None) if mine and rolling else None,
        undo=made("undo", lambda: _undo(moment, words, seat), ""),
        warnings=made("warnings", lambda: _warnings(moment, words, pending, seat), []),
        story=made("story", lambda: [words.line(line) for line in told[-STORY_LINES:]], []),
        due=made("due", lambda: due(moment, words, pending, seat), None),
        about=[about(journal, line) for line in told[-STORY_LINES:]] if journal else [],
        told=len(told),
        view=made("view", lambda: _view(moment, journal, seat), {}) if journal else {},
        placement=placement,
        seen_placement=_folded(moment) or placement,
        last_cells=moment.last_cells,
        rolled=_rolled(journal) if journal else None,
        keeps_pictures=moment.keeps_pictures,
        waiting_for=made("waiting_for", lambda: _waiting_for(words, pending), [])
        if playing or (rolling and isinstance(pending, Dice))
        else (),
        overdue=sorted(moment.overdue),
        leaving=[Leaving(seat, sorted(agreed)) for seat, agreed in sorted(moment.leaving.items())],
        rematch=sorted(moment.rematch),
        game_number=moment.row.id,
    )
    return msgspec.structs.replace(fields, fails=sorted(faults))


def _pending(moment: Moment) -> Pending | None:
    """What the game waits for; ``None`` in the lobby."""
    return moment.game.pending(moment.journal.state) if moment.journal is not None else None


def _view(moment: Moment, journal: Journal, seat: Seat | None) -> dict[str, Any]:
    """The game's own view as plain JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(moment.game.view(journal.state, seat))
    return plain


def _warnings(moment: Moment, words: Words, pending: Pending | None, seat: Seat | None) -> list[Warning]:
    readings, holds = moment.ruling.warnings, moment.ruling.holds
    together = pending.seats if isinstance(pending, Decision) and len(pending.seats) > 1 else ()
    warnings = (words.warning(reading, seat, holds, _beginning(moment), together) for reading in readings)
    return [warning for warning in warnings if warning is not None]


def _beginning(moment: Moment) -> Beginning | None:
    """How the board that is being set up begins; ``None`` in play."""
    if moment.phase != "setup":
        return None
    return "with_pieces" if moment.placement else "empty"


def _folded(moment: Moment) -> dict[str, tuple[str, ...]]:
    """The board as last seen, with what lies in holding boxes in their cells, as placements have it."""
    folded: dict[str, list[str]] = {}
    for place, looks in moment.seen.items():
        folded.setdefault(moment.board.home(place), []).extend(looks)
    return {cell: tuple(sorted(looks)) for cell, looks in sorted(folded.items())}


def _is_asked(pending: Pending, seat: Seat) -> bool:
    match pending:
        case Decision(seats=seats):
            return seat in seats
        case Dice(seat=roller):
            return roller is None or roller == seat
    return False


def asks_in_words(moment: Moment, words: Words, pending: Pending | None, seat: Seat | None) -> str:
    """Whose turn it is and what for, as far as `seat` may know it."""
    if moment.phase == "lobby" or pending is None:
        return words.say("asks.lobby")
    match pending:
        case Over(winners, reason):
            return words.sentence(f"over.{reason}", {"seat": winners})
        case Dice(name=name, seat=roller):
            facts = {"seat": roller or "", "what": words.say(f"chance.{name}")}
            key = "asks.turn" if pending.is_card else "asks.roll"
            return words.sentence(key if roller else f"{key}_any", facts)
        case _ if moment.phase == "setup":
            if not moment.placement:
                return words.say("asks.setup_empty")
            return words.say("asks.setup_again" if moment.laid_again else "asks.setup")
        case Decision(seats, kind, secret) if not secret or seat in seats:
            asks = words.sentence(
                "asks.decision", {"seat": seats, "what": words.say(f"decision.{kind}", {"seat": seats})}
            )
            if moment.patience_s and moment.phase == "playing" and pending.default is not None:
                return words.say("asks.patience", {"asks": asks, "seconds": moment.patience_s})
            return asks
        case Decision() | Shuffle():
            return words.say("asks.wait")


def _waiting_for(words: Words, pending: Pending | None) -> list[Awaited]:
    match pending:
        case Dice(seat=seat) if seat is not None:
            return [Awaited(seat)]
        case Decision(seats=seats, secret=False, default=default):
            return [Awaited(seat, words.action(default) if default is not None else "") for seat in seats]
    return []


def _choices(moment: Moment, words: Words, seat: Seat | None) -> list[Choice]:
    assert moment.journal is not None
    assert seat is not None
    found: list[Choice] = []
    for action in moment.game.legal(moment.journal.state, seat):
        if tag(action) in moment.game.entered_actions:
            continue
        found.append(choice(words, moment.board, action))
        if len(found) == CHOICES_AT_MOST:
            break
    return found


def _roll(words: Words, dice: Pending | None) -> Roll | None:
    if not isinstance(dice, Dice):
        return None
    each = [words.say(f"die.{dice.name}", facts) for facts in dice.each]
    return Roll(dice.name, words.say(f"chance.{dice.name}"), dice.count, dice.sides, dice.faces, each)


def _undo(moment: Moment, words: Words, seat: Seat | None) -> str:
    if moment.journal is None or moment.phase != "playing" or seat is None:
        return ""
    number = moment.journal.undoable(seat)
    if number is None:
        return ""
    entry: Any = moment.journal.entries[number]
    return words.action(entry.action)


def _rolled(journal: Journal) -> Rolled | None:
    count, last = 0, None
    for played in journal.standing:
        dice = played.dice
        if isinstance(played.entry, Outcome) and dice is not None and not dice.is_card:
            count += 1
            last = Rolled(dice.name, dice.seat, played.entry.result, dice.sides, count)
    return last
