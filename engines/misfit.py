"""Where plain data does not fit its type: the whole way there, also through mappings, whose keys msgspec leaves out."""

from __future__ import annotations

import re
from typing import Any

import msgspec

ANY_KEY = "[...]"
"""What msgspec writes for some key of a mapping."""
OF_A_KEY = "key` in `"
"""What it writes where a mapping's key itself does not fit."""
STEP = re.compile(r"\.(?P<field>[^.\[]+)|\[(?P<number>\d+)\]|\[\.\.\.\]")


def misfit(plain: Any, kind: type[Any], error: msgspec.ValidationError) -> tuple[str, str]:
    """Where `plain` data (of JSON or TOML) does not fit `kind`, and why, as `error` says it with the keys named.

    >>> misfit({"b3": {"x": "left"}}, dict[str, dict[str, float]], error)
    ('$.b3.x', 'Expected `float`, got `str`')
    """
    problem, _, told = str(error).partition(" - at `")
    where = told.rstrip("`") or "$"
    if where.startswith(OF_A_KEY):
        where, problem = where.removeprefix(OF_A_KEY) + ANY_KEY, f"{problem} as a key"
    named, at = "$", plain
    for step in STEP.finditer(where):
        if step["number"]:
            named, at = f"{named}[{step['number']}]", at[int(step["number"])]
            continue
        key = step["field"] or _guilty(plain, at, kind, told)
        if key is None:  # not told: what msgspec wrote is better than nothing
            return where, problem
        named, at = f"{named}.{key}", at.get(key)
    return named, problem


def _guilty(plain: Any, holder: Any, kind: type[Any], told: str) -> str | None:
    """The key of `holder`, a mapping within `plain`, that alone is enough for an error that is `told` to lie there."""
    if not isinstance(holder, dict):
        return None
    entries = dict(holder)
    try:
        for key, value in entries.items():
            holder.clear()
            holder[key] = value
            try:
                msgspec.convert(plain, kind, str_keys=True)
            except msgspec.ValidationError as error:
                if str(error).partition(" - at `")[2] == told:
                    return str(key)
    finally:
        holder.clear()
        holder.update(entries)
    return None
