"""What every page of one running service shares: the table, the sentences, the pictures, the limits."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from flask import Flask, current_app
from jinja2 import Environment, TemplateNotFound

from engines.texts import Language
from web.afterthoughts import Afterthoughts
from web.afterwards_service import AfterwardsService, Tale
from web.camera_service import CameraService
from web.doctor_service import DoctorService
from web.drawings import Drawings
from web.evenings_service import EveningsService
from web.files import Assets, Bytes
from web.games import helpers_of
from web.learning_service import LearningService
from web.limits import Limiter, Rate
from web.modules import Modules
from web.qr import qr_svg
from web.sensors_service import SensorsService
from web.service import Seat, TableService, VirtualTop
from web.tiles_service import TilesService
from web.words import Dictionary

# Rates were chosen from what the pages themselves do at their busiest, times four or more: a phone sends one action
# a second at most, a host page fetches two pictures and a report a second, dragging sends five places a second.
ASK_RATE = Rate(burst=300, per_s=40)
CHANGE_RATE = Rate(burst=40, per_s=10)
PHOTO_RATE = Rate(burst=8, per_s=0.5)
"""Photos from one address: a table takes one at the end of a turn, and looks at each for a second or more."""
JOIN_RATE = Rate(burst=12, per_s=0.2)
PIN_RATE = Rate(burst=5, per_s=1 / 12)
PIN_RATE_OF_ALL = Rate(burst=15, per_s=1 / 4)
MOST_STREAMS = 72
MOST_STREAMS_OF_ONE = 48
"""Streams from one address: high, since a club behind one router may share one."""


class Fault(NamedTuple):
    """A part of the pages of `game`, its own or a template, that cannot be shown to `seat` (``None``: anybody)."""

    game: str
    part: str
    seat: Seat | None
    lang: Language


class StreamSeats:
    """Counts open event streams, so that they never take the last thread of the server."""

    def __init__(self) -> None:
        self._open: dict[str, int] = {}
        self._lock = threading.Lock()
        self.entered: list[Callable[[str], None]] = []
        """Told of each client that has opened one."""

    def enter(self, client: str) -> bool:
        """Whether `client` may open one more stream; counts it if so."""
        with self._lock:
            own = self._open.get(client, 0)
            if sum(self._open.values()) >= MOST_STREAMS or own >= MOST_STREAMS_OF_ONE:
                return False
            self._open[client] = own + 1
        for told in self.entered:
            told(client)
        return True

    def of(self, client: str) -> int:
        """How many `client` has open."""
        with self._lock:
            return self._open.get(client, 0)

    def leave(self, client: str) -> None:
        """One stream of `client` has ended."""
        with self._lock:
            left = self._open.get(client, 0) - 1
            if left > 0:
                self._open[client] = left
            else:
                self._open.pop(client, None)


@dataclass
class Site:
    """One running service; `closing` is set when its event streams should end."""

    service: TableService
    virtual: VirtualTop | None
    host_pin: str
    drawings: Drawings
    dictionary: Dictionary
    assets: Assets
    templates: Environment
    afterwards: AfterwardsService | None = None
    learning: LearningService | None = None
    evenings: EveningsService | None = None
    doctor: DoctorService | None = None
    cameras: Sequence[CameraService] = ()
    """The table's cameras. The first is the phone whose pictures are handed in, where there is one."""
    sensors: SensorsService | None = None
    tiles: TilesService | None = None
    clock: Callable[[], float] = time.monotonic
    boot: str = field(default_factory=lambda: secrets.token_hex(4))
    closing: threading.Event = field(default_factory=threading.Event)
    streams: StreamSeats = field(default_factory=StreamSeats)
    afterthoughts: Afterthoughts = field(default_factory=Afterthoughts)
    host_tokens: set[str] = field(default_factory=set)
    rendered: dict[tuple[str, Language, Seat | None], tuple[dict[str, Any], str]] = field(default_factory=dict)
    """The newest rendering of each region for each seat and language, with the fields it was made of."""
    taken_home: tuple[Tale, Bytes] | None = None
    """The last tale that was wrapped to be taken home."""
    wrapping: threading.Lock = field(default_factory=threading.Lock)
    faults: set[Fault] = field(default_factory=set)
    """What could not be shown when it was last to be."""

    def __post_init__(self) -> None:
        self.modules = Modules(self.assets)
        self.ask_limit = Limiter(ASK_RATE, self.clock)
        self.change_limit = Limiter(CHANGE_RATE, self.clock)
        self.photo_limit = Limiter(PHOTO_RATE, self.clock)
        self.join_limit = Limiter(JOIN_RATE, self.clock)
        self.pin_limit = Limiter(PIN_RATE, self.clock)
        self.pin_limit_of_all = Limiter(PIN_RATE_OF_ALL, self.clock)

    def render(self, template: str, lang: Language, game: str, **context: Any) -> str:
        """A template's text, with the sentences ``t`` of `lang` and the helpers that all templates share."""
        return self.templates.get_template(template).render(
            t=self.dictionary.words(lang, game),
            lang=lang,
            game=game,
            asset=self.assets.address,
            has_asset=self.assets.has,
            scripts=self.modules.tags,
            qr=qr_svg,
            virtual=self.virtual is not None,
            teaches=self.learning is not None,
            has_places=lambda: self.learning is not None and self.learning.has_directory(),
            feels=self.sensors is not None,
            shows_tiles=self.tiles is not None,
            part=lambda name: self.template_of(game, name),
            **helpers_of(game),
            **context,
        )

    def faults_of(self, game: str) -> list[tuple[str, Seat | None]]:
        """Parts of the pages of `game` that cannot be shown now, each with the seat whose page it is on."""
        return sorted({(fault.part, fault.seat) for fault in tuple(self.faults) if fault.game == game}, key=str)

    def template_of(self, game: str, part: str, default: str = "shared/nothing.html") -> str:
        """The game's own template for `part` of a page, `default` where the game has none."""
        name = f"games/{game}/{part}.html"
        try:
            self.templates.get_template(name)
        except TemplateNotFound:
            return default
        return name


def install(app: Flask, site: Site) -> None:
    """Makes `site` the one that `app`'s pages use."""
    app.extensions["tavolo"] = site


def site() -> Site:
    """The site of the request being answered."""
    return cast(Site, current_app.extensions["tavolo"])
