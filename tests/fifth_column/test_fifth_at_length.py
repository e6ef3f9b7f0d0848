"""A map that leaves answers out at first is counted on while the hunt goes on, and pages get it when it is whole."""

from __future__ import annotations

import pickle
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fifth_phones import Phones
from fifth_positions import GAME

from engines.fifth_column import deduction, effort
from engines.fifth_column.actions import Arrest, Ask, Done, Play
from engines.fifth_column.deduction import Deduction, deduced, deduced_at_length
from engines.fifth_column.effort import Bound
from engines.fifth_column.evidence import Knowledge, knowledge
from engines.fifth_column.late_hunts import late_hunt
from engines.texts import LANGUAGES
from tests.web.fakes import thoughts_now, wait_until
from tests.web.wire import Stream
from web import streams
from web.afterthoughts import Afterthought
from web.app import texts_of_game
from web.games import fifth_column
from web.server import Server
from web.words import Dictionary

PATIENCE_S = 20.0


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The quick count leaves out every yes that it can; what is counted at length is not hurried."""
    monkeypatch.setattr(effort, "SHORT", 0)
    monkeypatch.setattr(effort, "QUICK", Bound(0, 1_000_000))
    monkeypatch.setattr(effort, "FEW_STEPS", 50)
    monkeypatch.setattr(streams, "SLICE_S", 0.05)
    forget()
    yield
    forget()


def forget() -> None:
    """Nothing is left of counts that were bounded otherwise."""
    deduced.cache_clear()
    deduction._counted.clear()


def at_leisure(known: Knowledge) -> Deduction:
    """Counts at length, but never comes to an end after the spy's second turn."""
    if len(known.turns) == 2:
        time.sleep(60)
    return deduced_at_length(known)


def counted_at_leisure(view: Mapping[str, Any]) -> Afterthought | None:
    """What the game's pages count at length, at leisure."""
    wanted = fifth_column.counted_at_length(view)
    return wanted and wanted._replace(function=at_leisure)


def some_turns(phones: Phones, count: int = 2) -> None:
    """The spy goes, and a hunter that stands beside the house where it is asks about it, so many times."""
    for _ in range(count):
        if GAME.view(phones.evening.state, None).phase == "hunters":
            phones.act("blue", Done())
        phones.spy_goes(-1)
        hunt, ground = phones.evening.state.hunt, phones.evening.state.ground
        phones.evening.service.edit({"hunter.1": ground.near(hunt.spot)[0]}, f"edit {hunt.turn}", "en")
        phones.act("blue", Ask(1, hunt.spot))


def says(key: str, lang: str = "en", **values: object) -> str:
    """What a page says by that key, up to the first number."""
    return Dictionary(texts_of_game).words(lang, GAME.id)(f"fifth.{key}", **values)


@contextmanager
def served(phones: Phones) -> Iterator[int]:
    """The table's pages on a port."""
    server = Server(phones.app, "127.0.0.1", 0)
    server.start()
    yield server.port
    server.stop()
    wait_until(lambda: not thoughts_now())


def standing(stream: Stream, until: Callable[[str], bool]) -> list[str]:
    """What the page's standing becomes, up to what `until` is true of."""
    shown: list[str] = []
    end = time.monotonic() + PATIENCE_S
    while not shown or not until(shown[-1]):
        assert time.monotonic() < end, shown[-1:]
        html = stream.next(PATIENCE_S).data.get("html", {})
        shown += [html["standing"]] if "standing" in html else []
    return shown


def counted_whole(html: str) -> bool:
    return says("at_length") in html


@pytest.mark.usefixtures("hurried")
def test_pages_say_that_the_map_is_still_counted_and_get_the_exact_one_by_themselves(tmp_path: Path) -> None:
    phones = Phones(tmp_path)
    some_turns(phones)
    view = GAME.view(phones.evening.state, None)
    with served(phones) as port:
        blue = f"seat_blue={phones.evening.tokens['blue']}"
        for path, cookie in (("/events/page/table", ""), ("/events/seat/blue", blue)):
            with Stream(port, path, cookie=cookie) as stream:
                shown = standing(stream, counted_whole)
    quick, exact = deduced(knowledge(view)), deduced_at_length(knowledge(view))
    assert quick.left_out
    assert not exact.left_out
    assert exact.spot != quick.spot
    assert says("at_length") in phones.page("green")
    assert f'data-shades="{fifth_column._found(exact).shades}"' in shown[-1]
    assert says("left_out", count=len(quick.left_out)) not in shown[-1]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_while_it_is_counted_every_page_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lang: str) -> None:
    monkeypatch.setattr(fifth_column, "AFTERTHOUGHT", counted_at_leisure)
    phones = Phones(tmp_path)
    some_turns(phones)
    count = len(deduced(knowledge(GAME.view(phones.evening.state, None))).left_out)
    with served(phones):
        for page in (phones.open("/table", lang), phones.page("blue", lang), phones.page("red", lang)):
            assert says("going_on", lang, count=count) in page
            assert "data-shades" in page
        assert thoughts_now() == 1


@pytest.mark.usefixtures("hurried")
def test_a_hunt_that_moves_on_is_counted_from_its_newest_moment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(fifth_column, "AFTERTHOUGHT", counted_at_leisure)
    phones = Phones(tmp_path)
    some_turns(phones)
    with served(phones) as port, Stream(port, "/events/page/table") as stream:
        standing(stream, lambda html: "going-on" in html)
        phones.act("blue", Done())
        some_turns(phones)
        shown = standing(stream, counted_whole)
        wait_until(lambda: not thoughts_now())
    exact = deduced_at_length(knowledge(GAME.view(phones.evening.state, None)))
    assert f'data-shades="{fifth_column._found(exact).shades}"' in shown[-1]


@pytest.mark.usefixtures("hurried")
def test_when_the_hunt_is_over_nothing_is_counted_any_more(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fifth_column, "AFTERTHOUGHT", counted_at_leisure)
    phones = Phones(tmp_path)
    some_turns(phones)
    with served(phones) as port, Stream(port, "/events/page/table") as stream:
        standing(stream, lambda html: "going-on" in html)
        spot = phones.evening.state.hunt.spot
        phones.evening.service.edit({"hunter.5": spot}, "found", "en")
        phones.act("blue", Arrest(5, spot))
        standing(stream, lambda html: "data-replay" in html)
        wait_until(lambda: not thoughts_now())


@pytest.mark.usefixtures("hurried")
def test_where_the_house_plays_without_the_map_nothing_is_counted(tmp_path: Path) -> None:
    phones = Phones(tmp_path, deduction="hidden")
    some_turns(phones)
    page = phones.open("/table") + phones.page("blue")
    assert "going-on" not in page
    assert not thoughts_now()


@pytest.mark.usefixtures("hurried")
def test_wherever_the_spy_went_pages_are_the_same_before_and_after_it_is_counted_at_length(tmp_path: Path) -> None:
    pages: list[list[str]] = []
    for number in range(2):
        phones = Phones(tmp_path / str(number))
        some_turns(phones)
        phones.act("blue", Done())
        phones.act("red", elsewhere(phones)[number])
        with served(phones) as port, Stream(port, "/events/page/table") as stream:
            shown = standing(stream, counted_whole)
        pages.append([re.sub(r"[0-9a-f]{4}-[0-9a-f]{4}", "", one) for one in shown])
    one, other = pages
    assert len(one) > 1
    assert one == other


def elsewhere(phones: Phones) -> tuple[Play, Play]:
    """Two plays of the same card to different houses."""
    plays = [one for one in GAME.legal(phones.evening.state, "red") if isinstance(one, Play)]
    return next(
        (one, other) for one in plays for other in plays if one.card == other.card and one.path[-1] != other.path[-1]
    )


def test_what_a_page_has_no_time_for_is_counted_whole_and_always_the_same() -> None:
    known = knowledge(GAME.view(late_hunt(60, random.Random(112)), None))
    forget()
    quick, exact = deduced(known), deduced_at_length(known)
    assert quick.left_out
    assert not exact.left_out
    assert exact.spot.keys() <= quick.spot.keys()
    assert repr(exact) == repr(deduced_at_length(pickle.loads(pickle.dumps(known))))
