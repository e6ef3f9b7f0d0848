"""The command: renders what is not there yet, judges all of it, and prints the tables of `docs/accuracy.md`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.accuracy import Tier, tier_of
from companion.accuracy import as_markdown as accuracy_table
from companion.measures.finding import Found
from companion.measures.path_traced.single import FIND_FILE, found_in
from companion.measures.path_traced.single import as_markdown as finding_table
from companion.reliability import Said, binned, said_in
from companion.reliability import as_markdown as reliability_table
from companion.seeing import see
from engines.data import DataError
from vision import recording as recordings

NO_BLENDER = (
    "Blender's path tracer is missing: .venv/bin/pip install --no-deps bpy==5.0.1 (Python 3.11 on x86-64) brings it."
)
NOTHING_TO_RENDER_WITH = 3
"""Exit code where Blender is missing."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Renders and judges what the arguments say; answers the exit code."""
    parser = _parser()
    wanted = parser.parse_args(arguments)
    if wanted.what is None:
        parser.print_usage(sys.stderr)
    folders = [wanted.out / str(wanted.first + number) for number in range(wanted.count)] if wanted.what else []
    missing = [folder for folder in folders if not _complete(folder, wanted)]
    if (missing or wanted.what is None) and not _has_blender():
        print(NO_BLENDER, file=sys.stderr)
        return NOTHING_TO_RENDER_WITH
    if wanted.what is None:
        return 2
    try:
        for folder in missing:
            _render(folder, wanted)
        print(_finds(folders) if wanted.what == "find" else _evenings(folders, wanted.confirmed))
    except DataError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m companion.measures.path_traced",
        description="How right the eye is on newly painted maps as Blender's path tracer sees them.",
    )
    kinds = parser.add_subparsers(dest="what")
    evening = kinds.add_parser("evening", help="recordings, and what the eye sees in them")
    find = kinds.add_parser("find", help="single pictures, and whether the lattice is found in them")
    for kind, samples in ((evening, 10), (find, 8)):
        kind.add_argument("first", type=int, help="seed of the first")
        kind.add_argument("count", type=int, help="how many")
        kind.add_argument("--out", type=Path, required=True, help="folder into which each goes, named by its seed")
        kind.add_argument("--samples", type=int, default=samples, help="paths of light for each pixel")
        kind.add_argument("--board", type=Path, help="folder of an exported board to take instead of painted maps")
    evening.add_argument("--frames", type=int, default=7, help="pictures of each evening, the first two known")
    evening.add_argument("--confirmed", action="store_true", help="make known after each picture what lies there")
    return parser


def _has_blender() -> bool:
    try:
        from companion.measures.path_traced import blender
    except ImportError:
        return False
    return bool(blender.bpy)


def _complete(folder: Path, wanted: argparse.Namespace) -> bool:
    if wanted.what == "find":
        return (folder / FIND_FILE).is_file()
    return (folder / "recording.json").is_file() and len(recordings.read(folder).frames) >= wanted.frames


def _render(folder: Path, wanted: argparse.Namespace) -> None:
    from companion.measures.path_traced.rendering import render_evening, render_single

    print(f"renders {folder}", file=sys.stderr)
    if wanted.what == "find":
        render_single(int(folder.name), folder, wanted.samples, wanted.board)
    else:
        render_evening(int(folder.name), folder, wanted.samples, wanted.frames, wanted.board)


def _evenings(folders: Sequence[Path], confirmed: bool) -> str:
    """The scores of recordings, and what probabilities in them are worth."""
    tiers: dict[str, Tier] = {}
    claims: list[Said] = []
    for folder in folders:
        seen = list(see(folder, confirmed))
        tiers[folder.name] = tier_of(folder, seen)
        claims += said_in(folder, seen)
    return f"{accuracy_table(tiers)}\n{reliability_table({'**all**': binned(claims)})}"


def _finds(folders: Sequence[Path]) -> str:
    """What becomes of single pictures, by the boards' grids."""
    by_grid: dict[str, list[Found]] = {}
    for folder in folders:
        found = found_in(folder)
        by_grid.setdefault(found.tier, []).append(found)
    return finding_table(dict(sorted(by_grid.items())))


if __name__ == "__main__":
    sys.exit(main())
