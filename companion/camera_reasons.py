"""Says which camera it is, and why it or a sensor board does not answer, in the reader's language."""

from __future__ import annotations

from companion.words import capital, own_texts
from engines import reasons
from vision.sources import LIVE
from vision.sources.reasons import Reason

LEFT_OUT = "left_out"
"""How a camera fares that is live and whose newest picture cannot be read."""


def in_words(detail: str, lang: str) -> str:
    """`detail` as its reader understands it; what a driver or a system said stays as it is.

    >>> in_words(Reason.of("no_file", device="/dev/video0"), "it")
    '/dev/video0 non c'è; la telecamera è collegata?'
    """
    if not isinstance(detail, reasons.Reason):
        return detail
    facts = {name: in_words(fact, lang) for name, fact in detail.facts.items()}
    return own_texts().say(lang, f"{detail.root}.{detail.key}", facts)


def after_name(name: str, detail: str, lang: str) -> str:
    """`detail` to be said after what is called `name`: a place that is in its name already is not told again.

    >>> after_name("mqtt://broker/tavolo", BoardReason.of("at", place="mqtt://broker/tavolo", why="it is busy"), "en")
    'it is busy'
    """
    if isinstance(detail, reasons.Reason) and detail.key == "at" and name.endswith(detail.facts["place"]):
        return in_words(detail.facts["why"], lang)
    return in_words(detail, lang)


def fares(status: str, detail: str, lang: str) -> str:
    """How a camera in `status` (a text key under ``eye``) fares, to be said after its name.

    What an address answers needs neither the name again nor that it does not answer.

    >>> fares("no_device", Reason.of("no_file", device="/dev/video0"), "en")
    'not there: there is no /dev/video0; is the camera plugged in?'
    """
    if isinstance(detail, Reason) and detail.key == "says":
        return in_words(detail.facts["why"], lang)
    key = LEFT_OUT if status == LIVE and detail else status
    return own_texts().say(lang, f"eye.{key}", {"detail": in_words(detail, lang)})


def fares_by_name(status: str, detail: str, lang: str) -> str:
    """The same as a sentence of its own, with the name of an address that does not answer: nothing is said before it.

    >>> fares_by_name("no_device", Reason.of("no_file", device="/dev/video0"), "en")
    'Not there: there is no /dev/video0; is the camera plugged in?'
    """
    if isinstance(detail, Reason) and detail.key == "says":
        return in_words(detail, lang)
    return capital(fares(status, detail, lang))


def fares_in_line(eye: str, status: str, detail: str, lang: str) -> str:
    """The same as a line that begins with the camera's name."""
    return own_texts().say(lang, "eye.line", {"eye": named(eye, lang), "status": fares(status, detail, lang)})


def named(eye: str, lang: str) -> str:
    """The camera `eye` as its reader calls it; what was plugged in has its specification.

    >>> named("phone", "it")
    'telefono'
    """
    key = f"eye.name.{eye}"
    return own_texts().say(lang, key) if own_texts().has(key) else eye
