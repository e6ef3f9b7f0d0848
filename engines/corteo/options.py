"""The house options: base or advanced game, a scenario, the special rules, and the sheet with the city."""

from __future__ import annotations

from engines.corteo.scenarios import NONE, SCENARIOS
from engines.options import Option

NO_YES = ("no", "yes")
WISHES = ("no", "1", "2", "3", "4", "5", "6")
"""How many objectives of their own players may agree on: as many as there are white pieces."""

OPTIONS: tuple[Option, ...] = (
    Option("version", ("base", "advanced"), "base"),
    Option("scenario", (NONE, *SCENARIOS), NONE),
    Option("board", ("100x70", "A0"), "100x70"),
    Option("smoke", NO_YES, "no"),
    Option("short_throws", NO_YES, "no"),
    Option("jams", NO_YES, "no"),
    Option("national", NO_YES, "no"),
    Option("president", ("turn", "hand"), "turn"),
    Option("own", WISHES, "no"),
    Option("tags", ("none", "printed"), "none"),
)
