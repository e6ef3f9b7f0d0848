"""All checks together: which there are, run one after the other so that one which fails spoils no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeAlias

import msgspec

from companion.doctor.boards import board
from companion.doctor.camera import camera, lens
from companion.doctor.clock import clock
from companion.doctor.disk import disk
from companion.doctor.finding import FAILED, Finding
from companion.doctor.games import games
from companion.doctor.memory import memory
from companion.doctor.network import network
from companion.doctor.port import port
from companion.doctor.power import power
from companion.doctor.secure import secure
from companion.eyes import VIRTUAL, lens_file
from companion.https import CERTIFICATES
from vision.sources.addresses import names_apart


class Plan(msgspec.Struct, frozen=True):
    """What `tavolo play` would be asked for. `eyes` are the cameras, none where none is wanted."""

    eyes: tuple[str, ...]
    host: str
    port: int
    data: Path
    boards: tuple[str, ...] = ()


Check: TypeAlias = tuple[str, Callable[[], Finding]]
"""One check and the name of what it looks at."""


def checks(plan: Plan) -> Iterator[Check]:
    """Every check that `plan` asks for, in the order told: one for each camera, kept lens and sensor board."""
    for eye, name in zip(plan.eyes, names_apart(plan.eyes)):
        yield "camera", partial(camera, eye, name)
        if eye != VIRTUAL and (file := lens_file(plan.data, eye)).exists():
            yield "camera", partial(lens, file, name)
    if not plan.eyes:
        yield "camera", partial(camera, "")
    for spec in plan.boards or ("",):
        yield "board", partial(board, spec)
    yield "network", partial(network, plan.host, plan.port)
    yield "port", partial(port, plan.host, plan.port)
    yield "disk", partial(disk, plan.data)
    yield "games", partial(games, plan.data)
    yield "secure", partial(secure, plan.data / CERTIFICATES)
    yield "memory", memory
    yield "clock", clock
    yield "power", power


def examine(plan: Plan) -> Iterator[Finding]:
    """The findings, one by one as they are made."""
    for name, check in checks(plan):
        try:
            yield check()
        except OSError as error:
            yield Finding(name, FAILED, "warn", {"problem": error.strerror or str(error)})
