"""Which language a reader gets: the one chosen (cookie), else the phone's own, else English."""

from __future__ import annotations

from flask import Request

from engines.texts import LANGUAGES, Language

COOKIE = "lang"
COOKIE_DAYS = 365


def language_of(request: Request) -> Language:
    """The language that `request` should be answered in."""
    chosen = request.cookies.get(COOKIE)
    for lang in LANGUAGES:
        if lang == chosen:
            return lang
    wished = request.accept_languages.best_match(LANGUAGES, default="en")
    return next(lang for lang in LANGUAGES if lang == wished)
