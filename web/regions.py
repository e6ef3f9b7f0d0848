"""Pages as regions: pieces of HTML that are rendered, and sent, only when what they show has changed."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engines.texts import Language
from web.afterthoughts import Later
from web.games import afterthought_of, late_parts_of, marked_cells
from web.service import Snapshot
from web.site import Fault, Site

_log = logging.getLogger(__name__)


class Region(NamedTuple):
    """A part of a page with the id ``region-<name>``: a template and the fields of a snapshot that it reads.

    Once there is something to view, the game's own template called `own`, where it has one, is used instead.
    Of fields that cannot be made, it shows well without those that it `spares`; where ``asks`` is among them and it is
    `told_by_ask`, it stays empty, for the region that shows ``asks`` says so already.
    """

    name: str
    template: str
    fields: tuple[str, ...]
    own: str = ""
    spares: tuple[str, ...] = ()
    told_by_ask: bool = False


class Page(NamedTuple):
    """A page that stays up to date: its regions, and whether it shows the board and dice that fall."""

    name: str
    regions: tuple[Region, ...]


NOTHING = "shared/nothing.html"

ASK = Region("ask", "shared/ask.html", ("asks", "my_turn", "phase", "seat", "players"))
BOARD = Region("board", NOTHING, ("placement",))
"""Says so where the board that the mirror shows cannot be made; the mirror itself is drawn by the page."""
WARNINGS = Region("warnings", "shared/warnings.html", ("warnings",))
PLAYERS = Region("players", "shared/players.html", ("players", "seat", "phase"))
STORY = Region("story", "shared/story.html", ("story",))
MARKS = Region("marks", NOTHING, ("view", "phase"), "marks", spares=("view",))
"""What the cells that the mirror marks stand for."""
STANDING = Region("standing", NOTHING, ("view", "players", "placement", "phase"), "standing")

PHONE = Page(
    "phone",
    (
        ASK,
        BOARD,
        WARNINGS,
        Region("evening", "phone/evening.html", ("leaving", "overdue", "rematch", "phase", "seat", "players")),
        Region("leaving", "phone/leaving.html", ("leaving", "phase", "seat", "keeps_pictures")),
        Region("lobby", "phone/lobby.html", ("phase", "players", "seat")),
        Region("roll", "phone/roll.html", ("roll", "game"), told_by_ask=True),
        Region(
            "choices",
            "phone/choices.html",
            ("choices", "my_turn", "phase", "game", "roll", "seat", "view"),
            "choices",
            told_by_ask=True,
        ),
        Region(
            "hand",
            NOTHING,
            ("view", "choices", "held", "placement", "seat", "players", "phase"),
            "hand",
            spares=("choices",),
        ),
        Region("undo", "phone/undo.html", ("undo",)),
        PLAYERS,
        STANDING,
        STORY,
    ),
)
TABLE = Page(
    "table",
    (
        Region("ask", "table/ask.html", ("asks", "due", "players")),
        BOARD,
        Region("warnings", "table/warnings.html", ("warnings",)),
        MARKS,
        Region("players", "table/players.html", ("players", "phase")),
        STANDING,
        Region("story", "table/story.html", ("story", "about", "told")),
    ),
)
WATCH = Page(
    "watch",
    (ASK, BOARD, WARNINGS, MARKS, PLAYERS, STANDING, STORY),
)
HOST = Page(
    "host",
    (
        ASK,
        BOARD,
        WARNINGS,
        Region(
            "host-players",
            "host/players.html",
            ("players", "phase", "waiting_for", "leaving"),
            spares=("waiting_for",),
        ),
        STORY,
    ),
)
VIRTUAL = Page("virtual", (ASK, BOARD, WARNINGS, MARKS))

PAGES: Mapping[str, Page] = {page.name: page for page in (PHONE, TABLE, WATCH, HOST, VIRTUAL)}


def fields_of(region: Region, snapshot: Snapshot) -> dict[str, Any]:
    """What `region` shows of `snapshot`.

    `fails` are those of its fields that could not be made and that it needs; `told_by_ask`: the page says so there.
    """
    fields = {name: getattr(snapshot, name) for name in region.fields}
    fails = [name for name in snapshot.fails if name in fields and name not in region.spares]
    return fields | {"fails": fails, "told_by_ask": bool(fails) and region.told_by_ask and "asks" in snapshot.fails}


class Rendered(NamedTuple):
    """A region's `html`, and whether that is all there is to say: else something better is being thought of."""

    html: str
    whole: bool


def render(site: Site, region: Region, snapshot: Snapshot, lang: Language) -> Rendered:
    """The region's HTML; where making it fails, a sentence that says so: the rest of the page goes on without it.

    The log is told why when it begins to fail, `Site.faults` as long as it does.
    """
    fault = Fault(snapshot.game, region.own or region.template, snapshot.seat, lang)
    try:
        made = None if _fails(site, region, snapshot) else _render(site, region, snapshot, lang)
    except Exception as error:  # whatever a template or a game's helpers raise
        if fault not in site.faults:
            _log.error("%s cannot be shown", fault, exc_info=error)
        made = None
    if made is None:
        site.faults.add(fault)
        told = fields_of(region, snapshot)["told_by_ask"]
        return Rendered("" if told else site.render("shared/fails.html", lang, "").strip(), True)
    site.faults.discard(fault)
    return made


def _fails(site: Site, region: Region, snapshot: Snapshot) -> bool:
    """Whether the table could not make what `region` shows; without a view the template of all games may do."""
    missing = set(fields_of(region, snapshot)["fails"])
    if missing == {"view"}:
        return region.template == NOTHING != site.template_of(snapshot.game, region.own)
    return bool(missing)


def _render(site: Site, region: Region, snapshot: Snapshot, lang: Language) -> Rendered:
    """As `render`; pages that show the same of the same moment (thirty spectators, say) share one rendering."""
    begun = bool(snapshot.view)
    template = site.template_of(snapshot.game, region.own, region.template) if region.own and begun else region.template
    fields = {"game": snapshot.game, **fields_of(region, snapshot)}
    later = Later()
    if region.own in late_parts_of(snapshot.game):
        later = site.afterthoughts.of(afterthought_of(snapshot.game, snapshot.view))
        fields["later"] = later
    key = (template, lang, snapshot.seat)
    shared = site.rendered.get(key)
    if shared is None or shared[0] != fields:
        shared = site.rendered[key] = (fields, site.render(template, lang, **fields).strip())
    return Rendered(shared[1], not later.thought)


def board_of(site: Site, snapshot: Snapshot, lang: Language) -> dict[str, Any]:
    """What the mirror shows: where pieces lie, where the eye sees them, what was touched, what is wrong or marked."""
    wrong = sorted({cell for warning in snapshot.warnings for cell in warning.cells})
    board: dict[str, Any] = {
        "art": f"/board/{site.drawings.name(lang)}.svg",
        "placement": snapshot.placement,
        "last": snapshot.last_cells,
        "wrong": wrong,
    }
    if snapshot.seen_placement != snapshot.placement:
        board["seen"] = snapshot.seen_placement
    if snapshot.phase == "playing" and (marked := marked_cells(snapshot.game, snapshot.view)):
        board["marked"] = marked
    return board


def countdown_of(snapshot: Snapshot) -> dict[str, float]:
    """Seconds until the table answers for who is asked, if it does."""
    return {} if snapshot.answers_in_s is None else {"answers_in": round(snapshot.answers_in_s, 1)}


class Change(NamedTuple):
    """Something that is sent to a page, and whether the page shows the whole moment with it."""

    data: dict[str, Any]
    whole: bool


class Shown:
    """What one connected page shows by now, so that only the difference is sent.

    `whole`: it shows all there is to say of its moment.
    """

    def __init__(self, page: Page) -> None:
        self.whole = True
        self._page = page
        self._regions: dict[str, Any] = {}
        self._board: Any = None
        self._rolled: Any = None
        self._thought = 0

    def remember(self, site: Site, snapshot: Snapshot, lang: Language) -> None:
        """The page shows all of `snapshot` already."""
        self.whole = True
        self._regions = {region.name: fields_of(region, snapshot) for region in self._page.regions}
        self._board = board_of(site, snapshot, lang)
        self._rolled = snapshot.rolled

    def may_be_better(self, site: Site) -> bool:
        """Whether something has been thought through since, for which the page does not show all of its moment yet."""
        return not self.whole and self._thought != site.afterthoughts.ended

    def changes(self, site: Site, snapshot: Snapshot, lang: Language) -> Iterator[Change]:
        """What must be sent for the page to show `snapshot`; remembers it as shown.

        What the game may take long to make comes by itself after all else, and is made only when it is asked for.
        """
        late = late_parts_of(snapshot.game)
        better, self._thought = self.may_be_better(site), site.afterthoughts.ended
        stale = [
            region
            for region in self._page.regions
            if self._regions.get(region.name) != fields_of(region, snapshot) or (better and region.own in late)
        ]
        waits = [region for region in stale if region.own in late]
        whole = self.whole and not waits
        fresh: dict[str, Any] = {}
        if html := {one.name: render(site, one, snapshot, lang).html for one in stale if one not in waits}:
            fresh["html"] = html
        board = board_of(site, snapshot, lang)
        if board != self._board:
            fresh["board"] = board
        if snapshot.rolled != self._rolled:
            fresh["rolled"] = snapshot.rolled
        self.remember(site, snapshot, lang)
        self.whole = whole
        if fresh or not waits:
            yield Change(self._change(snapshot) | fresh, whole)
        thought = False
        for region in waits:
            made = render(site, region, snapshot, lang)
            thought = thought or not made.whole
            self.whole = region is waits[-1] and not thought
            yield Change(self._change(snapshot) | {"html": {region.name: made.html}}, self.whole)

    def _change(self, snapshot: Snapshot) -> dict[str, Any]:
        """What every change says."""
        return {
            "phase": snapshot.phase,
            "mine": snapshot.my_turn,
            "held": snapshot.held,
            "game": snapshot.game,
            "waiting": [awaited.seat for awaited in snapshot.waiting_for],
            **countdown_of(snapshot),
        }
