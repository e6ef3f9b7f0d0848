"""What a learner asks: by which rule an action may be done, and which actions are worth wondering about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.casablanca_escape.actions import (
    Action,
    BuyCamel,
    Choose,
    Decline,
    EndTurn,
    Fly,
    GiveBack,
    GiveRation,
    MoveFugitive,
    MoveGestapo,
    PlayGreen,
    PlayRed,
    Restart,
    SailFugitive,
    SailGestapo,
    Stay,
    Suffer,
    TakeCard,
)
from engines.casablanca_escape.cards import EVENTS, GREENS
from engines.casablanca_escape.geography import MAP
from engines.casablanca_escape.reach import LINES, along_line, gestapo_reach, is_by_river, line_allowance, rides
from engines.casablanca_escape.state import AidMove, AidOffer, Alert, EventChoice, Player, State, Turn
from engines.entries import Seat
from engines.physical import Cell

RULES: Mapping[type, str] = {
    PlayRed: "articulated.play",
    MoveGestapo: "gestapo.move",
    SailGestapo: "ship.gestapo_free",
    SailFugitive: "ship.fare",
    BuyCamel: "camel.buy",
    Fly: "flight.wait",
    EndTurn: "turn.optional",
    Stay: "turn.optional",
    Suffer: "interception.two",
    GiveRation: "camel.thirst",
    Restart: "capture.europe",
    TakeCard: "aid.blind",
    GiveBack: "aid.keep",
}
"""Rules of actions that always follow the same one."""

RULE_OF_KIND: Mapping[str, str] = {
    "city": "fugitive.city",
    "town": "fugitive.town",
    "country": "fugitive.country",
    "rail": "fugitive.rail",
    "river": "fugitive.river",
    "line": "fugitive.both_lines",
}
"""Rules by which a fugitive leaves a hex of that kind in Europe."""


def rule_of(state: State, action: Action) -> str:
    """The rule by which legal `action` may be done in `state`."""
    item = state.asked
    match action:
        case PlayGreen(green):
            return f"green.{green}"
        case Choose() | Decline() if isinstance(item, AidOffer):
            return "aid.price"
        case Choose() | Decline() if isinstance(item, EventChoice):
            return f"event.{item.card}"
        case MoveGestapo() if isinstance(item, Alert):
            return f"event.{state.card}"
        case MoveFugitive() if isinstance(item, AidMove):
            return f"event.{item.card}"
        case MoveFugitive(to) if isinstance(item, Turn):
            return _moving_rule(state, item, to)
    return RULES.get(type(action), "")


def _moving_rule(state: State, turn: Turn, to: Cell) -> str:
    here = state.players[turn.who].fugitive
    assert here is not None
    if turn.fast:
        return "green.fast"
    if here in MAP.africa:
        return "africa.camel" if rides(state, turn.who) else "africa.foot"
    if state.card in EVENTS:
        return "articulated.on_foot"
    kind = MAP.kind[here]
    if kind not in LINES:
        return RULE_OF_KIND[kind]
    allowed = line_allowance(state.card, kind, state.flood)
    if any(to in along_line(line, here, most) for line, most in allowed.items()):
        return RULE_OF_KIND[kind]
    return "event.37" if state.flood and is_by_river(kind) else "fugitive.one_any_way"


def attempts(state: State, seat: Seat) -> Iterator[Action]:
    """One of each kind of action of a movement turn, and every kind of card that `seat` holds."""
    player = state.player(seat)
    yield next(iter(gestapo_reach(player.gestapo)))
    yield MoveFugitive(_beside(player))
    yield SailGestapo()
    yield SailFugitive()
    yield BuyCamel()
    yield Fly()
    yield from (PlayGreen(green) for green, held in zip(GREENS, player.hand) if held and green != "money")


def _beside(player: Player) -> Cell:
    """A hex beside the fugitive; any hex where it is out of the game."""
    return next(iter(MAP.ashore[player.fugitive]), MAP.casablanca) if player.fugitive else MAP.casablanca
