"""Commands about recordings: what the eye sees in one, what the table makes of it, and making one."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import rich_click as click
from rich.markup import escape
from rich.progress import Progress, track

from companion.cli.choices import DAY_S, Amount, game_options, option_values
from companion.cli.outcome import NOTHING_CAME, MachineError, as_json, console, counted, print_json, progress_console
from engines import registry
from engines.data import DataError
from engines.options import chosen
from vision.sources.addresses import names_apart

FOLLOWED = {"actions": "action", "pieces": "in hand", "violations": "violation", "repairs": "repair"}
"""What is printed of a reading, and what each line of it is called."""

folder_argument = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


@click.command()
@folder_argument
@as_json
@click.option("--score", is_flag=True, help="End with one JSON line that compares with the recording's `truth`.")
def see(folder: Path, json: bool, score: bool) -> None:
    """Look at every frame of the recording DIR and print what lies where. Exit 1 where a board was not found."""
    from companion.seeing import score as scored
    from companion.seeing import see as seen

    mend(folder)
    _must_be_one(folder)
    frames = _printed(seen(folder), json or score, _seen_words)
    if score:
        print_json(scored(folder, frames))
    if any(frame["board"] == "lost" for frame in frames):
        sys.exit(1)


@click.command()
@folder_argument
@as_json
def follow(folder: Path, json: bool) -> None:
    """Play the recording DIR through the whole table, reconciling included, and print each frame's reading."""
    from companion.following import follow as followed

    mend(folder)
    _must_be_one(folder)
    _printed(followed(folder, None if json else "en"), json, _followed_words)


def mend(folder: Path) -> None:
    """Completes a recording that a crash or a power cut ended."""
    from vision.recorder import JOURNAL, rescue

    if (folder / JOURNAL).exists():
        rescue(folder)


def _must_be_one(folder: Path) -> None:
    """Raises `DataError` for a folder that holds a recording of each of several cameras, naming them."""
    path = folder / "recording.json"
    if not path.exists() and (each := sorted(path.parent.glob("camera-*/recording.json"))):
        names = ", ".join(str(one.parent) for one in each)
        raise DataError(path, "", f"there is no such file; each camera has a recording of its own: {names}")


def _printed(frames: Iterable[Mapping[str, Any]], json: bool, words: Any) -> list[Mapping[str, Any]]:
    """Prints each frame as it comes and returns them all."""
    kept: list[Mapping[str, Any]] = []
    for frame in frames if json else track(frames, "looking", console=progress_console, transient=True):
        kept.append(frame)
        if json:
            print_json(frame)
        else:
            console.print(words(frame))
    return kept


def _seen_words(frame: Mapping[str, Any]) -> str:
    cells = "  ".join(f"{cell} {'+'.join(seen['looks'])}" for cell, seen in sorted(frame["cells"].items()))
    unsure = f"\n  unsure: {' '.join(frame['unsure'])}" if frame["unsure"] else ""
    return f"[bold]{frame['file']}[/] board {frame['board']}, {frame['ms']['total']:.0f} ms\n  {cells}{unsure}"


def _followed_words(frame: Mapping[str, Any]) -> str:
    why = f": {escape(frame['why'])}" if "why" in frame else ""
    parts = [f"[bold]{frame['file']}[/] {frame['reading']}{why}"]
    parts += [f"  taken back: entry {number}" for number in frame.get("undone", ())]
    for name, noun in FOLLOWED.items():
        parts += [f"  {noun}: {escape(item)}" for item in frame.get(name, ())]
    return "\n".join(parts)


@click.command()
@click.argument("game")
@click.option(
    "--eye",
    multiple=True,
    default=("v4l2:0",),
    show_default=True,
    help="v4l2:N, picamera:N, a URL that OpenCV opens, or a folder. May be given several times.",
)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder to write into.")
@click.option("--seconds", type=Amount(1, DAY_S), default=60.0, show_default=True, help="How long to record.")
@click.option("--every", type=Amount(0.1, DAY_S), default=1.0, show_default=True, help="Seconds between frames.")
@game_options
def record(game: str, eye: tuple[str, ...], out: Path, seconds: float, every: float, option: tuple[str, ...]) -> None:
    """Record what a camera sees of the board of GAME, as a folder that `see` and `follow` read. Exit 3: no frames.

    Of several cameras each has a recording of its own: DIR/camera-1, DIR/camera-2 …
    """
    from companion.recording_evening import record_cameras

    values, players = option_values(option)
    options = {**chosen(registry.find(game).options, values), **({"players": ",".join(players)} if players else {})}
    eyes = tuple(dict.fromkeys(eye))
    over = threading.Event()
    timer = threading.Timer(seconds, over.set)
    timer.daemon = True
    with Progress(console=progress_console, transient=True) as progress:
        bars = {one: progress.add_task("recording", total=seconds / every) for one in eyes}
        timer.start()
        signal.signal(signal.SIGINT, lambda *_: over.set())
        recorded = record_cameras(
            game,
            options,
            eyes,
            out,
            over,
            every,
            on_frame=lambda one, done: progress.update(bars[one], completed=done, description="recording"),
            on_wait=lambda one, why: progress.update(bars[one], description=f"no picture yet: {why}"),
        )
    for of_one in recorded:
        if of_one.frames:
            console.print(f"{counted(of_one.frames, 'frame')} in {escape(str(of_one.folder))}")
    dark = [
        f"{name} showed no picture: {one.fared or NOTHING_CAME}"
        for name, one in zip(names_apart(eyes), recorded)
        if not one.frames
    ]
    if dark:
        raise MachineError(f"{'; '.join(dark)}; nothing of it is recorded")
