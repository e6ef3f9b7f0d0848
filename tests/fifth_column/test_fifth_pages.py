"""The pages of the hunt: every question has its form, in every language; no page tells where the spy is."""

from __future__ import annotations

import gc
import logging
import random
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
import pytest
from fifth_phones import SEATS, Phones
from fifth_positions import GAME, WASHERS, Table

from engines.fifth_column import deduction
from engines.fifth_column.actions import Arrest, Done, Play, Ready
from engines.fifth_column.deduction import Deduction, deduced
from engines.game import News
from engines.options import chosen
from engines.simulation import play_random
from engines.texts import LANGUAGES
from web.app import texts_of_game
from web.games import fifth_column
from web.words import Dictionary


@pytest.fixture
def phones(tmp_path: Path) -> Phones:
    return Phones(tmp_path, hunts="twice")


def a_hunt(phones: Phones) -> Iterator[str]:
    """A hunt with every question that it brings, until it is over."""
    yield "spy"
    phones.spy_goes()
    yield "hunters"
    for hunter in range(1, 5):
        phones.ask(hunter)
    yield "asked"
    phones.act("green", Arrest(5, phones.evening.state.hunt.hunters[4]))
    yield "forfeit"
    phones.spy_goes(3)
    yield "again"


@pytest.mark.parametrize(
    ("lang", "none_yet", "one_seal"),
    [
        ("en", "turns of the spy: 0", "Seals (1):"),
        ("it", "turni della spia: 0", "Sigilli (1):"),
        ("de", "Züge des Spions: 0", "Siegel (1):"),
    ],
)
def test_before_the_spy_has_gone_no_turn_is_called_the_0th_and_one_seal_is_not_called_seals(
    phones: Phones, lang: str, none_yet: str, one_seal: str
) -> None:
    page = phones.open("/table", lang)
    assert none_yet in page
    assert one_seal in page


@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_every_question_has_its_page_in_every_language(phones: Phones, lang: str) -> None:
    for question in a_hunt(phones):
        for seat in SEATS:
            page = phones.page(seat, lang)
            assert 'class="fifth' in page, question
            assert "fifth." not in re.sub(r'"[^"]*"', "", page), question
        for path in ("/table", "/watch"):
            assert "data-hunt" in phones.open(path, lang)


def test_only_the_spys_page_holds_cards_and_house(phones: Phones) -> None:
    for _ in a_hunt(phones):
        assert "data-hideout" in phones.page("red")
        for page in (phones.page("blue"), phones.page("green"), phones.open("/table"), phones.open("/watch")):
            assert "data-hideout" not in page
            assert "data-secret" not in page


def test_what_the_spy_may_do_is_covered_and_lights_nothing_by_itself(phones: Phones) -> None:
    page = phones.page("red")
    assert page.count("data-secret") == 2
    assert "data-spots" in page
    assert " data-cells=" not in page.partition('id="region-choices"')[2].partition('id="region-undo"')[0]


def test_the_display_shades_what_is_deduced_unless_the_house_plays_without(tmp_path: Path) -> None:
    shown = Phones(tmp_path / "a").spy_goes()
    assert re.search(r'data-shades="\d+:0\.\d+', shown.open("/table"))
    hidden = Phones(tmp_path / "b", deduction="hidden").spy_goes()
    assert "data-shades" not in hidden.open("/table") + hidden.page("blue") + hidden.page("red")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_map_that_leaves_answers_out_says_of_how_many_houses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lang: str
) -> None:
    monkeypatch.setattr(fifth_column, "deduced", lambda known: Deduction({"1": 1.0}, {"2": 1.0}, 1.0, ("3", "4")))
    monkeypatch.setattr(fifth_column, "AFTERTHOUGHT", lambda view: None)
    phones = Phones(tmp_path).spy_goes()
    said = Dictionary(texts_of_game).words(lang, GAME.id)("fifth.left_out", count=2)
    assert said in phones.open("/table", lang)
    assert said in phones.page("blue", lang)


def test_the_spy_sees_what_the_hunters_would_think_of_each_way(phones: Phones) -> None:
    page = phones.page("red")
    assert "houses then suspected" in page
    assert "for them" in page


def test_of_a_card_without_a_way_nothing_is_foreseen() -> None:
    open_ = Table(spot="12")
    shut_in = Table(spot="12", washers=(*open_.state.ground.near("12"), *WASHERS[8:]), hand=("king", "rook", "knight"))
    view = msgspec.to_builtins(GAME.view(shut_in.state, "red"))
    assert set(fifth_column.foresight(view)) == {shut_in.card("knight")}


def test_when_the_hunt_is_over_the_trail_lies_open_with_its_seals_and_a_replay(tmp_path: Path) -> None:
    phones = Phones(tmp_path, longest="60", hunts="each")
    while GAME.view(phones.evening.state, None).phase != "between":
        phones.spy_goes()
        if GAME.view(phones.evening.state, None).phase == "hunters":
            phones.act("blue", Done())
    page = phones.open("/table")
    assert "data-replay=" in page
    assert "seals match this way" in page
    assert "On to the next hunt" in phones.page("green")
    phones.act("green", Ready())
    assert "On to the next hunt" not in phones.page("green")


def _elsewhere(phones: Phones) -> tuple[object, object]:
    """Two plays of the same card to different houses, neither of them a refuge."""
    refuges = phones.evening.state.hunt.refuges
    plays = [one for one in GAME.legal(phones.evening.state, "red") if isinstance(one, Play)]
    for one in plays:
        for other in plays:
            if one.card == other.card and one.path[-1] != other.path[-1] and refuges.count(other.path[-1]) == 0:
                return one, other
    raise AssertionError("this hand gives no choice")


def test_the_same_card_to_another_house_is_the_same_to_all_others_byte_for_byte(tmp_path: Path) -> None:
    pages: list[list[str]] = []
    for number in range(2):
        phones = Phones(tmp_path / str(number))
        phones.act("red", _elsewhere(phones)[number])
        told = [phones.page("blue"), phones.page("green"), phones.open("/table"), phones.open("/watch")]
        told.append(msgspec.json.encode(phones.evening.service.snapshot("blue", "it")).decode())
        pages.append([re.sub(r"[0-9a-f]{64}|[0-9a-f]{4}-[0-9a-f]{4}|data-last=\S+|seat_\w+", "", one) for one in told])
    for one, other in zip(*pages):
        assert len(one) == len(other)
        assert one == other


def test_no_line_of_the_program_log_hangs_on_where_the_spy_went(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    lines: list[list[tuple[str, str]]] = []
    for number in range(2):
        phones = Phones(tmp_path / str(number))
        play = _elsewhere(phones)[number]
        caplog.clear()
        phones.act("red", play).page("red")
        lines.append([(line.name, line.getMessage()) for line in caplog.records])
    one, other = lines
    assert one == other


def test_a_disk_that_fails_while_the_spy_moves_tells_the_log_nothing_of_it(
    tmp_path: Path, phones: Phones, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    play = next(one for one in GAME.legal(phones.evening.state, "red") if isinstance(one, Play))
    told = msgspec.json.encode(play).decode()
    with sqlite3.connect(tmp_path / "evening.db") as file:
        file.execute("CREATE TRIGGER failing BEFORE INSERT ON entries BEGIN INSERT INTO full_disk VALUES (1); END")
    with pytest.raises(Exception, match="could not be saved") as failed:
        phones.act("red", play)
    logging.getLogger("test").error("failed", exc_info=failed.value)
    assert "full_disk" in caplog.text
    assert told not in caplog.text
    assert f'"{play.path[-1]}"' not in caplog.text


def _calls(work: Callable[[], object]) -> int:
    """How many functions `work` calls: how long it takes, on a machine that has nothing else to do."""
    calls = 0

    def counted(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    gc.disable()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls


def test_the_table_works_as_long_for_the_others_wherever_the_spy_went(tmp_path: Path) -> None:
    counts: list[list[int]] = []
    for number in (0, 0, 1):
        phones = Phones(tmp_path / str(len(counts)))
        play = _elsewhere(phones)[number]
        deduced.cache_clear()
        deduction._counted.clear()
        phones.act("red", play)
        looks = [partial(phones.evening.service.snapshot, "blue", "it"), partial(phones.open, "/table")]
        counts.append([_calls(look) for look in looks])
    _, here, there = counts
    assert here == there
    assert min(here) > 1000


@pytest.mark.parametrize("options", [{}, {"start": "chosen"}])
def test_what_the_spys_phone_alone_is_told_names_no_house_for_it_may_lie_face_up(options: dict[str, str]) -> None:
    house = chosen(GAME.options, {"hunts": "one", **options})
    state, told = GAME.new(house, SEATS), list[News]()
    for entry in play_random(GAME, house, SEATS, random.Random(5)).entries:
        step = GAME.apply(state, entry)
        state, told = step.state, told + [news for news in step.news if news.audience is not None]
    assert told
    for news in told:
        for lang in LANGUAGES:
            elsewhere = {**news.facts, "place": "nowhere"}
            assert GAME.texts.say(lang, f"news.{news.key}", elsewhere) == GAME.texts.say(
                lang, f"news.{news.key}", news.facts
            )
