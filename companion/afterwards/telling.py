"""Tells the tale of a game in one language: steps, chapters, charts, who caught whom, what the dice did. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from companion.afterwards.happenings import Happening, happenings, rolls
from companion.calling import words_at
from companion.journal import Journal
from companion.moment import Moment
from companion.words import Words
from engines.afterwards import Meeting, Plan, Series, plan_of
from engines.entries import Act, Seat
from engines.game import Intent
from engines.pending import Over
from engines.physical import Cell, Contents
from web.afterwards_service import Tale, TaleChapter, TaleDice, TaleLine, TaleMeetings, TaleSeries, TaleStep
from web.service import Player


class Telling(msgspec.Struct, frozen=True):
    """A tale, and the entry that each of its steps tells of. Entry numbers count what is hidden: they never leave."""

    tale: Tale
    entries: tuple[int, ...]


def picture_of(kept: Sequence[int], entries: Sequence[int], step: int) -> int | None:
    """The entry among `kept` (sorted) whose picture shows the board after `step`: the last before the next step's."""
    before = entries[step + 1] if step + 1 < len(entries) else kept[-1] + 1 if kept else 0
    at = bisect_left(kept, before) - 1
    return kept[at] if at >= 0 and kept[at] >= entries[step] else None


def telling(moment: Moment, lang: str, kept: Sequence[int] = ()) -> Telling:
    """The tale of the game of `moment`: what is public, or all of it when it is over.

    `kept` are the entries of which a picture was kept, sorted.
    """
    words = words_at(moment, lang)
    journal, whole = moment.journal, moment.phase == "over"
    found = tuple(happenings(journal, whole)) if journal is not None else ()
    plan = plan_of(moment.game)
    began = found[0].t if found else moment.row.created
    pending = moment.game.pending(journal.state) if journal is not None else None
    over = pending if isinstance(pending, Over) else None
    first = _cells(moment.game.placement(journal.first).cells) if journal is not None else {}
    views = [_view(moment, happening.after) for happening in found]
    tale = Tale(
        game=moment.game.id,
        number=moment.row.id,
        phase=moment.phase,
        began=began,
        lasted_s=found[-1].t - began if found else 0.0,
        ending=words.say(f"over.{over.reason}", {"seat": over.winners}) if over else "",
        winners=over.winners if over else (),
        players=[Player(player.seat, player.name, False) for player in moment.players],
        first=first,
        steps=_steps(moment, words, plan, found, began, first, kept),
        chapters=_chapters(words, plan, found),
        series=[_series(words, series, views) for series in plan.series],
        meetings=[_meetings(words, meeting, moment, found, views) for meeting in plan.meetings],
        dice=_dice(journal, found) if journal is not None else (),
    )
    return Telling(tale, tuple(happening.seq for happening in found))


def _view(moment: Moment, state: Any) -> Mapping[str, Any]:
    view: Mapping[str, Any] = msgspec.to_builtins(moment.game.view(state, None))
    return view


def _cells(placement: Mapping[Cell, Contents]) -> dict[Cell, Contents]:
    return {cell: tuple(looks) for cell, looks in sorted(placement.items())}


def _steps(
    moment: Moment,
    words: Words,
    plan: Plan,
    found: Sequence[Happening],
    began: float,
    first: Mapping[Cell, Contents],
    kept: Sequence[int],
) -> list[TaleStep]:
    """What happened, one step each, with what each changed on the board, which lay as in `first`; `began`: s of the
    clock; `kept`: numbers of the entries after which a picture was kept."""
    steps: list[TaleStep] = []
    before = first
    entries = [happening.seq for happening in found]
    moments = {f"news.{news}" for news in plan.moments}
    for number, happening in enumerate(found):
        now = _cells(moment.game.placement(happening.after).cells)
        steps.append(
            TaleStep(
                number=number,
                t_s=round(happening.t - began, 1),
                seat=happening.seat,
                lines=_lines(words, moments, happening),
                changes={
                    cell: now.get(cell, ())
                    for cell in sorted({*before, *now})
                    if before.get(cell, ()) != now.get(cell, ())
                },
                picture=picture_of(kept, entries, number) is not None,
            )
        )
        before = now
    return steps


def _lines(words: Words, moments: Collection[str], happening: Happening) -> list[TaleLine]:
    """What is said of it: its news; where it has none, the action itself."""
    told = [TaleLine(words.line(line), line.audience or (), line.key in moments) for line in happening.lines]
    entry = happening.played.entry if happening.played is not None else None
    if not told and isinstance(entry, Act):
        told = [TaleLine(words.intent(Intent(entry.seat, entry.action)))]
    return told


def _chapters(words: Words, plan: Plan, found: Sequence[Happening]) -> list[TaleChapter]:
    """The chapters that came to pass, in the order in which they began."""
    begins: list[tuple[int, str]] = []
    for place, chapter in enumerate(plan.chapters):
        keys = {f"news.{news}" for news in chapter.begins}
        start = next(
            (n for n, happening in enumerate(found) if any(line.key in keys for line in happening.lines)), None
        )
        if place == 0 and found:
            start = 0
        if start is not None and start not in (begin for begin, _ in begins):
            begins.append((start, words.say(f"tale.chapter.{chapter.name}")))
    begins.sort()
    ends = [*begins[1:], (len(found), "")]
    return [TaleChapter(title, start, end - 1) for (start, title), (end, _) in zip(begins, ends)]


def _series(words: Words, series: Series, views: Sequence[Mapping[str, Any]]) -> TaleSeries:
    """Each seat's number at the first step and wherever it changed."""
    values: dict[Seat, list[tuple[int, float]]] = {}
    for step, view in enumerate(views):
        for seat, value in series.values(view).items():
            line = values.setdefault(seat, [])
            if not line or line[-1][1] != value:
                line.append((step, value))
    highest = max((value for line in values.values() for _, value in line), default=0)
    top = float(series.most if series.most is not None else max(highest, 1))
    return TaleSeries(words.say(f"tale.series.{series.name}"), top, values)


def _meetings(
    words: Words, meeting: Meeting, moment: Moment, found: Sequence[Happening], views: Sequence[Mapping[str, Any]]
) -> TaleMeetings:
    times: dict[Seat, Counter[Seat]] = {}
    alone: Counter[Seat] = Counter()
    for number, happening in enumerate(found):
        for line in happening.lines:
            if line.key != f"news.{meeting.news}":
                continue
            caught = str(line.facts[meeting.caught])
            around = [views[number], _view(moment, happening.before)]
            catchers = meeting.catchers(line.facts, around, happening.seat)
            for catcher in catchers:
                times.setdefault(catcher, Counter())[caught] += 1
            if not catchers:
                alone[caught] += 1
    return TaleMeetings(words.say(f"tale.meeting.{meeting.name}"), times, alone)


def _dice(journal: Journal, found: Sequence[Happening]) -> list[TaleDice]:
    """What each seat rolled with the dice that were used most (their number of faces)."""
    fallen = list(rolls(journal, found))
    if not fallen:
        return []
    sides = Counter(roll.dice.sides for roll in fallen).most_common(1)[0][0]
    faces: dict[Seat | None, Counter[int]] = {}
    typed: Counter[Seat | None] = Counter()
    for dice, outcome in fallen:
        if dice.sides == sides:
            faces.setdefault(dice.seat, Counter()).update(outcome.result)
            typed[dice.seat] += len(outcome.result) if outcome.source == "typed" else 0
    order = [seat for seat in (*journal.seats, None) if seat in faces]
    return [TaleDice(seat, tuple(faces[seat][face] for face in range(1, sides + 1)), typed[seat]) for seat in order]
