"""How sums of money are written in each language: the same on sheets and in sentences."""

from __future__ import annotations

MINUS = "\N{MINUS SIGN}"
THOUSANDS = {"en": ",", "it": ".", "de": "."}
SMALL_SPACE = "\N{NARROW NO-BREAK SPACE}"


def dollars(amount: int, lang: str) -> str:
    """`amount` with its sign, which no line ends before (English where `lang` is unknown).

    >>> dollars(1300, "de").replace(SMALL_SPACE, " ")
    '1.300 $'
    """
    written = f"{amount:,}".replace(",", THOUSANDS.get(lang, THOUSANDS["en"]))
    return written.replace("-", MINUS) + SMALL_SPACE + "$"
