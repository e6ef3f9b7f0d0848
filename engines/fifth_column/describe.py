"""Says an action in words: a text key and its facts."""

from __future__ import annotations

from engines.fifth_column.actions import Action, Arrest, Ask, Discard, First, Play, Start, Walk
from engines.texts import Facts


def describe(action: Action) -> tuple[str, Facts]:
    """Text key and facts of `action`; places are cells, to be named by who says it.

    >>> describe(Walk(3, "41"))
    ('action.walk', {'number': 3, 'to': '41'})
    """
    key = f"action.{type(action).__struct_config__.tag}"
    match action:
        case First(seat):
            return key, {"seat": seat}
        case Start(at):
            return key, {"at": at}
        case Play(card, path):
            through = path[:-1]
            facts: Facts = {"card": card, "to": path[-1] if path else "", "through": through}
            return f"{key}_through" if through else key, facts
        case Discard(card):
            return key, {"card": card}
        case Walk(hunter, to):
            return key, {"number": hunter, "to": to}
        case Ask(hunter, at) | Arrest(hunter, at):
            return key, {"number": hunter, "place": at}
        case _:
            return key, {}
