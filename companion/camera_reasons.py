"""Says why a camera gives no pictures in the reader's language."""

from __future__ import annotations

from companion.words import own_texts
from vision.sources.reasons import Reason


def in_words(detail: str, lang: str) -> str:
    """`detail` as its reader understands it; what a driver or a system said stays as it is.

    >>> in_words(Reason.of("no_file", device="/dev/video0"), "it")
    '/dev/video0 non c'è; la telecamera è collegata?'
    """
    if not isinstance(detail, Reason):
        return detail
    facts = {name: in_words(fact, lang) for name, fact in detail.facts.items()}
    return own_texts().say(lang, f"camera_reason.{detail.key}", facts)
