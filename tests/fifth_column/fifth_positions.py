"""Drawn positions of the hunt, so that a test says where everybody is and what the spy holds, and little else.

Unless told otherwise the washers lie on houses 61 to 84, the refuges on 51 to 58, the hunters on 46 to 50; of three
players red is the spy, at home in house 1, and holds a king, a rook and a knight.

>>> hunt = Table(spot="12").play("rook", "13", "14")
>>> hunt.go("blue", Walk(1, "41"), Ask(1, "36"))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engines import registry
from engines.entries import Act, Edit, Entry, Outcome
from engines.fifth_column.actions import Action, Discard, Play
from engines.fifth_column.cards import CARDS, Piece, piece_of
from engines.fifth_column.game import FifthColumn
from engines.fifth_column.seals import key, salt_of, seal_of_hideout
from engines.fifth_column.state import Hunt, HuntersTurn, SpyTurn, State
from engines.game import News
from engines.pending import Decision, Over, Shuffle

found = registry.find("fifth_column")
assert isinstance(found, FifthColumn)
GAME: FifthColumn = found

SEATS = ("red", "blue", "green")
WASHERS = tuple(str(number) for number in range(61, 85))
REFUGES = tuple(str(number) for number in range(51, 59))
HUNTERS = tuple(str(number) for number in range(46, 51))
SALT = salt_of(range(58))


def cards_of(*pieces: Piece, but: int = 0, mix: str = "even") -> tuple[int, ...]:
    """For each of `pieces` the lowest card that bears it, none twice, and not card number `but`."""
    taken: list[int] = [but]
    for piece in pieces:
        taken.append(next(card for card in range(1, 91) if card not in taken and piece_of(card, mix) == piece))
    return tuple(taken[1:])


class Table:
    """A hunt in the middle. `hunters_turn`: they are to act instead of the spy. Other keywords are options."""

    def __init__(
        self,
        *,
        spot: str = "",
        hideout: str = "1",
        hand: tuple[Piece, ...] = ("king", "rook", "knight"),
        washers: tuple[str, ...] = WASHERS,
        refuges: tuple[str, ...] = REFUGES,
        fallen: int = 0,
        hunters: tuple[str, ...] = HUNTERS,
        hunters_turn: bool = False,
        must_return: bool = False,
        passed: tuple[str, ...] = (),
        turn: int = 0,
        seats: tuple[str, ...] = SEATS,
        deck: int | None = None,
        **options: str,
    ) -> None:
        fresh = GAME.new({"hunts": "one", **options}, seats)
        held = cards_of(*hand, but=int(hideout), mix=fresh.house.cards)
        rest = tuple(card for card in range(1, CARDS + 1) if card not in held and str(card) != hideout)
        cut = len(rest) if deck is None else deck
        hunt = Hunt(
            blocked=washers,
            built=refuges,
            posted=hunters,
            refuges=refuges[fallen:],
            hunters=hunters,
            hideout=hideout,
            spot=spot or hideout,
            hand=held,
            deck=rest[:cut],
            played=rest[cut:],
            must_return=must_return,
            passed=tuple(dict.fromkeys((hideout, spot or hideout, *passed))),
            turn=turn,
            salt=SALT,
            seals=(seal_of_hideout(key(SALT, 0, 0), hideout),),
        )
        first = HuntersTurn() if hunters_turn else SpyTurn()
        self.state: State = msgspec.structs.replace(fresh, hunt=hunt, agenda=(first,))
        self.fallen = fallen
        self.news: list[News] = []

    @property
    def hunt(self) -> Hunt:
        return self.state.hunt

    def enter(self, entry: Entry[Action]) -> Table:
        """Does `entry`."""
        self.step = GAME.apply(self.state, entry)
        self.state, self.news = self.step.state, list(self.step.news)
        if not self.fallen:
            assert GAME.audit(self.state) == []
        return self

    def go(self, seat: str, *actions: Action) -> Table:
        """`seat` does all of `actions`."""
        for action in actions:
            self.enter(Act(seat, action))
        return self

    def card(self, piece: Piece) -> int:
        """The spy's card of that piece, of another number than any that was dealt first."""
        return next(card for card in self.hunt.hand if piece_of(card, self.state.house.cards) == piece)

    def way(self, piece: Piece, *path: str) -> Play:
        """The spy's card of that piece along `path`."""
        return Play(self.card(piece), path)

    def play(self, piece: Piece, *path: str) -> Table:
        """Red, the spy, plays it; the hunters' turn follows."""
        return self.go("red", self.way(piece, *path))

    def discard(self, piece: Piece) -> Table:
        return self.go("red", Discard(self.card(piece)))

    def hold(self, *pieces: Piece) -> Table:
        """The spy holds these cards instead."""
        cards = [*self.hunt.hand, *self.hunt.deck]
        held: list[int] = []
        for piece in pieces:
            held.append(next(card for card in cards if card not in held and piece_of(card, "even") == piece))
        deck = tuple(card for card in cards if card not in held)
        hunt = msgspec.structs.replace(self.hunt, hand=tuple(held), deck=deck)
        self.state = msgspec.structs.replace(self.state, hunt=hunt)
        return self

    def shuffle(self, *first: int) -> Table:
        """The chance that is asked for falls, with `first` in front."""
        now = GAME.pending(self.state)
        assert isinstance(now, Shuffle)
        order = (*first, *(number for number in range(now.size) if number not in first))
        return self.enter(Outcome(now.name, order, "seeded"))

    def edit(self, facts: Mapping[str, Any]) -> Table:
        """The host corrects facts."""
        return self.enter(Edit(facts))

    def may(self, seat: str, action: Action) -> bool:
        """Whether `seat` may do `action` now, as `legal` and `judge` both say."""
        listed = action in list(GAME.legal(self.state, seat))
        assert listed == (GAME.judge(self.state, seat, action) == ())
        return listed

    def why_not(self, seat: str, action: Action) -> set[str]:
        """Rules that `action` breaks."""
        assert not self.may(seat, action)
        return {violation.rule for violation in GAME.judge(self.state, seat, action)}

    def targets(self, piece: Piece) -> set[str]:
        """Houses where the spy may stop with that card."""
        card = self.card(piece)
        return {
            action.path[-1]
            for action in GAME.legal(self.state, "red")
            if isinstance(action, Play) and action.card == card
        }

    def told(self, key: str, **facts: Any) -> bool:
        """Whether the last entry brought that news, with those facts among its own."""
        return any(news.key == key and facts.items() <= dict(news.facts).items() for news in self.news)

    @property
    def asked(self) -> tuple[tuple[str, ...], str]:
        """Who decides now, and what."""
        now = GAME.pending(self.state)
        assert isinstance(now, Decision), f"nobody decides, but {now}"
        return now.seats, now.kind

    @property
    def over(self) -> Over | None:
        now = GAME.pending(self.state)
        return now if isinstance(now, Over) else None
