"""All checks together: which there are, run one after the other so that one which fails spoils no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion.doctor.boards import boards
from companion.doctor.camera import camera
from companion.doctor.clock import clock
from companion.doctor.disk import disk
from companion.doctor.finding import FAILED, Finding
from companion.doctor.games import games
from companion.doctor.memory import memory
from companion.doctor.network import network
from companion.doctor.port import port
from companion.doctor.power import power
from companion.doctor.secure import secure
from companion.https import CERTIFICATES


class Plan(msgspec.Struct, frozen=True):
    """What `tavolo play` would be asked for. `eye` is empty where no camera is wanted."""

    eye: str
    host: str
    port: int
    data: Path
    boards: tuple[str, ...] = ()


CHECKS: dict[str, Callable[[Plan], Finding]] = {
    "camera": lambda plan: camera(plan.eye),
    "board": lambda plan: boards(plan.boards),
    "network": lambda plan: network(plan.host, plan.port),
    "port": lambda plan: port(plan.host, plan.port),
    "disk": lambda plan: disk(plan.data),
    "games": lambda plan: games(plan.data),
    "secure": lambda plan: secure(plan.data / CERTIFICATES),
    "memory": lambda plan: memory(),
    "clock": lambda plan: clock(),
    "power": lambda plan: power(),
}
"""Every check by its name, in the order told."""


def examine(plan: Plan) -> Iterator[Finding]:
    """The findings, one by one as they are made."""
    for name, check in CHECKS.items():
        try:
            yield check(plan)
        except OSError as error:
            yield Finding(name, FAILED, "warn", {"problem": error.strerror or str(error)})
