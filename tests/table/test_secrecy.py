"""Two evenings that differ only in what a seat may not know look the same to it, byte for byte."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.fair_chance import SecretChain, commitment
from companion.journal import Journal
from companion.logfile import log_lines
from companion.moment import Moment
from companion.snapshots import snapshot
from companion.store import GameRow, PlayerRow
from engines import registry
from engines.entries import Act, Entry, Outcome, Undo
from engines.pending import Decision, Shuffle
from tests.table.evenings import Evening
from tests.toys.chase import GAME, EndTurn, MoveHunter, MoveRunner, Swap

SEATS = ("red", "blue")
CHAIN = SecretChain("11" * 32)
ROW = GameRow(
    1, "chase", "toy", 1, {"pace": "slow"}, SEATS, "playing", commitment(CHAIN.secret()), CHAIN.seed, 0, {}, 0.0
)
PLAYERS = tuple(PlayerRow(seat, seat, "", "") for seat in SEATS)


def moment(entries: list[Entry[object]], generation: int) -> Moment:
    journal = Journal.new(GAME, {}, SEATS).extended([(1.0, entry) for entry in entries])
    return Moment(generation, GAME, GAME.board({}), ROW, "playing", "advise", PLAYERS, (), journal)


def seen(moment: Moment, seat: str | None) -> bytes:
    faults: dict[str, Exception] = {}
    sent = msgspec.json.encode(snapshot(moment, seat, "en", (), faults))
    assert not faults
    return sent


def log(moment: Moment) -> bytes:
    return b"".join(log_lines(moment.row, moment.journal, whole=False))


numbers = st.permutations(range(9)).map(tuple)
public = st.sampled_from(
    [(), (MoveHunter("0200"),), (MoveHunter("0001"), MoveRunner("0603")), (MoveHunter("0101"), EndTurn())]
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(numbers, numbers, public, st.integers(0, 8), st.booleans(), st.booleans())
def test_what_red_hides_changes_nothing_for_anybody_else(
    dealt: tuple[int, ...], others: tuple[int, ...], moves: tuple[object, ...], swap: int, swaps: bool, undoes: bool
) -> None:
    blues = next(number for number in others if number != dealt[0])
    first = (dealt[0], blues, *(n for n in range(9) if n not in (dealt[0], blues)))
    reds = next(number for number in range(9) if number not in (dealt[0], blues))
    second = (reds, blues, *(n for n in range(9) if n not in (reds, blues)))
    one: list[Entry[object]] = [Outcome("numbers", first), *(Act("red", move) for move in moves)]
    two: list[Entry[object]] = [Outcome("numbers", second)]
    if swaps:
        two.append(Act("red", Swap(swap)))
        if undoes:
            two.append(Undo(1, "red"))
    two += [Act("red", move) for move in moves]
    left, right = moment(one, 7), moment(two, 9)
    for seat in ("blue", None):
        assert seen(left, seat) == seen(right, seat)
    assert log(left) == log(right)


@pytest.mark.parametrize("version", ["simple", "articulated"])
def test_the_deal_of_the_escape_is_seen_by_nobody(tmp_path: Path, version: str) -> None:
    """Different shuffles of the decks that nobody has drawn from give the same first position but for the own hand."""
    game = registry.find("casablanca_escape")
    evening = Evening(tmp_path, ("red", "blue", "green"), game, {"version": version})
    evening.begin()
    evening.service.roll("red", [6, 6], "1", "en")
    evening.service.roll("blue", [1, 1], "2", "en")
    evening.service.roll("green", [2, 1], "3", "en")
    first = evening.table.moment
    assert first.journal is not None
    bottom = [_swapped_bottom(entry) for entry in first.journal.entries]
    journal = Journal.new(game, first.row.options, first.row.seats)
    journal = journal.extended(zip(first.journal.times, bottom))
    second = msgspec.structs.replace(first, journal=journal)
    assert first.journal.entries != journal.entries
    for seat in (*first.row.seats, None):
        assert seen(first, seat) == seen(second, seat)
    assert log(first) == log(second)


def _swapped_bottom(entry: Entry[object]) -> Entry[object]:
    """A shuffle with its last two cards exchanged: they lie below everything that was drawn."""
    if isinstance(entry, Outcome) and len(entry.result) > 10:
        *rest, one, other = entry.result
        return msgspec.structs.replace(entry, result=(*rest, other, one))
    return entry


def test_every_byte_for_a_seat_is_made_from_what_it_may_know(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    secret = SecretChain(evening.table.moment.row.chance_seed, 0).secret()
    evening.begin()
    evening.act("red", Swap(8))
    for seat in (*SEATS, None):
        sent = msgspec.json.encode(evening.service.snapshot(seat, "en"))
        for hidden in (secret, evening.table.moment.row.chance_seed, *evening.tokens.values(), "share of"):
            assert hidden.encode() not in sent
    assert msgspec.json.decode(msgspec.json.encode(evening.service.snapshot("red", "en")))["view"]["number"] == 8
    assert evening.service.snapshot(None, "en").view["number"] is None
    assert isinstance(GAME.pending(evening.state), Decision)
    assert not isinstance(GAME.pending(evening.state), Shuffle)
