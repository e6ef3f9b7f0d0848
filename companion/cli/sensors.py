"""``tavolo sensors``: which boards there are, and teaching one where a game's houses lie on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any

import rich_click as click

from companion.cli.choices import data_option, game_options, option_values
from companion.cli.outcome import MachineError, as_json, console, print_json
from engines import registry
from engines.options import chosen

if TYPE_CHECKING:
    from companion.sensors.learning import Learner
    from companion.sensors.lesson import Lesson, Subject
    from firmware_bridge.link import Link

FOUND_S = 8.0
"""Longest wait for a board; loaders of some listen for 2 s before they start."""


@click.group()
def sensors() -> None:
    """Sensor boards: find them, and teach one where a game's houses lie."""


@sensors.command("list")
@as_json
def list_boards(json: bool) -> None:
    """List the serial ports that a sensor board may be on."""
    from firmware_bridge.ports import found_ports

    ports = found_ports()
    if json:
        print_json([{"port": port.device, "what": port.what, "likely": port.likely} for port in ports])
        return
    for port in ports:
        console.print(f"{'[green]●[/]' if port.likely else '○'} {port.device}  {port.what}", highlight=False)
    if not ports:
        console.print("No USB serial port is plugged in.")


@sensors.command()
@click.argument("game")
@click.option("--board", default="serial", show_default=True, help="The board: serial, serial:PORT or mqtt:URL.")
@click.option(
    "--diodes/--no-diodes", default=None, help="Tell a board with a switch matrix whether every switch has its diode."
)
@click.option("--lamps", is_flag=True, help="First teach the board which light shines under which of its cells.")
@click.option("--tags", is_flag=True, help="Teach whose tag is whose instead of where the houses lie.")
@data_option
@game_options
def learn(
    game: str, board: str, diodes: bool | None, lamps: bool, tags: bool, data: Path, option: tuple[str, ...]
) -> None:
    """Teach a sensor board where the houses of GAME lie on it, one after the other. Needed once.

    A house is named; put a piece with its magnet there, and the next one is named. Enter leaves a house out. With
    --tags a piece is named: put it on any reader. The host's page teaches all of this from a phone.
    """
    from companion.sensors.learning import Learner, NotKept, NotThere
    from companion.sensors.lesson import houses_in_order, pieces_in_order
    from companion.sensors.specs import UnknownBoard, as_typed, open_link
    from companion.words import Words
    from firmware_bridge.link import NoAnswer

    found = registry.find(game)
    values, players = option_values(option)
    found.check_known(players)
    printed = found.board(chosen(found.options, values))
    try:
        link = open_link(board)
    except UnknownBoard as error:
        raise click.UsageError(str(error)) from error
    learner = Learner(link, found.id, printed, data)
    try:
        try:
            hello = learner.meet(FOUND_S)
        except NotThere as error:
            raise MachineError(_nobody_there(board, link)) from error
        console.print(f"[bold]{hello.name or hello.firmware}[/] answers: {hello.cells} cells, {hello.lights} lights.")
        if diodes is not None:
            tell_diodes(link, diodes)
        with _typed() as typed:
            if lamps:
                console.print("A light shines: put a piece right above it. Enter leaves a light out.")
                learner.keep(_taught(learner, "lights", tuple(map(str, range(hello.lights))), typed, str))
            if tags:
                supply = pieces_in_order(found.supply(values, found.seats))
                words = Words(found, printed, "en")
                console.print(
                    "Put the piece that is named on any reader. Enter leaves a piece out; Ctrl-C keeps what there is."
                )
                path = learner.keep(_taught(learner, "tags", supply, typed, words.piece), supply)
            else:
                console.print(
                    "Put a piece on the house that is named. Enter leaves a house out; Ctrl-C keeps what there is."
                )

                def named(place: str) -> str:
                    name = printed.name(place)
                    return f"{place}  {name}" if name and name != place else place

                path = learner.keep(_taught(learner, "houses", houses_in_order(printed), typed, named))
            console.print(
                f"Kept in {path}. Start with --eye {as_typed(board)}", highlight=False, markup=False, soft_wrap=True
            )
    except (NotKept, NoAnswer) as error:
        raise MachineError(str(error)) from error
    finally:
        learner.close()


def _nobody_there(spec: str, link: Link) -> str:
    """Why no board answers, and what to do about it, as the doctor says it."""
    from companion.doctor.boards import of_state
    from companion.doctor.finding import spoken
    from companion.sensors.boards import BoardState
    from companion.sensors.specs import shown

    told = spoken(of_state(BoardState(shown(spec), link.status, link.detail)), "en")
    return f"no sensor board answers. {told.words} {told.advice}"


def tell_diodes(link: Any, diodes: bool) -> None:
    """Tells the board whether every switch of its matrix has a diode; raises `MachineError` where it has no matrix or
    does not answer."""
    from firmware_bridge.link import NoAnswer
    from firmware_bridge.messages import Ack, Key, Set

    try:
        answer = link.ask(Set(Key.MATRIX, bytes((int(diodes),))))
    except NoAnswer as error:
        raise MachineError(str(error)) from error
    if answer != Ack():
        raise MachineError("This board has no switch matrix, so it needs no diodes.")


def _taught(
    learner: Learner, subject: Subject, asked: Sequence[str], typed: Queue[str], named: Callable[[str], str]
) -> Lesson:
    """A whole lesson, or as much of it as there was until Ctrl-C."""
    lesson = learner.begin(subject, asked)
    try:
        while (question := lesson.question) is not None:
            console.print(f"  [bold]{named(question)}[/] … ", end="")
            learner.wait(lesson, lambda: _pressed(typed))
            console.print(_answered(lesson.answers[-1]), highlight=False)
    except KeyboardInterrupt:
        console.print()
    return lesson


def _answered(answer: int | bytes | None) -> str:
    match answer:
        case None:
            return "left out"
        case bytes():
            return f"tag {answer.hex()}"
        case int():
            return f"cell {answer}"


def _pressed(typed: Queue[str]) -> bool:
    try:
        typed.get_nowait()
    except Empty:
        return False
    return True


@contextmanager
def _typed() -> Iterator[Queue[str]]:
    """Lines typed at the terminal, as they come."""
    import sys
    import threading

    lines: Queue[str] = Queue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)

    threading.Thread(target=read, name="keyboard", daemon=True).start()
    yield lines
