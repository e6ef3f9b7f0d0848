"""Seals in downloaded logs: a bribe changed after the game is found out."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.logfile import log_lines, read_log, verify_log
from engines import registry
from engines.casablanca_agents.actions import Bribe, First, LetStand, Move, Settle
from tests.table.evenings import Evening

AGENTS = registry.find("casablanca_agents")


class Logs(msgspec.Struct):
    """Logs of one game: downloaded during play, and when it was over."""

    early: Path
    whole: Path
    chain: str


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Logs:
    folder = tmp_path_factory.mktemp("agents")
    evening = Evening(folder, ("red", "blue"), AGENTS, {"first": "chosen"}).begin()
    evening.act("red", First("red"))
    evening.act("red", Bribe("bleu", 1000))
    evening.service.undo("red", evening.key(), "en")
    for seat in ("red", "blue"):
        for agent, amount in (("bleu", 700), ("gray", 300), ("sheela", 200)):
            evening.act(seat, Bribe(agent, amount))
        evening.act(seat, Settle())
    evening.act("red", Move("bleu", "22"))
    evening.act("blue", LetStand())
    early = folder / "early.jsonl"
    early.write_bytes(b"".join(log_lines(evening.table.moment.row, evening.table.moment.journal, whole=False)))
    chain = AGENTS.published(evening.state)
    evening.act("blue", Move("gray", "24"))
    evening.act("red", LetStand())
    whole = folder / "whole.jsonl"
    whole.write_bytes(b"".join(log_lines(evening.table.moment.row, evening.table.moment.journal, whole=True)))
    return Logs(early, whole, chain)


def test_an_honest_log_agrees_with_what_was_sealed_during_play(logs: Logs) -> None:
    assert verify_log(logs.whole, [logs.early], [f"{logs.chain[:4]}-{logs.chain[4:8]}"]) == []


def test_the_public_log_carries_seals_but_no_bribe_and_no_salt(logs: Logs) -> None:
    log = read_log(logs.early)
    assert any(log.published)
    assert log.header.published == logs.chain
    text = logs.early.read_text(encoding="utf-8")
    assert '"bribe"' not in text
    assert '"outcome"' not in text


def test_a_bribe_that_was_changed_afterwards_is_found(logs: Logs, tmp_path: Path) -> None:
    lines = logs.whole.read_text(encoding="utf-8").splitlines()
    number = next(number for number, line in enumerate(lines) if '"bribe"' in line and "700" in line)
    entry = msgspec.json.decode(lines[number])
    entry["entry"]["action"]["amount"] -= 100
    lines[number] = msgspec.json.encode(entry).decode()
    forged = tmp_path / "forged.jsonl"
    forged.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert any("sealed" in problem for problem in verify_log(forged))
    bare = tmp_path / "bare.jsonl"
    plain = [msgspec.json.decode(line) for line in lines]
    for line in plain:
        line.pop("published", None)
    bare.write_bytes(b"\n".join(msgspec.json.encode(line) for line in plain) + b"\n")
    assert verify_log(bare) == [], "who forges the log forges its seals too"
    assert any("a secret was changed" in problem for problem in verify_log(bare, [logs.early]))
    assert any("does not follow" in problem for problem in verify_log(bare, noted=[logs.chain[:8]]))


def test_a_seal_where_the_game_gives_none_is_told_as_that(logs: Logs, tmp_path: Path) -> None:
    lines = [msgspec.json.decode(line) for line in logs.whole.read_bytes().splitlines()]
    number = next(number for number, line in enumerate(lines) if number and not line.get("published"))
    lines[number]["published"] = "ab" * 32
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(b"\n".join(map(msgspec.json.encode, lines)) + b"\n")
    assert verify_log(forged) == [f"entry {number - 1}: abababab… was sealed after it, but the log gives nothing…"]


def test_a_log_of_another_game_proves_nothing(logs: Logs, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    header, *rest = logs.early.read_bytes().splitlines()
    changed = {**msgspec.json.decode(header), "commitment": "0" * 64, "published": "f" * 64}
    other.write_bytes(b"\n".join([msgspec.json.encode(changed), *rest]) + b"\n")
    assert verify_log(logs.whole, [other]) == [f"{other} is of another game"], "nobody is accused for its seals"
