"""Golden games: transcripts kept as text beside the tests, so that a change of rules shows as a difference.

A game's test module says how a step reads; here is what all share: who sees what, what of it changed, and the files.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from engines.game import Game, News
from engines.pending import Over

Seen = Mapping[str, Any]
"""Every plain value in a view, by the way to it."""


def views(game: Game[Any, Any], state: Any) -> dict[str, Any]:
    """What each seat, the spectators and the board show of `state`, as plain data."""
    shown = {seat: msgspec.to_builtins(game.view(state, seat)) for seat in state.seats}
    return {
        **shown,
        "spectator": msgspec.to_builtins(game.view(state, None)),
        "board": msgspec.to_builtins(game.placement(state)),
    }


def changes(now: Mapping[str, Any], shown: dict[str, Seen]) -> Iterator[str]:
    """A line for each view in `now` that differs from what was `shown` last, with what changed; notes what is shown."""
    for who, view in now.items():
        fields = dict(_leaves(view))
        before = shown.get(who, {})
        changed = {key: value for key, value in fields.items() if before.get(key, ...) != value}
        gone = sorted(before.keys() - fields.keys())
        if changed or gone:
            yield f"    {who}: {msgspec.json.encode(changed).decode()}" + (f" without {gone}" if gone else "")
        shown[who] = fields


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every plain value in a view with the way to it, so that a small change shows as one."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _leaves(part, f"{path}.{key}" if path else key)
    elif isinstance(value, list | tuple) and any(isinstance(part, dict) for part in value):
        for number, part in enumerate(value):
            yield from _leaves(part, f"{path}.{number}")
    else:
        yield path, value


def told(news: Iterable[News]) -> Iterator[str]:
    """A line for each piece of news, with who hears it."""
    for item in news:
        audience = "all" if item.audience is None else ",".join(item.audience)
        yield f"    > {audience}: {item.key} {msgspec.json.encode(dict(item.facts)).decode()}"


def ended(over: object) -> str:
    """How the game came out, or that it goes on."""
    return f"over: {over.reason}, won by {', '.join(over.winners) or 'nobody'}" if isinstance(over, Over) else "goes on"


def check_golden(folder: Path, name: str, transcript: Iterable[str]) -> None:
    """`transcript` is what ``<name>.txt`` in `folder` says."""
    path = folder / f"{name}.txt"
    assert path.exists(), f"{path} is missing; every golden game must have its transcript"
    assert "\n".join(transcript) + "\n" == path.read_text(encoding="utf-8")


def write_golden(folder: Path, names: Collection[str], transcript: Callable[[str], Iterable[str]]) -> None:
    """Writes every transcript anew."""
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / f"{name}.txt").write_text("\n".join(transcript(name)) + "\n", encoding="utf-8")
