"""House options of a game: what may be chosen before it starts, and reading such choices from text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec


class OptionError(ValueError):
    """An option or its value is impossible: the message names it and what is possible."""


class WrongNumber(OptionError):
    """So many players cannot play: `count` of them, where `few` to `most` can."""

    def __init__(self, count: int, few: int, most: int, where: str = "") -> None:
        self.count, self.few, self.most = count, few, most
        can = str(few) if few == most else f"{few} to {most}"
        super().__init__(f"{where}{count} player{'' if count == 1 else 's'} cannot play; {can} can")


class Option(msgspec.Struct, frozen=True):
    """One choice; `key` is also its text key (``option.<key>``, ``option.<key>.<choice>``)."""

    key: str
    choices: tuple[str, ...]
    default: str


def chosen(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """Every option's value: as `given`, else its default. Raises `OptionError` for what is impossible."""
    known = {option.key: option for option in options}
    for key, value in given.items():
        if key not in known:
            raise OptionError(f"there is no option {key!r}; there are: {', '.join(sorted(known)) or 'none'}")
        if value not in known[key].choices:
            raise OptionError(f"option {key}={value!r} is impossible; choose one of: {', '.join(known[key].choices)}")
    return {key: given.get(key, option.default) for key, option in known.items()}
