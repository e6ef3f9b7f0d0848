"""Who holds which seat: one phone or several, one-time codes, and several seats on one phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.seating import carried, hashed
from companion.store import PlayerRow
from tests.table.evenings import Evening
from tests.toys.chase import GAME, Sides
from web.service import Refused


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path, ("red", "blue"), Sides())


def names(evening: Evening) -> dict[str, str]:
    return {player.seat: player.name for player in evening.service.snapshot(None, "en").players}


def test_a_side_is_held_by_as_many_phones_as_the_game_allows(evening: Evening) -> None:
    assert evening.service.free_seats() == ("red", "blue", "green")
    tokens = [evening.service.claim("red", name, "share", "en") for name in ("Bea", "Cem")]
    assert [evening.service.seat_of(token) for token in (evening.tokens["red"], *tokens)] == ["red"] * 3
    assert names(evening)["red"] == "Red, Bea, Cem"
    with pytest.raises(Refused, match="That seat is taken"):
        evening.service.claim("red", "Dora", "share", "en")
    assert evening.service.free_seats() == ("blue", "green")


def test_a_seat_of_one_phone_is_not_shared(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    with pytest.raises(Refused, match="That seat is taken"):
        evening.service.claim("red", "Bea", "share", "en")


def test_every_phone_of_a_side_acts_and_survives_a_restart(evening: Evening) -> None:
    bea = evening.service.claim("red", "Bea", "share", "en")
    evening.begin().again()
    assert evening.service.seat_of(bea) == evening.service.seat_of(evening.tokens["red"]) == "red"


def test_every_phones_part_of_chance_counts(evening: Evening) -> None:
    before = evening.table.moment.players[0].share
    evening.service.claim("red", "Bea", "hers", "en")
    assert evening.table.moment.players[0].share == hashed(f"{before} hers")


def test_one_phone_of_a_side_leaves_and_the_others_stay(evening: Evening) -> None:
    bea = evening.service.claim("red", "Bea", "share", "en")
    evening.service.leave(evening.tokens["red"], "en")
    assert names(evening)["red"] == "Bea"
    assert evening.service.seat_of(bea) == "red"
    evening.service.leave(bea, "en")
    assert "red" not in names(evening)


def test_a_phone_of_a_side_moves_its_own_place_only(evening: Evening) -> None:
    bea = evening.service.claim("red", "Bea", "share", "en")
    evening.begin()
    fresh = evening.service.take_over(evening.table.free_seat("red", bea), "en")
    assert evening.service.seat_of(fresh) == "red"
    assert evening.service.seat_of(bea) is None
    assert evening.service.seat_of(evening.tokens["red"]) == "red"
    assert names(evening)["red"] == "Red, Bea"


def test_the_host_brings_one_more_phone_to_a_side(evening: Evening) -> None:
    evening.begin()
    code = evening.service.free_seat("red", "en")
    assert names(evening)["red"] == "Red"
    fresh = evening.service.take_over(code, "en")
    assert evening.service.seat_of(fresh) == evening.service.seat_of(evening.tokens["red"]) == "red"
    assert names(evening)["red"] == "Red, Red", "nobody asked the new one's name"
    with pytest.raises(Refused, match="not \\(or no longer\\) good"):
        evening.service.take_over(code, "en")


def test_a_rematch_keeps_every_phone_of_a_side(evening: Evening) -> None:
    bea = evening.service.claim("red", "Bea", "share", "en")
    evening.begin()
    evening.service.new_game("en")
    assert evening.service.seat_of(bea) == evening.service.seat_of(evening.tokens["red"]) == "red"
    assert names(evening)["red"] == "Red, Bea"


def test_who_sits_where_the_next_game_has_no_seat_is_not_carried_along() -> None:
    rows = (PlayerRow("red", "Anna", "hash", "share"), PlayerRow("march", "Bea", "other hash", "share"))
    assert [row.seat for row in carried(rows, GAME)] == ["red"]


def test_the_hosts_code_takes_a_seat_of_one_phone_from_the_phone_that_is_lost(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    found = evening.service.take_over(evening.service.free_seat("red", "en"), "en")
    assert evening.service.seat_of(found) == "red"
    assert evening.service.seat_of(evening.tokens["red"]) is None


def test_of_the_hosts_codes_for_a_side_only_the_newest_is_good(evening: Evening) -> None:
    older, newer = (evening.service.free_seat("red", "en") for _ in range(2))
    with pytest.raises(Refused):
        evening.service.take_over(older, "en")
    assert evening.service.seat_of(evening.service.take_over(newer, "en")) == "red"
    assert evening.service.seat_of(evening.tokens["red"]) == "red"


def test_a_name_of_any_length_fits_onto_the_pages_and_none_is_the_seats(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ())
    evening.service.claim("red", f"  {'A' * 40}nna ", "share", "en")
    evening.service.claim("blue", "  ", "share", "en")
    assert names(evening) == {"red": "A" * 40, "blue": "blue"}


def test_a_code_can_be_read_out_in_one_breath(evening: Evening) -> None:
    code = evening.service.free_seat("red", "en")
    assert len(code) == 8
    assert evening.service.seat_of(evening.service.take_over(f" {code[:4].lower()} {code[4:]} ", "en")) == "red"
