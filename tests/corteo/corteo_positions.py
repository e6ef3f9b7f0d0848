"""Drawn positions of Corteo, so that a test says where units stand and what is done, and little else.

>>> table = Table(at("A . x", "2412", A="mov-6-6", x="riot"))
>>> table.may_move("A", "2512")
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engines.corteo import sequence
from engines.corteo.actions import Action, Confine, EndMovement, Lead, Move, Retreat, Throw
from engines.corteo.agenda import Combat, CombatRoll, EndHand, Movement, NameHeads
from engines.corteo.city import CITY
from engines.corteo.draft import Draft
from engines.corteo.fighting import odds
from engines.corteo.game import GAME, Corteo
from engines.corteo.marching import spreading
from engines.corteo.reach import reach
from engines.corteo.roster import COUNTERS, FIRST_POLICE, KIND_OF, MARCH, POWER, Side, Unit
from engines.corteo.state import AWAY, PRISON, Fright, State
from engines.entries import Act, Edit, Entry, Outcome, Seat
from engines.game import News
from engines.pending import Decision, Dice, Over

__all__ = ["CITY", "GAME", "PRISON", "Begun", "Table", "at", "drawn"]


class Begun(Corteo):
    """The game, but it begins where a drawn position stands."""

    def __init__(self, begun: State) -> None:
        self._begun = begun

    def new(self, options: Mapping[str, str], seats: Sequence[Seat]) -> State:
        return self._begun


def drawn(rows: str, top_left: str) -> dict[str, str]:
    """Letter → hex, of a small map drawn over the city from hex `top_left` on: tokens apart by spaces, ``.`` is nobody.

    A row is one row of hexes; the first token of each stands in the column of `top_left`, as on the map.

    >>> drawn("A . x", "2412")
    {'A': '2412', 'x': '2612'}
    """
    column, row = int(top_left[:2]), int(top_left[2:])
    found = {}
    for down, line in enumerate(text for text in rows.splitlines() if text.strip()):
        for right, token in enumerate(line.split()):
            if token != ".":
                for letter in token:
                    found[letter] = f"{column + right:02d}{row + down:02d}"
    return found


def at(rows: str, top_left: str, **kinds: str) -> dict[str, tuple[str, str]]:
    """Letter → kind and hex of a drawn position."""
    return {letter: (kinds[letter], cell) for letter, cell in drawn(rows, top_left).items()}


class Table:
    """A game in the middle of hand `hand`, in the movement phase of `side` (or its combat phase).

    `units` maps a letter to kind and hex (see `at`), or to kind and nothing for one that waits beside the board; other
    counters are out of the game, but for police that may still come as reinforcements where no scenario is played.
    Other keywords replace fields of the state, `plot` that of a scenario among them.
    """

    def __init__(
        self,
        units: Mapping[str, tuple[str, str]],
        side: Side = MARCH,
        *,
        hand: int = 3,
        advanced: bool = False,
        combat: bool = False,
        heads: str = "",
        component: str = "mov",
        down: str = "",
        down_since: int | None = None,
        options: Mapping[str, str] | None = None,
        **fields: Any,
    ) -> None:
        version = "advanced" if advanced else "base"
        fresh = GAME.new({"version": version, **(options or {})}, ("march", "power"))
        spots = [PRISON if unit < FIRST_POLICE else "" for unit in range(len(COUNTERS))]
        self.unit: dict[str, Unit] = {}
        for letter, (kind, cell) in units.items():
            free = (u for u, of in enumerate(KIND_OF) if of.id == kind and u not in self.unit.values())
            self.unit[letter] = next(free)
            spots[self.unit[letter]] = cell
        for unit in range(33, FIRST_POLICE):
            if unit not in self.unit.values():
                spots[unit] = ""
        story = fields.get("plot") is not None
        phases = sequence.turn(side, story)
        later = sequence.turn(POWER, story) if side == MARCH else ()
        first = Combat(side) if combat else Movement(side)
        after = phases[phases.index(first) + 1 :]
        if story:
            spots = [AWAY if spot in ("", PRISON) else spot for spot in spots]
        self.state: State = msgspec.structs.replace(
            fresh,
            march=tuple(spots[:FIRST_POLICE]),
            power=tuple(spots[FIRST_POLICE:]),
            agenda=(first, *after, *later, EndHand()),
            hand=hand,
            component=component,
        )
        named = tuple(sorted(self.unit[letter] for letter in heads))
        playing = self.state.house.playing | {*self.unit.values()}
        self.state = msgspec.structs.replace(
            self.state,
            march=tuple(spot if unit in playing else "" for unit, spot in enumerate(self.state.march)),
            waiting=(),
        )
        self.state = msgspec.structs.replace(self.state, heads=named, column=spreading(self.state, named))
        asleep = tuple(Fright(self.unit[letter], hand if down_since is None else down_since) for letter in down)
        self.state = msgspec.structs.replace(self.state, down=asleep)
        if fields:
            self.state = msgspec.structs.replace(self.state, **fields)
        self.news: list[News] = []
        draft = Draft(self.state)
        sequence.advance(draft)
        self.state = draft.now()

    def enter(self, entry: Entry[Action]) -> Table:
        step = GAME.apply(self.state, entry)
        self.state, self.news = step.state, list(step.news)
        return self

    def do(self, *actions: Action, by: Side | None = None) -> Table:
        """The side that decides (or `by`) does all of `actions`."""
        for action in actions:
            self.enter(Act(by or self.asked[0], action))
        return self

    def move(self, letter: str, to: str) -> Table:
        return self.do(Move(self.unit[letter], to))

    def throw(self, letter: str, at: str, joined: bool = False) -> Table:
        return self.do(Throw(self.unit[letter], at, joined))

    def back(self, letter: str, to: str) -> Table:
        """A retreat of that unit."""
        return self.do(Retreat(self.unit[letter], to))

    def confine(self, letter: str, to: str) -> Table:
        return self.do(Confine(self.unit[letter], to))

    def end(self) -> Table:
        """Ends the movement phase; heads are named as they come where nobody cares."""
        self.do(EndMovement())
        while self.over is None and isinstance(self.state.asked, NameHeads):
            self.do(next(action for action in GAME.legal(self.state, MARCH) if isinstance(action, Lead)))
        return self

    def roll(self, die: int) -> Table:
        now = GAME.pending(self.state)
        assert isinstance(now, Dice), f"no die is due, but {now}"
        return self.enter(Outcome(now.name, (die,), "seeded"))

    def edit(self, **facts: Any) -> Table:
        return self.enter(Edit(facts))

    def may(self, action: Action, by: Side | None = None) -> bool:
        """Whether that is legal now, as `legal` and `judge` both say."""
        seat = by or self.asked[0]
        listed = action in list(GAME.legal(self.state, seat))
        assert listed == (GAME.judge(self.state, seat, action) == ())
        return listed

    def why_not(self, action: Action, by: Side | None = None) -> set[str]:
        """Rules that `action` breaks."""
        violations = GAME.judge(self.state, by or self.asked[0], action)
        assert all(v.rule in GAME.rulebook and GAME.texts.has(f"violation.{v.key}") for v in violations)
        for violation in violations:
            for lang in ("en", "it", "de"):
                assert GAME.texts.say(lang, f"violation.{violation.key}", violation.facts)
        return {violation.rule for violation in violations}

    def may_move(self, letter: str, to: str) -> bool:
        return self.may(Move(self.unit[letter], to))

    def no_move(self, letter: str, to: str) -> set[str]:
        return self.why_not(Move(self.unit[letter], to))

    def cost(self, letter: str, to: str) -> float | None:
        """Points that a move costs, ``None`` where it is out of reach."""
        item = self.state.asked
        assert isinstance(item, Movement)
        cost = reach(self.state, item, self.unit[letter]).get(to)
        return None if cost is None else cost / 2

    def reach(self, letter: str) -> set[str]:
        item = self.state.asked
        assert isinstance(item, Movement)
        return set(reach(self.state, item, self.unit[letter]))

    def retreats(self, letter: str) -> set[str]:
        """Hexes that the unit may go back to now."""
        return {
            action.to
            for action in GAME.legal(self.state, self.asked[0])
            if isinstance(action, Retreat) and action.unit == self.unit[letter]
        }

    def choices(self, kind: type) -> list[Any]:
        """All legal actions of that kind."""
        return [action for action in GAME.legal(self.state, self.asked[0]) if isinstance(action, kind)]

    def all(self) -> list[Any]:
        """Everything legal now."""
        return list(GAME.legal(self.state, self.asked[0]))

    def spot(self, letter: str) -> str:
        return self.state.spot(self.unit[letter])

    def units(self, letters: str) -> tuple[Unit, ...]:
        """Numbers of those units, ascending."""
        return tuple(sorted(self.unit[letter] for letter in letters))

    @property
    def odds(self) -> tuple[float, float, str]:
        """Powers and ratio of the combat whose die is due."""
        item = self.state.asked
        assert isinstance(item, CombatRoll), f"no combat, but {item}"
        now = odds(self.state, item.group)
        return now.attack / 2, now.defence / 2, now.column

    @property
    def points_left(self) -> float:
        """Points that the unit that moves now has left."""
        item = self.state.asked
        assert isinstance(item, Movement)
        return item.left / 2

    @property
    def asked(self) -> tuple[Side, str]:
        """Who decides now, and what."""
        now = GAME.pending(self.state)
        assert isinstance(now, Decision), f"nobody decides, but {now}"
        return (MARCH if now.seats[0] == "march" else POWER), now.kind

    @property
    def over(self) -> Over | None:
        now = GAME.pending(self.state)
        return now if isinstance(now, Over) else None

    @property
    def die(self) -> str:
        """What a die is due for."""
        now = GAME.pending(self.state)
        assert isinstance(now, Dice), f"no die is due, but {now}"
        return now.name

    def told(self, key: str) -> bool:
        """Whether the last entry brought that news."""
        return any(news.key == key for news in self.news)
