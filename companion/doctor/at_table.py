"""The doctor beside a table that is being played at: it asks the camera that already looks, and opens nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from companion.doctor.boards import of_state
from companion.doctor.camera import CHECK as CAMERA
from companion.doctor.camera import kind_of, picture
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
    ) -> None:
        self._looking, self._eye, self._host, self._port, self._data = looking, eye, host, port, data
        self._boards = boards

    def examine(self, lang: str) -> Sequence[Fitness]:
        """Every check in `lang`, what is not fit first."""
        findings = (
            *((self._camera(),) if self._eye else ()),
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

    def _camera(self) -> Finding:
        if self._looking.status not in (LIVE, RESTING):
            facts = {"eye": self._eye, "detail": self._looking.detail or "–"}
            state: State = "warn" if self._looking.status == OPENING else "bad"
            return Finding(CAMERA, self._looking.status, state, facts, kind_of(self._eye))
        frame = self._looking.frame
        if frame is None or self._eye == "virtual":
            return Finding(CAMERA, "looking", "ok", {"eye": self._eye})
        return picture(frame.image, self._eye)
