"""Playing with printed red cards: the phone asks for the number, takes it, refuses what cannot be, and stays fair."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import fair_chance
from engines import registry
from tests.table.evenings import Evening
from web.app import create_app
from web.seats import PREFIX
from web.service import Refused, Roll

ESCAPE = registry.find("casablanca_escape")


def _asked(evening: Evening) -> tuple[str, Roll]:
    """The seat whose phone is asked for a card, and how."""
    for seat in ("red", "blue"):
        roll = evening.service.snapshot(seat, "en").roll
        if roll is not None:
            return seat, roll
    raise AssertionError("nobody is asked")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """The escape with real red cards; who moves first is known."""
    begun = Evening(tmp_path, game=ESCAPE, options={"red_cards": "table"}).begin()
    for number in range(20):
        seat, roll = _asked(begun)
        if roll.cards:
            break
        begun.service.roll(seat, None, f"first-move-{number}", "en")
    return begun


def test_one_phone_shows_the_cards_that_may_come_and_the_others_wait(evening: Evening) -> None:
    seat, roll = _asked(evening)
    assert tuple(roll.cards) == tuple(range(1, 21))
    other = "blue" if seat == "red" else "red"
    snapshot = evening.service.snapshot(other, "de")
    assert snapshot.roll is None
    assert "zieht eine Karte" in snapshot.asks


def test_the_number_typed_in_is_the_card_for_all(evening: Evening) -> None:
    seat, _ = _asked(evening)
    evening.service.roll(seat, [13], "card-13-typed", "en")
    assert evening.service.snapshot(None, "en").view["card"] == 13


def test_a_number_that_cannot_come_is_refused_in_words_and_nothing_happens(evening: Evening) -> None:
    seat, _ = _asked(evening)
    for wrong in ([30], [99], [1, 2], []):
        with pytest.raises(Refused, match="cannot come now"):
            evening.service.roll(seat, wrong, f"wrong-{wrong}", "en")
    assert _asked(evening)[0] == seat


def test_a_card_that_the_phone_turns_is_fair_and_no_dice_tumble(evening: Evening) -> None:
    seat, _ = _asked(evening)
    before = evening.service.snapshot(None, "en").rolled
    evening.service.roll(seat, None, "turned-by-phone", "en")
    snapshot = evening.service.snapshot(None, "en")
    assert 1 <= snapshot.view["card"] <= 20
    assert snapshot.rolled == before
    moment = evening.table.moment
    assert moment.journal is not None
    row = moment.row
    secret = fair_chance.SecretChain(row.chance_seed, row.chance_index).secret()
    problems = fair_chance.verify(
        ESCAPE, row.options, row.seats, moment.journal.entries, row.commitment, secret, row.shares
    )
    assert problems == []


def test_the_phone_shows_a_button_for_every_card_that_may_come_and_sends_the_one_tapped(evening: Evening) -> None:
    app = create_app(
        evening.service,
        virtual=None,
        host_pin="402913",
        board_svg=lambda lang: "<svg/>",
        piece_svg=lambda look: "<svg/>",
    )
    seat, _ = _asked(evening)
    phone = app.test_client()
    phone.set_cookie(f"{PREFIX}{seat}", evening.tokens[seat])
    page = phone.get(f"/seat/{seat}", headers={"Accept-Language": "it"}).get_data(as_text=True)
    assert [int(value) for value in re.findall(r'name="card" value="(\d+)"', page)] == list(range(1, 21))
    assert "Gira una carta vera e tocca il suo numero" in page
    assert 'class="die' not in page.partition('id="region-roll"')[2].partition("</section>")[0]
    wish = {"key": "tapped-on-seven", "typed": [7]}
    reply = phone.post(f"/seat/{seat}/roll", json=wish, headers={"Origin": "http://localhost"})
    assert reply.status_code == 200
    assert evening.service.snapshot(None, "en").view["card"] == 7
