"""Cards as sheets: eight poker-sized fronts on a landscape page, and a page of backs behind each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.paper.papers import footing, heading
from companion.paper.press import INK, SOFT, Box, Item, Line, Sheet, Words
from companion.paper.wording import PrintWords
from engines.cards import PrintedCard, PrintedDeck

CARD_MM = (63.0, 88.0)
"""Poker size: sleeves and boxes for it are sold everywhere."""
BLEED_MM = 1.5
"""Backs run so far over the outer cut, so that a sheet that went through the printer askew shows no white edge."""
GOLD = "#d8b469"
PAPER = "#fbf6e8"


def card_sheets(decks: Sequence[PrintedDeck], landscape_mm: tuple[float, float], words: PrintWords) -> list[Sheet]:
    """Pages of fronts, each followed by the page with their backs."""
    columns = int((landscape_mm[0] - 26) // CARD_MM[0])
    rows = int((landscape_mm[1] - 26) // CARD_MM[1])
    pages = [(deck, page) for deck in decks for page in _pages(deck, columns * rows)]
    sheets = []
    for number, (deck, cards) in enumerate(pages, 1):
        spots = list(_spots(landscape_mm, columns, rows))
        place = words.say("of", {"number": number, "count": len(pages)})
        name = f"{words.title} · {words.say('cards.name')}"
        how = f"{words.say('cards.how')} {words.say('cards.use')}"
        dress = (
            *heading(landscape_mm, name, place, words.say("printing")),
            *footing(landscape_mm, words.say("measure"), how),
        )
        fronts = [item for card, spot in zip(cards, spots) for item in _front(card, spot, words)]
        cuts = tuple(_cuts(spots))
        sheets.append(Sheet(landscape_mm, (*fronts, *cuts, *dress)))
        mirrored = [(landscape_mm[0] - x - CARD_MM[0], y) for x, y in spots[: len(cards)]]
        sheets.append(Sheet(landscape_mm, tuple(_backs(deck, mirrored, words))))
    return sheets


def _pages(deck: PrintedDeck, size: int) -> Iterator[Sequence[PrintedCard]]:
    for start in range(0, len(deck.cards), size):
        yield deck.cards[start : start + size]


def _spots(sheet_mm: tuple[float, float], columns: int, rows: int) -> Iterator[tuple[float, float]]:
    """Top left corners of the cards, the block in the middle of the sheet."""
    left, top = (sheet_mm[0] - columns * CARD_MM[0]) / 2, (sheet_mm[1] - rows * CARD_MM[1]) / 2
    for row in range(rows):
        for column in range(columns):
            yield left + column * CARD_MM[0], top + row * CARD_MM[1]


def _front(card: PrintedCard, spot: tuple[float, float], words: PrintWords) -> Iterator[Item]:
    x, y = spot
    width, height = CARD_MM
    title = words.of_game(card.title, card.facts).removeprefix(f"{card.number} · ")
    yield Box(x, y, width, height, fill=PAPER)
    yield Box(x + 3, y + 3, width - 6, height - 6, stroke=card.tint, stroke_mm=0.4, round_mm=2)
    yield Box(x + 5, y + 5, width - 10, 20, fill=card.tint, round_mm=1.2)
    yield Words(
        x + 5, y + 5, width - 10, str(card.number), 13.5, 20, 400, "Limelight", "normal", GOLD, "center", "horizon"
    )
    yield Words(x + 6, y + 26, width - 12, title, 5.0, 14, 700, "Cabin", "normal", INK, "center", "horizon")
    if card.rows:
        for line, (label, value) in enumerate(card.rows):
            base = y + 42 + line * 7.2
            yield Words(x + 9, base, width - 28, words.of_game(label), 4.2, weight=600)
            yield Words(
                x + width - 22, base - 0.6, 13, str(value), 5.4, 0, 400, "Limelight", "normal", card.tint, "right"
            )
            if line + 1 < len(card.rows):
                yield Line(x + 9, base + 5.6, width - 18, 0, "#d9cfb8", 0.2)
        if card.text:
            below = words.of_game(card.text, card.facts)
            yield Words(x + 6, y + 78.4, width - 12, below, 2.4, 5.6, 500, "Cabin", "normal", SOFT, "center")
    elif card.text:
        yield Words(x + 8, y + 43, width - 16, words.of_game(card.text, card.facts), 4.0, 38, align="center")


def _backs(deck: PrintedDeck, spots: Sequence[tuple[float, float]], words: PrintWords) -> Iterator[Item]:
    width, height = CARD_MM
    for x, y in spots:
        yield Box(x - BLEED_MM, y - BLEED_MM, width + 2 * BLEED_MM, height + 2 * BLEED_MM, fill=deck.back)
    for x, y in spots:
        for inset, line in ((4.5, 0.7), (6.2, 0.25)):
            yield Box(x + inset, y + inset, width - 2 * inset, height - 2 * inset, "", GOLD, line, round_mm=2)
        for step in range(1, 9):
            reach = height / 2 - 10
            yield Line(x + width / 2 - 20, y + 10 + step * reach / 9, 40, 0, GOLD, 0.12)
            yield Line(x + width / 2 - 20, y + height - 10 - step * reach / 9, 40, 0, GOLD, 0.12)
        yield Box(x + 9, y + height / 2 - 12, width - 18, 24, deck.back, GOLD, 0.4, round_mm=1.5)
        yield Words(
            x + 10,
            y + height / 2 - 11,
            width - 20,
            words.title,
            6.0,
            22,
            400,
            "Limelight",
            "normal",
            GOLD,
            "center",
            "horizon",
        )


def _cuts(spots: Sequence[tuple[float, float]]) -> Iterator[Item]:
    """Hairlines along all cuts, a little longer than the block."""
    width, height = CARD_MM
    xs = sorted({edge for x, _ in spots for edge in (x, x + width)})
    ys = sorted({edge for _, y in spots for edge in (y, y + height)})
    for x in xs:
        yield Line(x, ys[0] - 3, 0, ys[-1] - ys[0] + 6, SOFT, 0.1)
    for y in ys:
        yield Line(xs[0] - 3, y, xs[-1] - xs[0] + 6, 0, SOFT, 0.1)
