"""Drawn positions of Cape Horn, so that a test says what lies where and what is done, and little else.

>>> table = Table("b . f", "1303", blue="1303", hand="ac")
>>> table.may(Sail("1305"))
False
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engines.bits import members
from engines.cape_horn.actions import Action, Lay
from engines.cape_horn.game import GAME
from engines.cape_horn.sailing import reach
from engines.cape_horn.state import Captain, Held, State, Turn, Unknown
from engines.cape_horn.voyage import ALL_TILES, HAND
from engines.cape_horn.waters import CELL, FACING, NO_TILES, SPOT, START
from engines.entries import Act, Edit, Entry
from engines.game import News
from engines.pending import Decision, Over

__all__ = ["GAME", "Table", "drawn", "tile"]

SEATS = ("blue", "white", "black")


def drawn(rows: str, top_left: str) -> dict[str, str]:
    """Square → design, of a small map drawn over the chart from square `top_left` on: letters apart by spaces.

    >>> drawn("b . f", "1103")
    {'1103': 'b', '1303': 'f'}
    """
    column, row = int(top_left[:2]), int(top_left[2:])
    return {
        f"{column + right:02d}{row + down:02d}": letter
        for down, line in enumerate(text for text in rows.splitlines() if text.strip())
        for right, letter in enumerate(line.split())
        if letter != "."
    }


def tile(design: str, at: str) -> Lay:
    """That tile on that square, the right way round."""
    return Lay(design, at, FACING[at])  # type: ignore[arg-type]


class Table:
    """A game in the middle of the turn of blue, who holds `hand`.

    `rows` and `top_left` as in `drawn`. `blue`, `white`, `black` are the squares of the ships, else they lie on start
    squares. `points` and `tokens` (colours by zone, ``-`` for none: ``"red - green"``) are those of blue. `real`: the
    players hold real tiles, blue as many as `hand` has letters. `stack` is how many tiles are left to draw; `house` are
    house options.
    """

    def __init__(
        self,
        rows: str = "",
        top_left: str = "1101",
        *,
        hand: str = "",
        blue: str = "",
        white: str = "",
        black: str = "",
        points: int = 4,
        tokens: str = "- - -",
        real: bool = False,
        stack: int | None = None,
        house: Mapping[str, str] = {},
        **fields: Any,
    ) -> None:
        tiles = NO_TILES
        for at, letter in drawn(rows, top_left).items():
            assert at in SPOT, f"{at} is no square"
            tiles = tiles[: SPOT[at]] + letter + tiles[SPOT[at] + 1 :]
        laid = tiles.replace(".", "").replace("s", "")
        left = ALL_TILES
        for letter in laid + hand.replace("?", ""):
            left = left.replace(letter, "", 1)
        left = left[hand.count("?") :]
        others = [left[: HAND.start], left[HAND.start : 2 * HAND.start]]
        rest = left[2 * HAND.start :]
        buried = ""
        if stack is not None:
            rest, buried = rest[:stack], rest[stack:]
        ships = (blue or START[1], white or START[2], black or START[3])
        had = tuple("" if colour == "-" else colour for colour in tokens.split())
        hands = [Unknown(len(one)) if real else Held("".join(sorted(one))) for one in (hand, *others)]
        captains = [Captain(one, ship=ship) for one, ship in zip(hands, ships)]
        captains[0] = msgspec.structs.replace(captains[0], points=points, tokens=had)
        self.state: State = msgspec.structs.replace(
            GAME.new({"hands": "table" if real else "phone", **house}, SEATS),
            captains=tuple(captains),
            asked=Turn(0),
            tiles=tiles,
            buried=buried,
            stack=Unknown(len(rest)) if real else Held(rest),
        )
        if fields:
            self.state = msgspec.structs.replace(self.state, **fields)
        assert GAME.audit(self.state) == []
        self.news: list[News] = []

    def enter(self, entry: Entry[Action]) -> Table:
        step = GAME.apply(self.state, entry)
        self.state, self.news = step.state, [*self.news, *step.news]
        assert GAME.audit(self.state) == []
        return self

    def do(self, *actions: Action, by: str | None = None) -> Table:
        """Who decides (or `by`) does all of `actions`."""
        for action in actions:
            self.enter(Act(by or self.asked[0], action))
        return self

    def edit(self, facts: Mapping[str, Any]) -> Table:
        return self.enter(Edit(facts))

    def may(self, action: Action, by: str | None = None) -> bool:
        """Whether that is legal now, as `legal` and `judge` both say."""
        seat = by or self.asked[0]
        listed_ = action in list(GAME.legal(self.state, seat))
        assert listed_ == (GAME.judge(self.state, seat, action) == ())
        return listed_

    def why_not(self, action: Action, by: str | None = None) -> str:
        """The rule that `action` breaks; its words can be said in every language."""
        (violation,) = GAME.judge(self.state, by or self.asked[0], action)
        assert violation.rule in GAME.rulebook
        for table in ("violation", "needed"):
            for lang in ("en", "it", "de"):
                assert GAME.texts.say(lang, f"{table}.{violation.key}", violation.facts)
        return violation.rule

    def reach(self) -> dict[str, int]:
        """Square → points, of all that the ship of the mover reaches."""
        assert self.state.mover is not None
        known = reach(self.state)
        return {CELL[spot]: cost for cost, spots in known.by_cost for spot in members(spots)}

    def choices(self, kind: type) -> list[Any]:
        """All legal actions of that kind."""
        return [action for action in GAME.legal(self.state, self.asked[0]) if isinstance(action, kind)]

    def captain(self, seat: str = "blue") -> Captain:
        return self.state.captain(seat)

    @property
    def asked(self) -> tuple[str, str]:
        """Who decides now, and what."""
        now = GAME.pending(self.state)
        assert isinstance(now, Decision), f"nobody decides, but {now}"
        return now.seats[0], now.kind

    @property
    def over(self) -> Over | None:
        now = GAME.pending(self.state)
        return now if isinstance(now, Over) else None

    def told(self, key: str) -> bool:
        """Whether that news was brought."""
        return any(news.key == key for news in self.news)
