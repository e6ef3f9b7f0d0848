"""The pages of Cape Horn: every question has its page in every language, and squares are lit with what they cost."""

from __future__ import annotations

import html
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from cape_positions import GAME

from engines.cape_horn.actions import Action, Buy, Ignore, Lay, Sail, Twice
from engines.cape_horn.asking import kind
from engines.cape_horn.state import State
from engines.entries import Act
from engines.pending import Decision
from engines.texts import LANGUAGES
from tests.table.evenings import Evening
from tests.web.evening_pages import EveningPages

SEATS = ("blue", "white", "black")
MOST_ACTS = 150


class Phones(EveningPages):
    """A table with pages, a phone for each captain. They sail from `saved` points on."""

    saved = 6
    """One movement, and a second one."""

    def __init__(self, folder: Path, **options: str) -> None:
        super().__init__(Evening(folder, SEATS, GAME, options).begin())
        self.rng = random.Random(3)

    @property
    def state(self) -> State:
        state = self.evening.state
        assert isinstance(state, State)
        return state

    def play_until(self, wanted: Callable[[State], bool]) -> State:
        """A voyage by chance as far as the next moment that is wanted; captains save points for a second movement."""
        for _ in range(MOST_ACTS):
            if wanted(self.state):
                return self.state
            self.act()
        raise AssertionError("the voyage came to no such moment")

    def act(self) -> None:
        """Who is asked does something."""
        now = GAME.pending(self.state)
        assert isinstance(now, Decision), now
        seat = now.seats[0]
        choices = list(GAME.legal(self.state, seat))
        if self.state.captain(seat).points < self.saved:
            choices = [one for one in choices if not isinstance(one, Sail | Ignore | Twice | Buy)]
        elif goes := [one for one in choices if isinstance(one, Sail)]:
            choices = goes
        self.evening.act(seat, self.rng.choice(choices))


def mover(state: State) -> str:
    assert state.mover is not None
    return state.seats[state.mover]


def lit(page: str, question: str) -> dict[str, str]:
    """Square → what stands on it, of the squares that are lit when the captain asks that."""
    found = re.search(rf'data-chart="{question}" data-costs="([^"]*)"', page)
    assert found, question
    return dict(pair.split(":") for pair in found[1].split())


def priced(page: str) -> Iterator[tuple[Action, int]]:
    """The actions of the buttons that lead to squares, with the points that each says it costs."""
    for action, words in re.findall(
        r"data-action='([^']*)' data-kind=\"(?:sail|ignore|twice)\"[^>]*>(.*?)</button>", page
    ):
        said = re.search(r"<small>for (\d) points</small>", words)
        yield msgspec.json.decode(html.unescape(action), type=Action), int(said[1]) if said else 0


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("hands", ["phone", "table"])
def test_every_question_has_its_page_in_every_language(tmp_path: Path, lang: str, hands: str) -> None:
    phones = Phones(tmp_path, hands=hands)
    for question in ("turn", "again", "draw", "buy"):
        phones.play_until(lambda state, question=question: kind(state) == question)
        for seat in SEATS:
            page = phones.page(seat, lang)
            assert 'class="cape' in page, question
            assert "cape." not in re.sub(r'"[^"]*"', "", page), question


def test_where_the_ship_can_go_is_lit_with_the_points_that_the_log_book_then_lacks(tmp_path: Path) -> None:
    phones = Phones(tmp_path)
    dear = 0
    for _ in range(12):
        state = phones.play_until(lambda state: kind(state) == "turn" and state.captain(mover(state)).points >= 3)
        seat = mover(state)
        points = state.captain(seat).points
        cheapest: dict[str, int] = {}
        for action in GAME.legal(state, seat):
            if isinstance(action, Sail | Ignore | Twice):
                after = GAME.apply(state, Act(seat, action)).state
                paid = points - after.captain(seat).points
                cheapest[action.to] = min(paid, cheapest.get(action.to, paid))
        assert {cell: int(cost) for cell, cost in lit(phones.page(seat), "reach").items()} == cheapest
        dear += any(cheapest.values())
        phones.act()
    assert dear > 3


def test_a_button_says_what_the_log_book_then_lacks(tmp_path: Path) -> None:
    phones = Phones(tmp_path)
    phones.saved = 8
    seen: Counter[tuple[str, str, int]] = Counter()
    for _ in range(25):
        state = phones.play_until(
            lambda state: kind(state) in ("turn", "again") and state.captain(mover(state)).points >= 8
        )
        seat = mover(state)
        for action, said in priced(phones.page(seat)):
            after = GAME.apply(state, Act(seat, action)).state
            paid = state.captain(seat).points - after.captain(seat).points
            assert said == paid, (kind(state), action)
            seen[kind(state), type(action).__name__, paid] += 1
        phones.act()
    assert {key for key in seen if key[2] == 8} == {("again", "Ignore", 8), ("turn", "Twice", 8)}
    assert {("turn", "Sail", 0), ("again", "Sail", 5), ("turn", "Ignore", 3), ("turn", "Twice", 5)} <= seen.keys()


def test_what_may_be_covered_is_lit(tmp_path: Path) -> None:
    phones = Phones(tmp_path)
    seen = 0
    while seen < 4:
        state = phones.play_until(lambda state: kind(state) == "turn" and bool(GAME.view(state, None).cover))
        seat = mover(state)
        tiles = {one.cell for one in GAME.view(state, seat).tiles}
        over = {one.at for one in GAME.legal(state, seat) if isinstance(one, Lay) and one.at in tiles}
        if over:
            assert lit(phones.page(seat), "cover").keys() == over
            seen += 1
        assert "data-chart" not in phones.page(next(one for one in SEATS if one != seat))
        phones.act()


def test_the_host_corrects_captains_by_their_names(tmp_path: Path) -> None:
    evening = Evening(tmp_path, SEATS, GAME, {})
    captains = dict(zip(SEATS, ("Ines", "Tom", "Ada"), strict=True))
    for seat, name in captains.items():
        evening.service.leave(evening.tokens[seat], "en")
        evening.tokens[seat] = evening.service.claim(seat, name, f"share of {seat}", "en")
    host = EveningPages(evening.begin()).app.test_client()
    assert host.post("/host/login", data={"pin": "1"}, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 303
    form = host.get("/host/facts", headers={"Accept-Language": "en"}).text
    for seat, name in captains.items():
        assert f"{name}: the ship&#39;s square" in form
        assert f">{name}</option>" in form
        assert f"{seat.title()}: " not in form
