"""``tavolo print``: everything a game needs on paper, as PDFs at true scale."""

from __future__ import annotations

import time
from pathlib import Path

import rich_click as click
from rich.markup import escape

from companion.cli.choices import Amount, game_options, option_values
from companion.cli.outcome import as_json, console, counted, print_json, progress_console
from companion.paper.parts import PARTS
from engines import registry
from engines.options import chosen
from engines.texts import LANGUAGES


@click.command(name="print")
@click.argument("game")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder to write into. Default: GAME-print, here.",
)
@click.option(
    "--paper",
    default="A4",
    show_default=True,
    help="What your printer takes: A4, A3, A2, Letter, Legal or Tabloid. The board is also written as one sheet.",
)
@click.option(
    "--part",
    type=click.Choice(PARTS),
    multiple=True,
    help="Only this part; may be given several times. `board`: one large sheet for a print shop; `tiles`: the board "
    "on your paper, to glue together; `stickers` and `counters`: the pieces; `standups`: figures that stand; `cards`: "
    "real cards; `mats`: what lies in front of each player; `directory`: where streets and buildings are; "
    "`markers`: to lay beside a board that has none; `lens`: "
    "the sheet for `tavolo calibrate`. Default: all that the game has.",
)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of the sheets.")
@click.option(
    "--core",
    type=Amount(0.3, 20),
    default=2.0,
    show_default=True,
    help="Thickness in mm of the cardboard that counters are folded round.",
)
@game_options
@as_json
def printing(
    game: str,
    out: Path | None,
    paper: str,
    part: tuple[str, ...],
    lang: str,
    core: float,
    option: tuple[str, ...],
    json: bool,
) -> None:
    """Write what GAME needs on paper as PDFs: print them at 100 %, never fitted to the page.

    Every sheet has a ruler to check the printer by. `--option board=A1` and the like choose the size of board and
    pieces, `--option players=red,blue` whose pieces are printed.
    """
    from companion.paper.kit import Order, lacking, print_kit  # only here: the help needs none of it

    found = registry.find(game)
    values, players = option_values(option)
    found.check_known(players)
    folder = out or Path(f"{game}-print")
    order = Order(found, chosen(found.options, values), players or found.seats, paper, lang, core)
    wanted = [name for name in PARTS if name in part or not part]
    if part and (missing := lacking(order, wanted)):
        raise click.UsageError(f"{game} has no {' and no '.join(missing)}; without --part all is drawn that it has")
    began = time.monotonic()
    files = []
    with progress_console.status("drawing …"):
        for file in print_kit(order, wanted, folder):
            files.append(file)
            if not json:
                sheets = counted(file.sheets, "sheet")
                size = f"{file.size_mm[0]:g} × {file.size_mm[1]:g} mm"
                path = escape(str(folder / file.file))
                console.print(f"wrote [bold]{path}[/]: {sheets} of {size}", highlight=False, soft_wrap=True)
                if file.markers_mm is not None:
                    across, down = (f"{length:g} mm" for length in file.markers_mm)
                    console.print(
                        f"   from the outer edge of one marker to the next: {across} across, {down} down",
                        highlight=False,
                    )
    if json:
        print_json({"folder": str(folder), "files": files})
        return
    console.print(
        f"{time.monotonic() - began:.1f} s. Print at 100 %, then measure the ruler on a sheet: it is 100 mm long."
    )


print = printing
"""The command's own name, by which the command line finds it."""
