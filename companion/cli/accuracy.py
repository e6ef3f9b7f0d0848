"""``tavolo accuracy``: how right the eye is on recordings whose truth is known, as a table."""

from __future__ import annotations

from pathlib import Path

import msgspec
import rich_click as click
from rich.progress import track
from rich.table import Table

from companion.cli.outcome import as_json, console, print_json, progress_console

BEGIN, END = "<!-- scores -->\n", "<!-- end of scores -->\n"
"""Between these lines of a page the table is written."""


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--write", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A page to update.")
@click.option("--scores", type=click.Path(dir_okay=False, path_type=Path), help="Also write the scores here, as JSON.")
@as_json
def accuracy(folder: Path, write: Path | None, scores: Path | None, json: bool) -> None:
    """Judge the eye on every recording in DIR: cells judged, wrong, left open; frames wholly right."""
    from companion.accuracy import as_markdown, recordings_in, tiers  # only here: the help needs none of it

    page = write
    try:
        said = page.read_text(encoding="utf-8") if page is not None else ""
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{page} is no page: {error}") from error
    if page is not None and not (BEGIN in said and END in said):
        raise click.UsageError(f"{page} has no place for the table: a line {BEGIN.strip()} and a line {END.strip()}")
    count = len(recordings_in(folder))
    found = dict(track(tiers(folder), "judging", total=count, console=progress_console, transient=True, disable=json))
    if page is not None:
        before, rest = said.split(BEGIN, 1)
        page.write_text(before + BEGIN + as_markdown(found) + END + rest.split(END, 1)[1], encoding="utf-8")
    if scores is not None:
        scores.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    if json:
        print_json(found)
        return
    table = Table("tier", "cells", "wrong", "abstained", "empty abstained", "frames", "wholly right", "lost")
    for name, tier in found.items():
        table.add_row(
            name,
            *(str(value) for value in (tier.cells, tier.wrong, tier.abstained, tier.empty_abstained)),
            *(str(value) for value in (tier.frames, tier.right_frames, tier.lost)),
        )
    console.print(table)
