"""Makes the web application: hands in the table, puts the checks before it, hangs the pages on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import jinja2
from flask import Flask

from engines import registry
from engines.boards.drawing.pieces import signs
from engines.texts import Texts
from web import errors, security
from web.afterwards_service import AfterwardsService
from web.camera_service import CameraService
from web.doctor_service import DoctorService
from web.drawings import Drawings
from web.evenings_service import EveningsService
from web.files import Assets
from web.learning_service import LearningService
from web.pages import (
    afterwards,
    camera,
    doctor,
    evenings,
    events,
    host,
    join,
    learning,
    phone,
    sensors,
    spectators,
    statics,
    tiles,
    virtual_table,
)
from web.sensors_service import SensorsService
from web.service import TableService, VirtualTop
from web.site import Site, install
from web.tiles_service import TilesService
from web.words import Dictionary

_ROOT = Path(__file__).parent


def texts_of_game(game: str) -> Texts:
    """The texts of a game that the registry knows, none for another."""
    try:
        return registry.find(game).texts
    except registry.UnknownGame:
        return Texts({"en": {}})


def create_app(
    service: TableService,
    *,
    virtual: VirtualTop | None,
    host_pin: str,
    board_svg: Callable[[str], str],
    piece_svg: Callable[[str], str],
    game_texts: Callable[[str], Texts] = texts_of_game,
    allowed_hosts: Collection[str] = ("localhost", "tavolo.local"),
    afterwards_service: AfterwardsService | None = None,
    learning_service: LearningService | None = None,
    evenings_service: EveningsService | None = None,
    doctor_service: DoctorService | None = None,
    camera_services: Sequence[CameraService] = (),
    sensors_service: SensorsService | None = None,
    tiles_service: TilesService | None = None,
) -> Flask:
    """The pages of one table.

    `board_svg` answers the mirror of today's board in a language (1 user unit = 1 mm, cells marked with ``data-cell``);
    it is asked often and should remember its drawings. `piece_svg` answers one look, in mm too, and raises `KeyError`
    for an unknown one. `allowed_hosts` are the names under which the service may be asked, beside private addresses.
    Serve the application with `web.server.Server`: its event streams need a thread each.
    """
    if not host_pin:
        raise ValueError("host_pin is empty; the host's page needs a PIN")
    app = Flask("web", root_path=str(_ROOT), static_folder=None, template_folder=None)
    app.url_map.strict_slashes = False
    install(
        app,
        Site(
            service=service,
            virtual=virtual,
            host_pin=host_pin,
            drawings=Drawings(board_svg, piece_svg),
            dictionary=Dictionary(game_texts),
            assets=Assets(),
            templates=_templates(),
            afterwards=afterwards_service,
            learning=learning_service,
            evenings=evenings_service,
            doctor=doctor_service,
            cameras=camera_services,
            sensors=sensors_service,
            tiles=tiles_service,
        ),
    )
    security.guard(app, allowed_hosts)
    errors.register(app)
    every = (
        afterwards,
        camera,
        join,
        phone,
        learning,
        spectators,
        host,
        doctor,
        evenings,
        sensors,
        tiles,
        virtual_table,
        events,
        statics,
    )
    for pages in every:
        app.register_blueprint(pages.blueprint)
    app.register_blueprint(camera.blueprint, url_prefix=camera.FURTHER, name=camera.FURTHER_NAME)
    return app


def _templates() -> jinja2.Environment:
    games = jinja2.FileSystemLoader(_ROOT / "games")
    loader = jinja2.ChoiceLoader([jinja2.FileSystemLoader(_ROOT / "templates"), jinja2.PrefixLoader({"games": games})])
    environment = jinja2.Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals["signs"] = signs()
    return environment
