"""What playing costs the phones: from one player's act to the question on the others, and the bytes they are sent."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from typing import Any

import msgspec

from companion.measures.phones import PATIENCE_S, Phone, served
from companion.measures.sample import Summary, summary
from companion.table import Table
from engines.entries import Seat
from engines.game import Game
from engines.pending import Decision

QUIET_S = 0.04
"""After so long without news all phones have been told."""


def measure_playing(game_id: str, samples: int) -> dict[str, Summary]:
    """ms from an act to the last of eight phones told of it, over `samples` random acts; kB that a phone got by then.

    Nothing where the game begins with chance, for then nobody acts.
    """
    rng = random.Random(game_id)
    told_ms: list[float] = []
    with served(game_id) as (table, port, cookies):
        phones = [Phone(port, f"/events/seat/{seat}", cookie) for seat, cookie in cookies.items()]
        for phone in phones:
            phone.wait_for(1)
        begun = [phone.heard for phone in phones]
        for number in range(samples):
            found = _random_act(table, rng)
            if found is None:
                break
            began = time.perf_counter()
            table.act(found[0], msgspec.json.encode(found[1]), f"bench-{number}")
            _wait_for_quiet(phones, began)
            last = max(phone.last for phone in phones)
            if last > began:
                told_ms.append((last - began) * 1e3)
        kilobytes = [(phone.heard - before) / 1000 for phone, before in zip(phones, begun, strict=True)]
    if not told_ms:
        return {}
    return {
        f"{game_id}_act_to_8_phones": summary(told_ms, "ms", "p95 <= 50"),
        f"{game_id}_sent_to_a_phone_in_{samples}_acts": summary(kilobytes, "kB"),
    }


def _random_act(table: Table, rng: random.Random) -> tuple[Seat, Any] | None:
    """An act that may follow, each kind as likely as any other; ``None`` where nobody decides."""
    moment = table.moment
    assert moment.journal is not None
    game: Game[Any, Any] = moment.game
    now = game.pending(moment.journal.state)
    if not isinstance(now, Decision):
        return None
    seat = rng.choice(now.seats)
    kinds: dict[type, list[Any]] = defaultdict(list)
    for action in game.legal(moment.journal.state, seat):
        kinds[type(action)].append(action)
    return seat, rng.choice(rng.choice(list(kinds.values())))


def _wait_for_quiet(phones: list[Phone], since: float) -> None:
    """Waits until no phone has heard anything for `QUIET_S`."""
    until = since + PATIENCE_S
    while (now := time.perf_counter()) < until:
        if now - max(since, *(phone.last for phone in phones)) > QUIET_S:
            return
        time.sleep(QUIET_S / 4)
