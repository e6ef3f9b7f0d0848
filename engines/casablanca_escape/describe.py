"""Says an action in words: a text key and its facts."""

from __future__ import annotations

from engines.casablanca_escape.actions import (
    Action,
    BuyCamel,
    Choose,
    GiveBack,
    MoveFugitive,
    MoveGestapo,
    PlayGreen,
    PlayRed,
    Restart,
    SailFugitive,
    TakeCard,
)
from engines.casablanca_escape.geography import MAP
from engines.texts import Facts


def describe(action: Action) -> tuple[str, Facts]:
    """Text key and facts of `action`.

    >>> describe(MoveFugitive("2102"))
    ('action.move_fugitive', {'to': 'Berlin'})
    """
    key = f"action.{type(action).__struct_config__.tag}"
    match action:
        case MoveGestapo(to) | MoveFugitive(to):
            return key, {"to": MAP.name(to)}
        case Restart(at):
            return key, {"place": MAP.name(at)}
        case SailFugitive(gold) | BuyCamel(gold):
            return (f"{key}_gold", {"count": gold}) if gold else (key, {})
        case PlayGreen(green) | GiveBack(green):
            return key, {"green": green}
        case PlayRed(card):
            return key, {"card": card}
        case Choose(help):
            return f"{key}.{help}", {}
        case TakeCard(position):
            return key, {"position": position + 1}
        case _:
            return key, {}
