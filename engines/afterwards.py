"""What is worth telling of a game when it is over: a small data file beside the game, read against views and news.

``engines/<game>/data/afterwards.toml`` declares it; a game without that file is told without charts and chapters.
Titles stand in the game's texts: ``tale.series.<name>``, ``tale.chapter.<name>``, ``tale.meeting.<name>``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engines.data import DataError, load_toml
from engines.entries import Seat
from engines.game import Game
from engines.registry import data_folder
from engines.texts import Texts

FILE = "afterwards.toml"


class Series(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of each seat that is charted over the game, read from the spectators' view.

    `of` names a field of the view: a list of what each seat has (`seat` and `value` name the fields of one), or a
    table from seat to number (without `value`). `most` is the top of the scale, where the game has one.
    """

    name: str
    of: str
    value: str = ""
    seat: str = "seat"
    most: int | None = None

    def values(self, view: Mapping[str, Any]) -> dict[Seat, float]:
        """The number of each seat that has one in `view` (a view as plain values).

        >>> Series("level", "players", "level").values({"players": [{"seat": "red", "level": 4}]})
        {'red': 4}
        """
        return {seat: value for seat, value in _of_seats(view, self.of, self.seat, self.value) if _is_number(value)}


class Meeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who chased whom: the news called `news` tells that the seat of its fact `caught` was caught.

    Who caught it is the seat of its fact `by`, where the news has one. Else it is read from the spectators' view: the
    other seats whose piece `hunter` stood where the piece `prey` of the caught one did; both are fields of what the
    view has of each seat in the list `of`, whose field `seat` names it.
    """

    name: str
    news: str
    caught: str = "seat"
    by: str = ""
    of: str = ""
    hunter: str = ""
    prey: str = ""
    seat: str = "seat"

    def catchers(
        self, facts: Mapping[str, Any], views: Iterable[Mapping[str, Any]], actor: Seat | None
    ) -> tuple[Seat, ...]:
        """The seats that caught it, by the news' `facts` or the first of `views` that tells; else another's act."""
        if self.by:
            return (str(facts[self.by]),)
        caught = facts[self.caught]
        for view in views:
            hunters = dict(_of_seats(view, self.of, self.seat, self.hunter))
            place = dict(_of_seats(view, self.of, self.seat, self.prey)).get(caught)
            found = tuple(seat for seat, at in hunters.items() if place and at == place and seat != caught)
            if found:
                return found
        return (actor,) if actor is not None and actor != caught else ()


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the tale, which begins with the first of the news in `begins` (the first chapter: with the game)."""

    name: str
    begins: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is told of a game afterwards. `moments` are the news that nobody forgets."""

    series: tuple[Series, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    moments: tuple[str, ...] = ()
    chapters: tuple[Chapter, ...] = ()


@cache
def plan_of(game: Game[Any, Any]) -> Plan:
    """The plan of `game`, an empty one where it declares none; raises `DataError` where it does not fit the texts."""
    path = data_folder(game) / FILE
    if not path.is_file():
        return Plan()
    plan = load_toml(path, Plan)
    _check(path, plan, game.texts)
    return plan


def _check(path: Path, plan: Plan, texts: Texts) -> None:
    """Every title and every piece of news must be among the game's texts."""
    wanted = [("series", f"tale.series.{one.name}") for one in plan.series]
    wanted += [("meetings", f"tale.meeting.{one.name}") for one in plan.meetings]
    wanted += [("meetings", f"news.{one.news}") for one in plan.meetings]
    wanted += [("chapters", f"tale.chapter.{one.name}") for one in plan.chapters]
    wanted += [("chapters", f"news.{news}") for one in plan.chapters for news in one.begins]
    wanted += [("moments", f"news.{news}") for news in plan.moments]
    for key, text in wanted:
        if not texts.has(text):
            raise DataError(path, key, f"the game's texts have no {text}")


def _of_seats(view: Mapping[str, Any], of: str, seat: str, value: str) -> Iterable[tuple[Seat, Any]]:
    """Seat and value of each entry of the view's field `of`, be it a table from seats or a list of what seats have."""
    field = view.get(of) or ()
    if isinstance(field, Mapping):
        return [(one, has.get(value) if value else has) for one, has in field.items()]
    return [(one[seat], one.get(value)) for one in field]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
