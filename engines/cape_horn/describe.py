"""Says an action in words: a text key and its facts."""

from __future__ import annotations

from engines.cape_horn.actions import Action, Ignore, Lay, Sail, Twice
from engines.cape_horn.waters import FINISH
from engines.texts import Facts


def describe(action: Action) -> tuple[str, Facts]:
    """Text key and facts of `action`; places are cells, to be named by who says it.

    >>> describe(Lay("c", "0705", "west"))
    ('action.lay', {'tile': 'c', 'at': '0705', 'facing': 'west'})
    """
    key = f"action.{type(action).__struct_config__.tag}"
    match action:
        case Lay(design, at, facing):
            return key, {"tile": design, "at": at, "facing": facing}
        case Sail(to):
            return f"{key}_home" if to == FINISH else key, {"to": to}
        case Ignore(to):
            return key, {"to": to}
        case Twice(via, to):
            return f"{key}_home" if to == FINISH else key, {"via": via, "to": to}
        case _:
            return key, {}
