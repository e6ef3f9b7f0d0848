"""Puts an evening together: store, table, eye, pages; starts it and ends it cleanly."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import ExitStack
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from flask import Flask
from numpy.typing import NDArray

from companion.afterwards.kept import KeptPictures, PictureKeeper
from companion.afterwards.service import Afterwards
from companion.backstage import EyeStage
from companion.board_eye import kit_of
from companion.camera import PHONE, Camera
from companion.doctor.at_table import TableDoctor
from companion.evening_settings import EveningSettings
from companion.evenings import Evenings
from companion.eyes import PICTURES, VIRTUAL, Eyes, on_the_table
from companion.https import CERTIFICATES
from companion.https.errors import CertificateError
from companion.keeping import Keeping
from companion.learning_service import Teacher
from companion.looking import Looking
from companion.occupied import occupied
from companion.opening import opened
from companion.patience import Patience
from companion.sensors.boards import Boards
from companion.sensors.classroom import Classroom
from companion.sensors.fusion import Fusion, Receiver
from companion.sensors.no_camera import NoCamera
from companion.sensors.virtual_fingers import VirtualFingers
from companion.service import Service
from companion.tile_lesson import TileLesson
from companion.virtual_top import LateTable
from companion.words import Words
from engines.boards.board import Board
from engines.boards.drawing.pieces import piece_document
from engines.physical import Look
from firmware_bridge.broker import EmbeddedBroker
from firmware_bridge.broker_url import BrokerUrl
from vision.sources import Source, open_source
from vision.sources.addresses import names_apart
from vision.sources.pushed import PushedSource
from vision.virtual.table import VirtualTable
from web.address import LOOPBACK, Whereabouts, join_url, own_addresses, own_names
from web.app import create_app
from web.camera_service import Trust
from web.server import Server

if TYPE_CHECKING:
    from companion.https.door import SecureDoor
    from web.mdns import Announcement

log = logging.getLogger(__name__)


class Evening:
    """One table that is served until `close`.

    >>> evening = Evening(settings)
    >>> evening.start()
    >>> evening.join_url, evening.pin
    ('http://192.168.1.7:8017/', '402913')
    """

    def __init__(self, settings: EveningSettings) -> None:
        """Opens the store and takes the port.

        Raises `Occupied`, `StoreError`, `OptionError`, `OSError`, `UnknownSource`.
        """
        self._settings = settings
        self._ends = ExitStack()
        self._whereabouts = Whereabouts(own_addresses)
        self._known_at: tuple[str, ...] = ()
        self._announcement: Announcement | None = None
        try:
            self._set_up()
        except BaseException:
            self._ends.close()
            raise

    def _set_up(self) -> None:
        settings = self._settings
        settings.data.mkdir(parents=True, exist_ok=True)
        self._ends.enter_context(occupied(settings.data))
        found = opened(settings)
        store = found.store
        self._ends.callback(store.close)
        self.pin, self._hosts = found.pin, found.hosts
        self.table = table = found.table
        self._start_broker()
        several = len(settings.senses) > 1
        self._fusion = Fusion(table, settings.senses, lambda: on_the_table(table)) if several else None
        self.boards = Boards(settings.boards, self.table, self._receiver, settings.data, buzzer=settings.buzzer)
        self._ends.callback(self.boards.close)
        self._phone = PushedSource() if PHONE in settings.senses else None
        self._eyes = Eyes(table, settings.data, settings.eyes, markers_beside=settings.markers_beside)
        self.looking, self.top = self._eye()
        self._ends.callback(self.looking.close)
        self._names = dict(zip(settings.eyes, names_apart(settings.eyes)))
        self._more = [(self._further(eye), self._names[eye]) for eye in settings.more_eyes]
        self.service = Service(self.table)
        looking = dict(zip(settings.eyes, (self.looking, *(looking for looking, _ in self._more))))
        phone_first = sorted(looking, key=lambda eye: eye != PHONE)
        self.cameras = [self._camera_page(eye, looking[eye], found.camera_key) for eye in phone_first]
        self._keeping = Keeping(settings.data, store.name if settings.store else "")
        pictures = self._keeping.pictures
        assert pictures is not None
        self._keeper = PictureKeeper(self.table, pictures, self._picture, lambda: self.table.moment.keeps_pictures)
        self._patience = Patience(self.table)
        for thread in (self._keeper, self._patience):
            self._ends.callback(thread.close)
        self.app = app = self._pages(pictures)
        self._server = Server(app, settings.host, settings.port)
        self._server.bind()
        self._ends.callback(self._server.stop)
        self._secure = self._secure_door(app) if settings.https else None
        self.service.backstage = self._backstage()

    def _start_broker(self) -> None:
        """The broker for wireless boards beside the table, where one was asked for."""
        if not self._settings.broker:
            return
        user, at, port = self._settings.broker.rpartition("@")
        where = BrokerUrl.parse(f"mqtt://{user}{at}0.0.0.0:{port}")
        broker = EmbeddedBroker(where.host, where.port, where.user, where.password)
        self._ends.callback(broker.close)
        broker.start()

    def _pages(self, pictures: KeptPictures) -> Flask:
        """What phones are served; `pictures` of earlier positions are shown when a game is over."""
        settings = self._settings
        return create_app(
            self.service,
            virtual=self.top,
            host_pin=self.pin,
            board_svg=self._mirror,
            piece_svg=self._piece,
            allowed_hosts=own_names(),
            afterwards_service=Afterwards(lambda: self.table.moment, pictures, self.table.moment_of),
            evenings_service=Evenings(self.table, self._keeping, self.service, self._hosts),
            learning_service=Teacher(lambda: self.table.moment),
            doctor_service=TableDoctor(
                self.looking,
                self._names[settings.eye],
                settings.host,
                lambda: self.port,
                settings.data,
                self.boards.states,
                self._more,
                lambda: [(file, self._names[eye]) for eye, file in self._eyes.lenses()],
            ),
            camera_services=self.cameras,
            sensors_service=Classroom(self.boards, lambda: self.table.moment, settings.data)
            if settings.boards
            else None,
            tiles_service=TileLesson(
                self.looking,
                lambda: self.table.moment,
                self._eyes.designs,
                lambda: self._eyes.lens(settings.eye),
                lambda: self._eyes.model(settings.eye),
            )
            if settings.eye
            else None,
        )

    def _secure_door(self, app: Flask) -> SecureDoor:
        from companion.https.door import SecureDoor  # only here: most tables have none, and it takes memory

        door = SecureDoor(app, self._settings.host, self._settings.data / CERTIFICATES, self._whereabouts.now())
        self._ends.callback(door.close)
        return door

    @property
    def camera(self) -> Camera:
        """The camera whose page is the first: the phone, if one looks."""
        return self.cameras[0]

    @property
    def port(self) -> int:
        """The port that is served."""
        return self._server.port

    @property
    def join_url(self) -> str:
        """Where phones join, as the network is now."""
        host = self._settings.host
        return join_url(self.port, host if host.startswith("127.") else self._whereabouts.best())

    @property
    def on_a_network(self) -> bool:
        """Whether phones could find the way here."""
        return self._settings.host.startswith("127.") or self._whereabouts.best() != LOOPBACK

    def start(self) -> None:
        """Serves in threads of its own, and begins to look."""
        self._server.start()
        if self._secure is not None:
            self._secure.start()
        if self._settings.eye:
            self.looking.start()
        for looking, _ in self._more:
            looking.start()
        self.boards.start()
        if isinstance(self.top, VirtualFingers):
            self.top.start()
        self._keeper.start()
        self._patience.start()

    def announce(self) -> str:
        """Makes ``tavolo.local`` known on the network; answers the name, empty where the network does not let it.

        Nor is a table made known whose pages are served to its own machine only.
        """
        self._known_at = self._whereabouts.now()
        if self._settings.host.startswith("127."):
            return ""
        from web.mdns import Announcement  # only here: it takes a while to load, and the first page should not wait

        if self._announcement is not None:
            self._announcement.close()
        self._announcement = Announcement(self.port, self._known_at)
        return self._announcement.name

    def follow_network(self) -> bool:
        """Makes the table known at new addresses, if the machine has joined another network; whether it has."""
        if self._whereabouts.now() == self._known_at:
            return False
        self.announce()
        if self._secure is not None:
            try:
                self._secure.moved(self._known_at)
            except CertificateError as error:
                log.warning("the secure door keeps its old certificate: %s", error)
        return True

    def cameras_trouble(self) -> str:
        """What is wrong with cameras that send no pictures, a line for each; empty where all do. In English."""
        return "\n".join(filter(None, (camera.trouble("en") for camera in self.cameras)))

    def close(self) -> None:
        """Ends pages, eye and store, in this order."""
        if self._announcement is not None:
            self._announcement.close()
        self._ends.close()

    # The eye

    def _eye(self) -> tuple[Looking, LateTable | VirtualFingers | None]:
        """The looking thread, and the virtual table where one is played at. Without a camera nothing looks."""
        eye, board = self._settings.eye, self.boards.virtual
        played = eye == VIRTUAL or board is not None
        late = LateTable(self._virtual_table, lambda: on_the_table(self.table)) if played else None
        source: Source = late if late is not None and eye == VIRTUAL else self._camera(eye) if eye else NoCamera()
        looking = self._looking(source, eye)
        if late is None or board is None:
            return looking, late
        top = VirtualFingers(late, board, self.boards.virtual_cells, seen=eye == VIRTUAL)
        self._ends.callback(top.close)
        if eye != VIRTUAL:
            self._ends.callback(late.close)
        return looking, top

    def _further(self, eye: str) -> Looking:
        """Another camera on the same board."""
        looking = self._looking(self._camera(eye), eye)
        self._ends.callback(looking.close)
        return looking

    def _looking(self, source: Source, eye: str) -> Looking:
        eyes = self._eyes
        return Looking(source, lambda: eyes.make(eye), lambda: eyes.looked_for(eye), self._receiver(eye))

    def _camera_page(self, eye: str, looking: Looking, key: str) -> Camera:
        """The camera `eye` as its page sees it, which a phone with `key` may set up."""
        return Camera(
            looking,
            self._phone if eye == PHONE else None,
            key,
            self._words,
            self._trust,
            lambda: self.join_url,
            self._eyes.own_print(eye),
            self._eyes.shown(eye),
            lambda: bool(self.table.moment.seen_as_known),
            self._names[eye],
            lens=lambda: self._eyes.lens(eye),
        )

    def _receiver(self, name: str) -> Receiver:
        """Who is told what the eye or board `name` senses."""
        return self._fusion.sense(name) if self._fusion is not None else self.table

    def _camera(self, eye: str) -> Source:
        """The camera that `eye` means: a phone's pictures are handed in, every other is opened."""
        return self._phone if eye == PHONE and self._phone is not None else open_source(eye)

    def _virtual_table(self) -> VirtualTable:
        """A virtual table with the pieces of the game, lying as the table knows them where a game goes on."""
        moment = self.table.moment
        kit = kit_of(moment.game, moment.row.options, self._settings.data / PICTURES)
        seats = moment.row.seats or moment.invited or moment.game.seats
        top = VirtualTable(kit, moment.game.supply(moment.row.options, seats), camera=self._settings.eye == VIRTUAL)
        if moment.phase in ("playing", "over"):
            top.lay_out(self.table.situation().lying)
        return top

    def _backstage(self) -> EyeStage:
        def head() -> tuple[int, str, Mapping[str, Any]]:
            row = self.table.moment.row
            return row.id, row.game, {**row.options, "players": list(row.seats)}

        return EyeStage(
            self.looking,
            self._names[self._settings.eye],
            self._keeping.recordings_of,
            head,
            self.table.confirmed,
            self._words,
            lambda: self.join_url,
            self.boards.states,
            self._more,
        )

    def _words(self, lang: str) -> Words:
        moment = self.table.moment
        return Words(moment.game, moment.board, lang)

    def _trust(self) -> Trust | None:
        return None if self._secure is None else self._secure.trust(self.join_url)

    def _picture(self) -> NDArray[np.uint8] | None:
        """The newest picture of the camera."""
        frame = self.looking.frame
        return frame.image if frame is not None else None

    # Drawings for the pages

    def _mirror(self, lang: str) -> str:
        return _mirror_of(self.table.moment.board, lang)

    def _piece(self, look: Look) -> str:
        moment = self.table.moment
        return piece_document(look, moment.game.pieces(moment.row.options)[look].untagged)


@cache
def _mirror_of(board: Board, lang: str) -> str:
    return board.mirror_svg(lang)
