"""Drawn positions of the escape, so that a test says where pieces stand and what is done, and little else.

>>> table = Table(card=3, red=at("Warsaw"), blue=at("Krakow", gestapo="Berlin", green=["money"], level=4))
>>> table.may("red", fugitive_to("2602"))
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engines import registry
from engines.casablanca_escape import turns
from engines.casablanca_escape.actions import Action, EndTurn, MoveFugitive, MoveGestapo, Restart
from engines.casablanca_escape.cards import EVENTS, GREEN_DECK, GREENS, MONEY, MOVEMENTS, Green
from engines.casablanca_escape.draft import Draft
from engines.casablanca_escape.game import CasablancaEscape
from engines.casablanca_escape.geography import MAP
from engines.casablanca_escape.setup import RED_DECK
from engines.casablanca_escape.state import Player, State, TurnUp
from engines.entries import Act, Edit, Entry, Outcome
from engines.game import News
from engines.pending import Decision, Dice, Over, Shuffle

found = registry.find("casablanca_escape")
assert isinstance(found, CasablancaEscape)
GAME: CasablancaEscape = found


def cell(place: str) -> str:
    """The cell called `place`, or `place` itself where it is a cell's id (or nothing at all)."""
    try:
        return MAP.board.named(place)
    except KeyError:
        return place


def fugitive_to(place: str) -> MoveFugitive:
    return MoveFugitive(cell(place))


def gestapo_to(place: str) -> MoveGestapo:
    return MoveGestapo(cell(place))


def restart_at(number: int) -> Restart:
    """Starts again on the hex with that number."""
    return Restart(MAP.starts[number - 1])


def at(
    fugitive: str,
    gestapo: str = "Munich",
    *,
    green: Iterable[Green] = (),
    red: Sequence[int] = (),
    level: int = 0,
    gold: int = 0,
    water: int = 0,
    money: int = 0,
) -> Player:
    """A player with the fugitive there, on a camel if it has `water`; `money` is that many money cards."""
    hand = [0] * len(GREENS)
    for kind in green:
        hand[GREENS.index(kind)] += 1
    hand[MONEY] += money
    return Player(
        cell(gestapo),
        cell(fugitive),
        level=level,
        gold=gold,
        rations=water,
        mounted=water > 0,
        hand=tuple(hand),
        red=tuple(sorted(red)),
    )


class Table:
    """A game in the middle, before red card `card` was turned up, and then with it on the table.

    Keyword arguments that are seats are their players, in turn order; others are options. `pile` are the kinds on
    top of the green pile, `next_card` is the red card after `card`, `empty_friends` leaves the friends' boxes empty.
    """

    def __init__(
        self,
        card: int = 15,
        *,
        next_card: int = 0,
        pile: Sequence[Green] = (),
        empty_friends: bool = False,
        water: int | None = None,
        **given: Any,
    ) -> None:
        players = {seat: player for seat, player in given.items() if isinstance(player, Player)}
        options = {key: value for key, value in given.items() if not isinstance(value, Player)}
        fresh = GAME.new(options, tuple(players))
        top = [GREENS.index(kind) for kind in pile]
        deck = list(GREEN_DECK)
        for kind in (*top, *(kind for player in players.values() for kind in _cards(player))):
            deck.remove(kind)
        boxes = []
        for count in MAP.friend_cards:
            size = 0 if empty_friends else count
            boxes.append(tuple(deck[-size:] if size else ()))
            deck = deck[: len(deck) - size]
        self.state: State = msgspec.structs.replace(
            fresh,
            players=tuple(players.values()),
            order=tuple(range(len(players))),
            agenda=(TurnUp(),),
            pile=(*top, *deck),
            boxes=tuple(boxes),
            gold=fresh.gold - sum(player.gold for player in players.values()),
            water=fresh.water - sum(player.rations for player in players.values()),
            red_deck=_red_deck(card, next_card, players.values()),
        )
        if water is not None:
            self.state = msgspec.structs.replace(self.state, water=water)
        self.short_of_water = water is not None
        self.news: list[News] = []
        draft = Draft(self.state)
        if card:
            draft.players = [
                msgspec.structs.replace(player, red=tuple(held for held in player.red if held != card))
                for player in draft.players
            ]
            turns.opens(draft, card)
        turns.advance(draft)
        self.state = draft.step().state
        self.news = draft.news

    def enter(self, entry: Entry[Action]) -> Table:
        step = GAME.apply(self.state, entry)
        self.state, self.news = step.state, list(step.news)
        assert self.short_of_water or GAME.audit(self.state) == []
        return self

    def go(self, seat: str, *actions: Action) -> Table:
        """`seat` does all of `actions`."""
        for action in actions:
            self.enter(Act(seat, action))
        return self

    def ends(self, *seats: str) -> Table:
        """Each of `seats` ends its turn."""
        for seat in seats:
            self.go(seat, EndTurn())
        return self

    def roll(self, *dice: int) -> Table:
        now = GAME.pending(self.state)
        assert isinstance(now, Dice), f"no dice are due, but {now}"
        return self.enter(Outcome(now.name, dice, "seeded"))

    def shuffle(self, order: Sequence[int] | None = None) -> Table:
        """The shuffle that is due leaves the cards in `order` (as they were)."""
        now = GAME.pending(self.state)
        assert isinstance(now, Shuffle), f"no shuffle is due, but {now}"
        return self.enter(Outcome(now.name, tuple(order or range(now.size)), "seeded"))

    def edit(self, **facts: Any) -> Table:
        """The host corrects facts; ``red_level=3`` is the fact ``red.level``."""
        return self.enter(Edit({key.replace("_", ".", 1): value for key, value in facts.items()}))

    def may(self, seat: str, action: Action) -> bool:
        """Whether `seat` may do `action` now, as `legal` and `judge` both say."""
        listed = action in list(GAME.legal(self.state, seat))
        assert listed == (GAME.judge(self.state, seat, action) == ())
        return listed

    def why_not(self, seat: str, action: Action) -> set[str]:
        """Rules that `action` breaks."""
        return {violation.rule for violation in GAME.judge(self.state, seat, action)}

    def choices(self, seat: str, kind: type) -> list[Any]:
        """All legal actions of that kind."""
        return [action for action in GAME.legal(self.state, seat) if isinstance(action, kind)]

    def reach(self, seat: str) -> set[str]:
        """Hexes that the fugitive of `seat` may move to now."""
        return {action.to for action in self.choices(seat, MoveFugitive)}

    def __getitem__(self, seat: str) -> Player:
        return self.state.player(seat)

    def green(self, seat: str) -> list[str]:
        """Kinds of the green cards that `seat` holds."""
        return [GREENS[kind] for kind in _cards(self[seat])]

    @property
    def asked(self) -> tuple[str, str]:
        """Who decides now, and what."""
        now = GAME.pending(self.state)
        assert isinstance(now, Decision), f"nobody decides, but {now}"
        return now.seats[0], now.kind

    @property
    def dice(self) -> tuple[str | None, str]:
        """Who rolls now, and what for."""
        now = GAME.pending(self.state)
        assert isinstance(now, Dice), f"no dice are due, but {now}"
        return now.seat, now.name

    @property
    def over(self) -> Over | None:
        now = GAME.pending(self.state)
        return now if isinstance(now, Over) else None

    def told(self, key: str) -> bool:
        """Whether the last entry brought that news."""
        return any(news.key == key for news in self.news)


def _cards(player: Player) -> list[int]:
    return [kind for kind, count in enumerate(player.hand) for _ in range(count)]


def _red_deck(card: int, next_card: int, players: Iterable[Player]) -> tuple[int, ...]:
    """The cards that are in no hand, `card` out and `next_card` on top, movements and events in turn below."""
    gone = {card, next_card, *(held for player in players for held in player.red)}
    if any(player.red for player in players):
        return tuple(number for number in RED_DECK if number not in gone)
    movements = [number for number in MOVEMENTS if number not in gone]
    events = [number for number in EVENTS if number not in gone]
    first, second = (events, movements) if (next_card or card) in MOVEMENTS else (movements, events)
    mixed = [number for pair in zip(first, second) for number in pair]
    rest = [number for number in (*first, *second) if number not in mixed]
    return (*([next_card] if next_card else []), *mixed, *rest)
