"""``tavolo doctor``: says what of this machine is fit for an evening, and what to do about what is not."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import rich_click as click
from click.core import ParameterSource
from rich.markup import escape

from companion.cli.choices import data_option
from companion.cli.outcome import as_json, console, print_json, progress_console
from companion.cli.play import DEFAULT_PORT, PORT
from engines.texts import LANGUAGES

SIGNS = {"ok": "[green]✓[/]", "warn": "[yellow]![/]", "bad": "[bold red]✗[/]"}


@click.command()
@click.option(
    "--eye",
    multiple=True,
    help="The camera or sensor board to try, as for `tavolo play`. Default: those of your settings, else virtual.",
)
@click.option("--host", help="The address to serve at. Default: that of your settings, else everywhere.")
@click.option("--port", type=PORT, help="The port to serve at. Default: that of your settings, else 8017.")
@data_option
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of the answers.")
@as_json
@click.pass_context
def doctor(
    ctx: click.Context, eye: tuple[str, ...], host: str | None, port: int | None, data: Path, lang: str, json: bool
) -> None:
    """Look whether camera, sensor board, network, port, disk, memory, clock and power are fit; say what to do if not.

    Settings of `tavolo play` in your settings file count here too. Exit 1 where an evening would not work.
    """
    from companion.doctor.examination import Plan, examine  # only here: the help needs none of it
    from companion.doctor.finding import doctor_texts, spoken
    from companion.sensors.specs import UnknownBoard, parted

    settings = _settings_of_play(ctx)
    if "data" in settings and ctx.get_parameter_source("data") is ParameterSource.DEFAULT:
        data = Path(settings["data"])
    usual = settings.get("eye", "virtual")
    try:
        cameras, boards = parted(eye or ((usual,) if isinstance(usual, str) else usual))
    except UnknownBoard as error:
        raise click.UsageError(str(error)) from error
    plan = Plan(
        cameras,
        host or settings.get("host", "0.0.0.0"),
        _usual_port(ctx, settings) if port is None else port,
        data,
        boards,
    )
    told = []
    with progress_console.status("looking …"):
        for finding in examine(plan):
            words = spoken(finding, lang)
            told.append((finding, words))
            if not json:
                console.print(f"{SIGNS[words.state]} [bold]{words.name}[/]  {escape(words.words)}", highlight=False)
                if words.advice:
                    console.print(f"   → {words.advice}", highlight=False, markup=False)
    fit = all(finding.state != "bad" for finding, _ in told)
    if json:
        checks = [
            {**_plain(finding), "name": words.name, "words": words.words, "advice": words.advice}
            for finding, words in told
        ]
        print_json({"fit": fit, "checks": checks})
    else:
        console.print(doctor_texts().say(lang, "doctor.fit" if fit else "doctor.unfit"), style="bold")
    if not fit:
        sys.exit(1)


def _plain(finding: Any) -> dict[str, Any]:
    """A finding for programs; JSON knows no reasons, only text."""
    facts = {name: str(fact) if isinstance(fact, str) else fact for name, fact in finding.facts.items()}
    return {"check": finding.check, "key": finding.key, "state": finding.state, "facts": facts}


def _usual_port(ctx: click.Context, settings: Mapping[str, Any]) -> int:
    """The port in the settings of `tavolo play`, else the default; raises `click.BadParameter` where it is none."""
    (option,) = (parameter for parameter in ctx.command.params if parameter.name == "port")
    return int(PORT.convert(settings.get("port", DEFAULT_PORT), option, ctx))


def _settings_of_play(ctx: click.Context) -> Mapping[str, Any]:
    """What the settings file says for `tavolo play`."""
    defaults = ctx.parent.default_map if ctx.parent is not None else None
    found = (defaults or {}).get("play", {})
    return found if isinstance(found, Mapping) else {}
