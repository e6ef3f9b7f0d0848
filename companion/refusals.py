"""Why the table does not do something, as data: the pages' words for it are made elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.game import Violation


class NotAllowed(ValueError):
    """The table does not do that. `key` names the sentence ``refused.<key>``; `violations` are rules it would break.

    `status` is the HTTP status that fits.
    """

    def __init__(
        self,
        key: str,
        facts: Mapping[str, Any] | None = None,
        violations: Sequence[Violation] = (),
        status: int = 409,
    ) -> None:
        super().__init__(f"{key} {dict(facts or {})} {[violation.rule for violation in violations]}")
        self.key = key
        self.facts = dict(facts or {})
        self.violations = tuple(violations)
        self.status = status
