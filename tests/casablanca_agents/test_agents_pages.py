"""The pages of the agents: every question has its form, in every language; no page tells what is not its reader's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engines import registry
from engines.casablanca_agents.actions import (
    Accept,
    Bid,
    Bribe,
    ChooseHeadquarters,
    First,
    Hold,
    LetStand,
    Move,
    Object,
    Pass,
    Settle,
    Strike,
)
from engines.money import dollars
from tests.table.evenings import Evening
from tests.web.evening_pages import EveningPages

AGENTS = registry.find("casablanca_agents")
SEATS = ("red", "blue", "green")


class Phones(EveningPages):
    """A table with pages, and a phone for each seat."""

    def __init__(self, folder: Path, **options: str) -> None:
        super().__init__(Evening(folder, SEATS, AGENTS, options).begin())

    def table(self, lang: str = "en") -> str:
        """The table display as HTML."""
        return self.open("/table", lang)

    def act(self, seat: str, *actions: object) -> Phones:
        for action in actions:
            self.evening.act(seat, action)
        return self

    def bribed(self) -> Phones:
        """Everybody has had the first turn: red 1500 on Bleu, blue 2600, green 700 on Gray."""
        for seat, amounts in (("red", (1500, 300, 200)), ("blue", (2600, 100, 200)), ("green", (100, 700, 200))):
            for agent, amount in zip(("bleu", "gray", "sheela"), amounts):
                self.act(seat, Bribe(agent, amount))
            self.act(seat, Settle())
        return self


@pytest.fixture
def phones(tmp_path: Path) -> Phones:
    return Phones(tmp_path, first="chosen").act("red", First("red"))


def duel(phones: Phones) -> None:
    phones.bribed().act("red", Move("bleu", "22")).act("blue", Object()).act("red", Accept())


def one_turn(phones: Phones) -> Iterator[str]:
    """Red's turn with every question that it brings, one after the other."""
    yield "opening"
    phones.bribed()
    yield "turn"
    phones.act("red", Move("bleu", "22"))
    yield "objection"
    phones.act("green", LetStand())
    yield "ahead"
    phones.act("blue", Object())
    yield "challenge"
    phones.act("red", Accept())
    yield "bid"
    phones.act("blue", Bid(500))
    yield "hold"
    phones.act("red", Hold()).act("blue", Bid(1600)).act("red", Pass())
    yield "another"
    phones.act("red", Strike("bleu", "blanco"))
    yield "strike"


@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_every_question_has_its_page_and_none_tells_what_others_have_put_on_whom(phones: Phones, lang: str) -> None:
    for question in one_turn(phones):
        pages = {seat: phones.page(seat, lang) for seat in SEATS}
        table = phones.table(lang)
        assert all('class="agents' in page for page in pages.values()), question
        assert 'class="matrix"' in table
        assert dollars(2600, lang) not in pages["red"] + pages["green"] + table, question
        assert dollars(1500, lang) not in pages["blue"] + pages["green"] + table, question


def test_a_bluffer_is_offered_no_bid(phones: Phones) -> None:
    phones.bribed().act("red", Move("astaire", "2")).act("blue", Object()).act("red", Accept())
    page = phones.page("blue")
    assert f"You have {dollars(0, 'en')} on Red Astaire." in page
    assert "You can go no higher." in page
    assert "You could go up to" not in page, "there is nowhere to go"
    assert 'name="amount"' not in page


def test_who_cannot_hold_is_offered_to_pass(phones: Phones) -> None:
    duel(phones)
    phones.act("blue", Bid(1600))
    page = phones.page("red")
    assert "You have not put so much on this agent." in page
    assert '"type": "hold"' not in page
    assert '"type": "pass"' in page
    phones.act("red", Pass())


def test_who_can_hold_is_offered_to_hold(phones: Phones) -> None:
    duel(phones)
    assert '"type": "hold"' in phones.act("blue", Bid(1500)).page("red")
    phones.act("red", Hold())


def test_in_the_variant_headquarters_are_chosen_and_one_agent_is_bribed(tmp_path: Path) -> None:
    phones = Phones(tmp_path, rules="variant")
    assert "Own headquarters: Police Station" in phones.page("red")
    phones.act("red", ChooseHeadquarters("25")).act("blue", ChooseHeadquarters("1"))
    page = phones.page("red")
    assert "data-single" in page
    assert "My headquarters:" in page


def part(page: str, begins: str, ends: str) -> str:
    """What stands between two regions of a phone."""
    return page.partition(f'id="{begins}"')[2].partition(f'id="{ends}"')[0]


@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_sums_are_written_alike_on_the_sheet_and_in_the_story(phones: Phones, lang: str) -> None:
    page = phones.bribed().page("red", lang)
    for place in (part(page, "region-hand", "panel-story"), part(page, "region-story", "region-standing")):
        assert dollars(1500, lang) in place


def test_who_stands_where_the_case_lies_is_not_said_to_have_it(phones: Phones) -> None:
    phones.bribed().evening.service.edit({"case": "21"}, "case-to-the-hotel", "en")
    sheet = part(phones.page("red"), "region-hand", "panel-story")
    assert sheet.count("the case is here") == 2
    assert "with the case" not in sheet
