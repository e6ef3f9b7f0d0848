"""What the page of a seat is made of, known at the front door already: it is fetched while a name is being typed."""

from __future__ import annotations

from web.files import Assets
from web.modules import Modules

SHEETS = ("css/mirror.css", "css/dice.css", "css/phone.css", "css/learning.css", "css/evening.css")
SCRIPTS = ("js/phone.js", "js/evening.js")
FONTS = ("fonts/cabin-600.woff2", "fonts/eb-garamond-italic.woff2")
"""Those that the front door does not show."""


def sheets(assets: Assets, game: str) -> tuple[str, ...]:
    """Style sheets of a seat's page, beside that of all pages."""
    own = f"games/{game}/game.css"
    return (*SHEETS, own) if assets.has(own) else SHEETS


def scripts(assets: Assets, game: str) -> tuple[str, ...]:
    """Modules that a seat's page runs."""
    own = f"games/{game}/phone.js"
    return (*SCRIPTS, own) if assets.has(own) else SCRIPTS


def needs(assets: Assets, modules: Modules, game: str) -> tuple[str, ...]:
    """Addresses of all files that a seat's page will ask for, the board apart."""
    names = (*sheets(assets, game), *modules.needed(*scripts(assets, game)), *FONTS)
    return tuple(assets.address(name) for name in names)
