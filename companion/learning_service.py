"""The table as a teacher: `web.learning_service.LearningService`, from what `companion.learning` finds, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from companion import learning
from companion.calling import words_at
from companion.citations import section_of
from companion.learning import Possible, Refused
from companion.moment import Moment
from companion.place_names import cell_called, place_names
from companion.snapshots import asks_in_words
from companion.words import Words, choice
from engines.directory import Listing, whereabouts
from engines.entries import Seat
from engines.options import chosen
from engines.pending import Decision, Dice, Over, Shuffle
from web import service as pages
from web.learning_service import (
    Answer,
    Chapter,
    Deed,
    Help,
    Lesson,
    Objection,
    PlacesChapter,
    PrintedPlace,
    PrintedRule,
    PrintedRulebook,
)

WAYS_AT_MOST = 4
"""Ways of doing one thing that are written out; the board and the list of choices show all."""
NAMES_AT_MOST = 4
"""Actions with one and the same objection that are named one by one; of more only their kinds are."""
LONGEST_ACTION = 2000


class Teacher:
    """Answers learners from the newest moment of a table; every method may be called from any thread.

    >>> Teacher(lambda: table.moment).lesson("red", "en").words
    'Everybody throws two dice, and the highest moves first …'
    """

    def __init__(self, moment: Callable[[], Moment]) -> None:
        """`moment` answers the table as it stands now."""
        self._moment = moment

    def help(self, seat: Seat, lang: str) -> Help:
        """What `seat` can do now, what it cannot and why, and what is going on."""
        now = self._moment()
        words = words_at(now, lang)
        state = now.journal.state if now.journal is not None and now.phase == "playing" else None
        found = learning.possible(now.game, state, seat) if state is not None else ()
        refused = learning.impossible(now.game, state, seat, now.board.places) if state is not None else ()
        cut = sum(len(one.actions) for one in found) >= learning.LISTED_AT_MOST
        return Help(
            lesson=_lesson(now, words, seat),
            held=words.say("refused.held") if now.ruling.holds else "",
            possible=[*_rolls(now, words, seat), *(_deed(now, words, one, cut) for one in found)],
            not_now=[_objection(now, words, one) for one in refused],
            places=place_names(now.board, lang),
            tonight=_tonight(now, words),
        )

    def why_not_there(self, seat: Seat, place: str, lang: str) -> Answer:
        """Why `seat` may not go or put anything to `place`, a cell's id or a name; raises `pages.Refused`."""
        now = self._moment()
        words = words_at(now, lang)
        cell = now.board.home(place) if place in now.board.places else cell_called(now.board, place)
        if cell is None:
            raise pages.Refused(words.say("teacher.no_such_place", {"place": place[:40]}), 422)
        if now.journal is None or now.phase != "playing":
            return Answer(words.place(cell), [], [_not_playing(now, words, seat)])
        state = now.journal.state
        supply = now.game.supply(now.journal.options, now.journal.seats)
        meant = learning.meant_by_place(now.game, state, supply, seat, cell)
        if not meant:
            nothing = Objection([], words.say("teacher.nothing_there"), "", None)
            return Answer(words.place(cell), [], [nothing])
        return self._answer(now, words, seat, meant, words.place(cell))

    def why_not(self, seat: Seat, action: bytes, lang: str) -> Answer:
        """Why `seat` may not do `action`; raises `pages.Refused` for one that is none of the game's."""
        now = self._moment()
        words = words_at(now, lang)
        try:
            meant = msgspec.json.decode(action[:LONGEST_ACTION], type=now.game.action_type)
        except msgspec.DecodeError as error:
            raise pages.Refused(words.say("refused.unreadable", {"problem": str(error)}), 422) from error
        if now.journal is None or now.phase != "playing":
            return Answer(words.action(meant), [], [_not_playing(now, words, seat)])
        return self._answer(now, words, seat, (meant,), words.action(meant))

    def lesson(self, seat: Seat | None, lang: str) -> Lesson:
        """The phase of the game in two sentences."""
        now = self._moment()
        return _lesson(now, words_at(now, lang), seat)

    def rulebook(self, lang: str) -> PrintedRulebook:
        """The rules of the game in chapters, and tonight's house options."""
        now = self._moment()
        words = words_at(now, lang)
        chapters: dict[str, list[PrintedRule]] = {}
        for rule in now.game.rulebook:
            title = words.say(f"chapter.{rule.id.partition('.')[0]}")
            chapters.setdefault(title, []).append(
                PrintedRule(rule.id, section_of(rule, words), rule.text(words.lang), rule.source)
            )
        options = chosen(now.game.options, now.row.options)
        tonight = [(words.say(f"option.{key}"), words.say(f"option.{key}.{value}")) for key, value in options.items()]
        return PrintedRulebook([Chapter(title, rules) for title, rules in chapters.items()], tonight)

    def has_directory(self) -> bool:
        """Whether the board on the table has a directory."""
        now = self._moment()
        return bool(now.game.directory(now.row.options))

    def directory(self, lang: str) -> Sequence[PlacesChapter]:
        """The named places of the board on the table, in chapters."""
        now = self._moment()
        words = words_at(now, lang)

        def printed(listing: Listing) -> PrintedPlace:
            note = words.say(listing.note, listing.facts) if listing.note else ""
            return PrintedPlace(listing.name(words.lang), whereabouts(listing), note)

        chapters = now.game.directory(now.row.options, now.journal.state if now.journal is not None else None)
        return [PlacesChapter(words.say(one.title), list(map(printed, one.sorted(words.lang)))) for one in chapters]

    def _answer(self, now: Moment, words: Words, seat: Seat, meant: Sequence[Any], subject: str) -> Answer:
        assert now.journal is not None
        verdict = learning.judged(now.game, now.journal.state, seat, meant)
        allowed = [words.action(action) for action in verdict.allowed]
        kinds = {learning.kind_of(action) for action in verdict.allowed}
        refused = [one for one in verdict.refused if not kinds.issuperset(map(learning.kind_of, one.actions))]
        objections = [_objection(now, words, one) for one in refused]
        if allowed and now.ruling.holds:
            return Answer(subject, [], [Objection(allowed, words.say("refused.held"), "", None), *objections])
        return Answer(subject, allowed, objections)


def lesson_key(now: Moment, seat: Seat | None) -> str:
    """The text key of what is going on, as far as `seat` may know it."""
    if now.phase == "lobby" or now.journal is None:
        return "learn.lobby"
    pending = now.game.pending(now.journal.state)
    match pending:
        case Over(reason=reason):
            return f"learn.over.{reason}"
        case Dice(name=name):
            return f"learn.chance.{name}"
        case _ if now.phase == "setup":
            return "learn.setup"
        case Shuffle(name=name):
            return f"learn.chance.{name}"
        case Decision(seats, kind, secret) if not secret or seat in seats:
            return f"learn.decision.{kind}"
    return "learn.wait"


def _lesson(now: Moment, words: Words, seat: Seat | None) -> Lesson:
    pending = now.game.pending(now.journal.state) if now.journal is not None else None
    return Lesson(asks_in_words(now, words, pending, seat), words.first(lesson_key(now, seat), "learn.wait"))


def _tonight(now: Moment, words: Words) -> list[str]:
    """What the game has to say of the options that were chosen, where it has anything."""
    options = chosen(now.game.options, now.row.options)
    said = (words.first(f"learn.option.{key}.{value}") for key, value in options.items())
    return [each for each in said if each]


def _rolls(now: Moment, words: Words, seat: Seat) -> list[Deed]:
    """Dice that `seat` is asked to roll."""
    pending = now.game.pending(now.journal.state) if now.journal is not None else None
    if not isinstance(pending, Dice) or pending.seat not in (None, seat):
        return []
    what = {"what": words.say(f"chance.{pending.name}")}
    if pending.is_card:
        return [Deed("turn_card", words.say("teacher.card", what), words.say("teacher.card_what"), None, [], 1, False)]
    return [Deed("roll", words.say("teacher.roll", what), words.say("teacher.roll_what"), None, [], 1, False)]


def _deed(now: Moment, words: Words, found: Possible, cut: bool) -> Deed:
    """`found` in words; `cut`: more may be done than was looked at."""
    rule = words.rule(found.rule)
    ways = [words.action(action) for action in found.actions]
    name = words.first(f"deed.{found.kind}") or ways[0]
    says = words.first(f"can.{found.kind}") or (rule.text if rule else "")
    on_board = all(choice(words, now.board, action).cells for action in found.actions)
    return Deed(found.kind, name, says, rule, ways[:WAYS_AT_MOST], len(ways), on_board, cut)


def _objection(now: Moment, words: Words, refused: Refused) -> Objection:
    facts = refused.violation.facts if refused.violation is not None else {}
    what = list(dict.fromkeys(_name(now, words, action, facts) for action in refused.actions))
    if len(what) > NAMES_AT_MOST:
        kinds = (words.first(f"deed.{learning.kind_of(action)}") or words.action(action) for action in refused.actions)
        what = list(dict.fromkeys(kinds))
    violation = refused.violation
    if violation is None:
        return Objection(what, words.say("teacher.secret"), "", None)
    reason = words.first(f"whynot.{violation.key}", f"violation.{violation.key}", facts=violation.facts)
    needed = words.first(f"needed.{violation.key}", facts=violation.facts)
    return Objection(what, reason, needed, words.rule(violation.rule))


def _name(now: Moment, words: Words, action: Any, facts: Mapping[str, Any]) -> str:
    """What kind of thing an action is; the action itself where it names a thing of its own (a card) that the `facts`
    of its refusal are about."""
    kind = words.first(f"deed.{learning.kind_of(action)}")
    own = {value for _, value in learning.bare(action, now.board.places)}
    return words.action(action) if not kind or not own.isdisjoint(map(str, facts.values())) else kind


def _not_playing(now: Moment, words: Words, seat: Seat) -> Objection:
    """Nothing can be done before the game has begun, or after its end."""
    if now.phase == "over":
        return Objection([], words.say("refused.over"), "", None)
    return Objection([], words.say("refused.not_begun"), _lesson(now, words, seat).words, None)
