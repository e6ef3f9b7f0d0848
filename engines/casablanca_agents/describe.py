"""Says an action in words: a text key and its facts."""

from __future__ import annotations

from engines.casablanca_agents.actions import Action, Bid, Bribe, ChooseHeadquarters, First, Move, Strike
from engines.texts import Facts


def describe(action: Action) -> tuple[str, Facts]:
    """Text key and facts of `action`; places are cells, to be named by who says it.

    >>> describe(Move("bleu", "16", case=True))
    ('action.move_case', {'agent': 'bleu', 'to': '16'})
    """
    key = f"action.{type(action).__struct_config__.tag}"
    match action:
        case Move(agent, to, case):
            return f"{key}_case" if case else key, {"agent": agent, "to": to}
        case Strike(agent, victim):
            return key, {"agent": agent, "agent2": victim}
        case Bribe(agent, amount):
            return key, {"agent": agent, "amount": amount}
        case Bid(amount):
            return key, {"amount": amount}
        case First(seat):
            return key, {"seat": seat}
        case ChooseHeadquarters(at):
            return key, {"place": at}
        case _:
            return key, {}
