"""What lies beside the board and is printed with it: compass roses, markers, and each captain's log book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.boards.chart import ROMAN
from engines.boards.drawing import palette as ink
from engines.cape_horn.tabletop import SHIP_RGB, STATION_RGB, ship_look
from engines.cape_horn.voyage import HAND, POINTS, PRICES, TO_FINISH, ZONES
from engines.cape_horn.waters import board_on
from engines.entries import Seat
from engines.mats import Line, Mat, Space, Track
from engines.physical import Look
from engines.pieces import PieceLook


def extras(sheet: str, seats: Sequence[Seat]) -> Iterator[tuple[Look, PieceLook]]:
    """A compass rose of each colour for each of `seats`, and a marker for each log book."""
    sizes = board_on(sheet).pieces
    for colour, rgb in STATION_RGB.items():
        rose = PieceLook("disc", sizes.disc_mm, sizes.height_mm, rgb, f"rose/{colour}")
        yield from ((f"rose:{colour}", rose) for _ in seats)
    for seat in seats:
        yield f"marker:{seat}", PieceLook("disc", sizes.disc_mm, sizes.height_mm, SHIP_RGB[seat])


def log_book(seat: Seat) -> Mat:
    """The account of `seat`: its points, its compass roses, and a turn in a few words."""
    facings = {f"facing{zone.id}": zone.facing for zone in ZONES}
    return Mat(
        Line("log.title", {"seat": seat}),
        ship_look(seat),
        Track(Line("log.points"), 0, POINTS.most, POINTS.start),
        Line("log.roses"),
        tuple(
            Space(ROMAN[zone.id], Line("log.zone", {"zone": ROMAN[zone.id]}), ink.ZONES[f"zone{zone.id}"])
            for zone in ZONES
        ),
        (
            Line("log.earn", {"gain": POINTS.each_turn, "most": POINTS.most}),
            Line("log.lay", facings),
            Line("log.sail", {"gain": POINTS.staying}),
            Line("log.prices", {"ignore": PRICES.ignore, "twice": PRICES.twice}),
            Line("log.draw", {"cost": PRICES.tile, "most": HAND.most}),
            Line("log.win", {"least": TO_FINISH.tokens, "all": len(ZONES)}),
        ),
    )
