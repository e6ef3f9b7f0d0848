"""Lessons for the sensor boards of an evening, held from the host's phone: `web.sensors_service.SensorsService`."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from companion.camera_reasons import after_name, in_words
from companion.moment import Moment
from companion.sensors.boards import Boards, BoardState
from companion.sensors.cell_map import CellMap, map_path, write_map
from companion.sensors.learning import NotKept, keep_lamps
from companion.sensors.lesson import Lesson, Subject, houses_in_order, map_after, pieces_in_order
from companion.sensors.sensing import Sensing
from companion.words import Words
from engines.game import Game
from engines.physical import Contents
from firmware_bridge.felt import Felt
from firmware_bridge.lamps import Lamps
from firmware_bridge.lights import Glow
from firmware_bridge.link import LIVE, NoAnswer
from firmware_bridge.messages import Capability, Hello
from web.sensors_service import BoardSays, LessonSays
from web.service import Refused


class _Held(msgspec.Struct):
    """A lesson that is on: which board it is for, and the game that lay on the table when it began."""

    lesson: Lesson | None
    subject: Subject
    sensing: Sensing
    lamps: Lamps
    hello: Hello
    moment: Moment
    before: CellMap


class Classroom:
    """Teaches one board at a time. May be called from any thread."""

    def __init__(self, boards: Boards, moment: Callable[[], Moment], data: Path) -> None:
        self._boards, self._moment, self._data = boards, moment, data
        self._lock = threading.Lock()
        self._held: _Held | None = None

    def boards(self, lang: str) -> tuple[BoardSays, ...]:
        """As `SensorsService.boards`."""
        words = self._words(lang)
        said = []
        for state, (sensing, _) in zip(self._boards.states(), self._boards.taught):
            hello = sensing.link.hello
            live = hello is not None and sensing.link.status == LIVE
            subjects = _subjects(hello) if live and hello is not None else ()
            said.append(BoardSays(state.name or state.spec, _status(words, state), subjects, not state.unlearnt))
        return tuple(said)

    def begin(self, board: int, subject: Subject, lang: str) -> None:
        """As `SensorsService.begin`."""
        self.stop()
        taught = self._boards.taught
        sensing, lamps = taught[board] if 0 <= board < len(taught) else (None, None)
        hello = sensing.link.hello if sensing is not None else None
        if sensing is None or lamps is None or hello is None or sensing.link.status != LIVE:
            raise Refused(self._words(lang).say("sensors.not_there"), 409)
        if subject not in _subjects(hello):
            raise Refused(self._words(lang).say("sensors.cannot"), 422)
        moment = self._moment()
        before = sensing.map or CellMap(moment.game.id, moment.board.edition, hello.uid.hex())
        with self._lock:
            held = self._held = _Held(None, subject, sensing, lamps, hello, moment, before)
        sensing.teach(self._feel)
        lamps.show_instead(lambda: self._glows(held))

    def lesson(self, lang: str) -> LessonSays | None:
        """As `SensorsService.lesson`."""
        with self._lock:
            held = self._held
            if held is None or held.lesson is None:
                return None
            lesson = held.lesson
            words = Words(held.moment.game, held.moment.board, lang)
            asked = lesson.question
            return LessonSays(
                lesson.subject,
                _asked(words, lesson, asked),
                _last(words, lesson),
                asked if asked is not None and lesson.subject == "houses" else "",
                min(len(lesson.answers) + 1, len(lesson.asked)),
                len(lesson.asked),
                len(lesson.learnt),
                asked is None,
            )

    def skip(self, lang: str) -> None:
        """As `SensorsService.skip`."""
        with self._lock:
            self._must_teach(lang).skip()

    def back(self, lang: str) -> None:
        """As `SensorsService.back`."""
        with self._lock:
            self._must_teach(lang).back()

    def keep(self, lang: str) -> None:
        """As `SensorsService.keep`."""
        with self._lock:
            lesson, held = self._must_teach(lang), self._held
            assert held is not None
        if lesson.subject == "lights":
            try:
                keep_lamps(held.sensing.link, lesson, held.hello)
            except (NoAnswer, NotKept) as error:
                problem = in_words(error.reason, lang)
                raise Refused(self._words(lang).say("sensors.not_kept", {"problem": problem}), 503) from error
        else:
            kept = map_after(lesson, held.before, Counter(_supply(held.moment)))
            try:
                write_map(map_path(self._data, kept.game, held.moment.board, held.hello.uid), kept)
            except OSError as error:
                raise Refused(self._words(lang).say("sensors.not_kept", {"problem": str(error)}), 503) from error
        self.stop()

    def stop(self) -> None:
        """As `SensorsService.stop`."""
        with self._lock:
            held, self._held = self._held, None
        if held is not None:
            held.lamps.show_instead(None)
            held.sensing.teach(None)

    def _feel(self, felt: Felt) -> None:
        """What the board feels, in its link's thread; the first state begins the lesson."""
        with self._lock:
            held = self._held
            if held is None:
                return
            if held.lesson is None:
                held.lesson = Lesson(held.subject, _curriculum(held.subject, held.moment, held.hello), felt)
            else:
                held.lesson.feel(felt)

    def _glows(self, held: _Held) -> Mapping[int, Glow]:
        with self._lock:
            return held.lesson.glows(held.lamps.lamp_of, held.before) if held.lesson is not None else {}

    def _must_teach(self, lang: str) -> Lesson:
        if self._held is None or self._held.lesson is None:
            raise Refused(self._words(lang).say("sensors.no_lesson"))
        return self._held.lesson

    def _words(self, lang: str) -> Words:
        moment = self._moment()
        return Words(moment.game, moment.board, lang)


def _subjects(hello: Hello) -> tuple[Subject, ...]:
    """What a board can be taught: lights first, for they help with the rest."""
    able = hello.capabilities
    lights: tuple[Subject, ...] = ("lights",) if Capability.LIGHTS in able and hello.lights else ()
    tags: tuple[Subject, ...] = ("tags",) if Capability.TAGS in able else ()
    return ("houses", *tags, *lights)


def _curriculum(subject: Subject, moment: Moment, hello: Hello) -> tuple[str, ...]:
    if subject == "houses":
        return houses_in_order(moment.board)
    if subject == "tags":
        return pieces_in_order(_supply(moment))
    return tuple(map(str, range(hello.lights)))


def _supply(moment: Moment) -> Contents:
    """All pieces that may come onto the board: before the seats are taken, those of all seats."""
    game: Game[object, object] = moment.game
    return game.supply(moment.row.options, moment.row.seats or moment.invited or game.seats)


def _status(words: Words, state: BoardState) -> str:
    key = "unlearnt" if state.unlearnt else state.status
    return words.say(f"eye.{key}", {"detail": after_name(state.name or state.spec, state.detail, words.lang)})


def _house(words: Words, place: str) -> str:
    """A house by its name, and by its number where that is not in its name."""
    name = words.place(place)
    return name if place in name else f"{place} · {name}"


def _asked(words: Words, lesson: Lesson, asked: str | None) -> str:
    if asked is None:
        return words.say("sensors.all_asked")
    if lesson.subject == "houses":
        return words.say("sensors.ask_house", {"house": _house(words, asked)})
    if lesson.subject == "tags":
        at = len(lesson.answers)
        nth, many = lesson.asked[: at + 1].count(asked), lesson.asked.count(asked)
        which = words.say("sensors.one_of", {"number": nth, "count": many}) if many > 1 else ""
        return words.say("sensors.ask_piece", {"piece": words.piece(asked), "which": which}).strip()
    return words.say("sensors.ask_light")


def _last(words: Words, lesson: Lesson) -> str:
    if lesson.repeated:
        return words.say("sensors.repeated")
    if not lesson.answers:
        return ""
    asked, answer = lesson.asked[len(lesson.answers) - 1], lesson.answers[-1]
    name = _named(words, lesson.subject, asked)
    if answer is None:
        return words.say("sensors.left_out", {"what": name})
    if isinstance(answer, bytes):
        return words.say("sensors.has_tag", {"what": name, "tag": answer.hex()})
    return words.say("sensors.has_cell", {"what": name, "cell": answer})


def _named(words: Words, subject: Subject, asked: str) -> str:
    match subject:
        case "houses":
            return _house(words, asked)
        case "tags":
            return words.piece(asked)
        case "lights":
            return words.say("sensors.light", {"number": int(asked) + 1})
