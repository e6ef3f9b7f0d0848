"""Why something does not answer: an English sentence for programs and logs that other languages can say, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Self


class Reason(str):
    """An English sentence that knows its `key` and `facts` (which may be reasons), to be said in another language.

    Each kind has its `sentences` in English; texts in other languages have them below `root`, filled with the same
    facts.
    """

    root: ClassVar[str]
    sentences: ClassVar[Mapping[str, str]]

    key: str
    facts: dict[str, str]

    @classmethod
    def of(cls, key: str, **facts: object) -> Self:
        """The sentence `key` filled with `facts`."""
        told = {name: fact if isinstance(fact, str) else str(fact) for name, fact in facts.items()}
        reason = cls(cls.sentences[key].format(**told))
        reason.key, reason.facts = key, told
        return reason
