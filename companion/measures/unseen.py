"""How right the eye is on boards that nobody tuned to: random positions of every game under random views and light.

``python -m companion.measures.unseen 700 4`` judges four evenings of each game, from seed 700, and prints tables. Small
pieces, and evenings of which the eye was told nothing beforehand, stand by themselves.
"""

from __future__ import annotations

import argparse
import math
import random
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from companion.accuracy import Tier, as_markdown, tier_of
from companion.board_eye import kit_of
from companion.reliability import Bin, Said, binned, said_in
from companion.reliability import as_markdown as reliability_table
from companion.seeing import see
from engines import registry
from engines.entries import Act
from engines.game import Game
from engines.options import chosen
from engines.pending import Decision, Dice, Shuffle, seeded_outcome
from engines.physical import Cell, Look
from vision.virtual.camera import Viewpoint
from vision.virtual.evening import Scene, write_evening
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit
from vision.virtual.light import Lamps
from vision.virtual.shutter import Shutter

Placement = Mapping[Cell, Sequence[Look]]

SIZES = ((1280, 720), (1920, 1080), (1920, 1080), (2592, 1944))
"""Pictures of cheap, usual and good cameras, px."""
POSITIONS = 4
EVERY = 6
"""One in so many new positions is taken, so that a picture differs from the last by several moves."""
STEPS = 20_000
"""Entries of a random game after which no more positions are waited for."""
FAULTY, HANDS, PAPERS = 0.25, 0.35, 0.2
"""How often each fault of the light is there all evening; how often a hand, or paper, is over the board."""
MISSED = (0.03, 0.07, 0.12)
"""How far hands miss a cell's middle, in pitches (standard deviation): with care, as usual, and without."""


SMALL_PX = 16.0
"""Width of a game's smallest piece in the picture below which pieces are small."""
TOLD, TOLD_SMALL, UNTOLD = "", ", small", ", told nothing"
"""Kinds of evenings: the eye was told of the empty board and of the first position, pieces being small or not, or of
neither."""


class Evening(msgspec.Struct, frozen=True):
    """A recording of one evening, and of which kind it is."""

    recording: Path
    kind: str


class Measured(msgspec.Struct, frozen=True):
    """Scores of a game's evenings by their kind, and every claim that was made."""

    tiers: dict[str, Tier]
    said: list[Said]


class Unseen(msgspec.Struct, frozen=True):
    """What was measured: scores of each game by kinds of evenings, and how much its probabilities are worth."""

    tiers: dict[str, Tier]
    bins: dict[str, list[Bin]]


def evenings(game_id: str, seed: int, count: int, folder: Path) -> Iterator[Evening]:
    """Writes `count` recordings of a game into `folder`, one after the other."""
    for number in range(count):
        yield _evening(registry.find(game_id), folder / f"{game_id}_{seed + number}", seed + number)


def measure(game_id: str, seed: int, count: int) -> Measured:
    """What the eye makes of `count` evenings of a game."""
    found: dict[str, list[Tier]] = {}
    said: list[Said] = []
    with tempfile.TemporaryDirectory() as folder:
        for evening in evenings(game_id, seed, count, Path(folder)):
            seen = list(see(evening.recording))
            found.setdefault(evening.kind, []).append(tier_of(evening.recording, seen))
            said += said_in(evening.recording, seen)
    return Measured({kind: sum_of(found[kind]) for kind in (TOLD, TOLD_SMALL, UNTOLD) if kind in found}, said)


def sum_of(found: Sequence[Tier]) -> Tier:
    """Several tiers as one."""
    return Tier(**{name: sum(getattr(tier, name) for tier in found) for name in Tier.__struct_fields__})


def _evening(game: Game[Any, Any], folder: Path, seed: int) -> Evening:
    luck = random.Random(seed * 7919 + zlib.crc32(game.id.encode()))
    options = chosen(game.options, {})
    kit = kit_of(game, options)
    board = game.board(options)
    always = _light(luck)
    laid = list(islice(_positions(game, options, luck), POSITIONS))
    known = luck.random() < 0.8
    scenes = [Scene({}, always, known=True)] if known else []
    scenes += [Scene(each, _with_clutter(always, luck) if number or not known else always, known=known and not number)
               for number, each in enumerate(laid)]  # fmt: skip
    lamps = Lamps(white_bgr=(luck.uniform(0.75, 1.12), luck.uniform(0.8, 1.1), luck.uniform(0.75, 1.12)))
    shutter = Shutter(kit, size=luck.choice(SIZES), seed=seed, view=_view(luck), lamps=lamps)
    write_evening(
        folder, kit, shutter, scenes, seed=seed, game=game.id, options=options,
        careless_mm=luck.choice(MISSED) * board.pitch_mm, quality=luck.randint(60, 90),
    )  # fmt: skip
    return Evening(folder, (TOLD_SMALL if _smallest_px(kit, shutter) < SMALL_PX else TOLD) if known else UNTOLD)


def _smallest_px(kit: Kit, shutter: Shutter) -> float:
    """Width of the smallest piece in the picture in the middle of the board, the mean of both ways."""
    width, height = kit.geometry.size_mm
    half = min(piece.size_mm for piece in kit.looks.values()) / 2
    ways = np.array([(-half, 0, 0), (half, 0, 0), (0, -half, 0), (0, half, 0)])
    ends = ways + np.array([width / 2, height / 2, 0])
    left, right, top, bottom = shutter.painter.camera.project(ends)
    return math.sqrt(math.dist(left, right) * math.dist(top, bottom))


def _positions(game: Game[Any, Any], options: Mapping[str, str], luck: random.Random) -> Iterator[Placement]:
    """Positions of one random game, as they come."""
    state = game.new(options, tuple(game.seats[: luck.randint(game.min_seats, game.max_seats)]))
    last: Placement = {}
    for _ in range(STEPS):
        match game.pending(state):
            case Dice() | Shuffle() as chance:
                entry: Any = seeded_outcome(chance, luck)
            case Decision(seats=seats):
                seat = luck.choice(list(seats))
                acts = list(game.legal(state, seat))
                if not acts:
                    continue
                entry = Act(seat, luck.choice(acts))
            case _:
                return
        state = game.apply(state, entry).state
        lying = {cell: tuple(looks) for cell, looks in game.placement(state).cells.items() if looks}
        if lying and lying != last:
            last = lying
            if luck.random() < 1 / EVERY:
                yield lying


def _view(luck: random.Random) -> Viewpoint:
    """Any side, from nearly above to 50° beside that, and a lens from a good to a cheap one."""
    return Viewpoint(
        azimuth_deg=luck.uniform(-180, 180),
        elevation_deg=luck.uniform(40, 85),
        roll_deg=luck.uniform(-4, 4),
        fill=luck.uniform(0.88, 0.97),
        fov_deg=luck.uniform(45, 78),
        lens=(luck.uniform(-0.14, 0.05), luck.uniform(-0.01, 0.03), 0.0004, -0.0003),
    )


def _light(luck: random.Random) -> Faults:
    def some(most: float) -> float:
        return luck.uniform(0.1, most) if luck.random() < FAULTY else 0.0

    return Faults(glare=some(0.5), dusk=some(0.5), warm_lamp=some(0.6), shadow=some(0.7))


def _with_clutter(always: Faults, luck: random.Random) -> Faults:
    hand = luck.uniform(0.3, 0.9) if luck.random() < HANDS else 0.0
    paper = luck.uniform(0.3, 0.7) if luck.random() < PAPERS else 0.0
    return msgspec.structs.replace(always, hand=hand, covered_corner=paper)


def main() -> None:
    """Measures every game, or those named, and prints both tables of `docs/accuracy.md`, or with ``--json`` the numbers
    of which they are made."""
    parser = argparse.ArgumentParser(description="How right the eye is on random positions in any light.")
    parser.add_argument("first", type=int, help="seed of the first evening")
    parser.add_argument("count", type=int, help="evenings of each game")
    parser.add_argument(
        "games", nargs="*", metavar="game", help=f"of {', '.join(registry.names())}; all if none is named"
    )
    parser.add_argument("--json", action="store_true", help="print the numbers of which the tables are made")
    wanted = parser.parse_args()
    try:
        for game in wanted.games:
            registry.find(game)
    except registry.UnknownGame as error:
        parser.error(str(error))
    measured = {game: measure(game, wanted.first, wanted.count) for game in wanted.games or registry.names()}
    bins = {game: binned(each.said) for game, each in measured.items()}
    bins["**all**"] = binned(claim for each in measured.values() for claim in each.said)
    tiers = {game + kind: tier for game, each in measured.items() for kind, tier in each.tiers.items()}
    found = Unseen(tiers, bins)
    if wanted.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    else:
        print(as_markdown(found.tiers))
        print(reliability_table(found.bins))


if __name__ == "__main__":
    main()
