"""The doctor beside a table that is being played at: it asks the camera that already looks, and opens nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from companion.doctor.boards import of_state
from companion.doctor.camera import CHECK as CAMERA
from companion.doctor.camera import kind_of, left_out, lens, picture
from companion.doctor.clock import clock
from companion.doctor.disk import disk
from companion.doctor.finding import Finding, State, spoken
from companion.doctor.memory import memory
from companion.doctor.network import network
from companion.doctor.power import UNKNOWN, power
from companion.sensors.boards import BoardState
from vision.sources import LIVE, OPENING, RESTING, Frame
from web.doctor_service import Fitness

WORST_FIRST = ("bad", "warn", "ok")


class LookingCamera(Protocol):
    """As much of the looking thread as the doctor asks for."""

    @property
    def status(self) -> str: ...

    @property
    def detail(self) -> str: ...

    @property
    def frame(self) -> Frame | None: ...


class TableDoctor:
    """Implements `web.doctor_service.DoctorService` for a running table."""

    def __init__(
        self,
        looking: LookingCamera,
        eye: str,
        host: str,
        port: Callable[[], int],
        data: Path,
        boards: Callable[[], Sequence[BoardState]] = tuple,
        further: Sequence[tuple[LookingCamera, str]] = (),
        lenses: Callable[[], Iterable[tuple[Path, str]]] = tuple,
    ) -> None:
        """`further` are the other cameras that look, each with its name; `eye` is empty where none looks.

        `lenses` are the files of the lenses that are kept, each with its camera's name.
        """
        self._cameras = (*(((looking, eye),) if eye else ()), *further)
        self._host, self._port, self._data = host, port, data
        self._boards, self._lenses = boards, lenses

    def examine(self, lang: str) -> Sequence[Fitness]:
        """Every check in `lang`, what is not fit first."""
        findings = (
            *(_camera(looking, eye) for looking, eye in self._cameras),
            *(lens(file, eye) for file, eye in self._lenses()),
            *(of_state(state) for state in self._boards()),
            network(self._host, self._port()),
            disk(self._data),
            memory(),
            clock(),
            power(),
        )
        told = (spoken(finding, lang) for finding in findings if finding.key != UNKNOWN)
        fitness = [Fitness(item.check, item.state, item.name, item.words, item.advice) for item in told]
        return sorted(fitness, key=lambda item: WORST_FIRST.index(item.state))


def _camera(looking: LookingCamera, eye: str) -> Finding:
    """How the camera `eye` that already looks is doing."""
    if looking.status not in (LIVE, RESTING):
        facts = {"eye": eye, "detail": looking.detail or "–"}
        state: State = "warn" if looking.status == OPENING else "bad"
        return Finding(CAMERA, looking.status, state, facts, kind_of(eye))
    if looking.detail:
        return left_out(eye, looking.detail)
    frame = looking.frame
    if frame is None or eye == "virtual":
        return Finding(CAMERA, "looking", "ok", {"eye": eye})
    return picture(frame.image, eye)
