"""What the table says is one sentence, however its facts end."""

from __future__ import annotations

import pytest

from companion.readings import InHand, Repair
from companion.words import Words
from engines import registry
from engines.options import chosen
from engines.texts import Texts
from tests.toys.chase import GAME, TABLES, Chase


class Talkative(Chase):
    """The chase with sentences in its facts."""

    def __init__(self) -> None:
        super().__init__()
        own = {"rule.a": "Two hexes.", "rule.b": "Really?", "why": "no: {rule}.", "rest": "and so on ..."}
        self.texts = Texts({lang: {**table, **own} for lang, table in TABLES.items()})


@pytest.mark.parametrize(
    ("rule", "said"), [("a", "no: Two hexes."), ("b", "no: Really?"), ("c", "no: c."), ("1.5", "no: 1.5.")]
)
def test_a_sentence_ends_once(rule: str, said: str) -> None:
    assert Words(Talkative(), GAME.board({}), "en").say("why", {"rule": rule}) == said


def test_three_dots_stay() -> None:
    assert Words(Talkative(), GAME.board({}), "en").say("rest") == "and so on ..."


@pytest.mark.parametrize(("lang", "rest"), [("en", "96 more"), ("it", "altri 96"), ("de", "96 weitere")])
def test_a_host_who_corrects_a_whole_position_does_not_fill_the_display_with_its_names(lang: str, rest: str) -> None:
    words = Words(GAME, GAME.board({}), lang)
    said = words.say("story.edited", {"fact": tuple(f"unit {number}" for number in range(100))})
    assert said.endswith(f"unit 2, unit 3, {rest}.")
    assert "unit 4" not in said
    few = tuple(f"unit {number}" for number in range(5))
    assert words.say("story.edited", {"fact": few}).endswith(", ".join(few) + ".")


ARTICLES = {"en": ("Put the ", "Put a "), "it": ("Mettere il ", "Mettere la ", "Mettere un ", "Mettere una ")}


@pytest.mark.parametrize("lang", ARTICLES)
@pytest.mark.parametrize("game", registry.names())
def test_a_piece_has_its_article_where_a_sentence_tells_of_it_unless_it_has_a_name(game: str, lang: str) -> None:
    kind = registry.find(game)
    options = chosen(kind.options, {})
    words = Words(kind, kind.board(options), lang)
    for look in kind.pieces(options):
        sentence = words.repair(Repair("put", look, None, "12"))
        named = sentence.split()[1][0].isupper()
        assert named or sentence.startswith(ARTICLES[lang]), sentence


@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_a_board_that_never_comes_to_rest_is_not_said_to_miss_a_piece(lang: str) -> None:
    warning = Words(GAME, GAME.board({}), lang).warning(InHand(()), "red", False, None)
    assert warning is not None
    assert warning.reading == "Unrest"
    assert not any(said.endswith((": .", ":")) for said in warning.words)


@pytest.mark.parametrize(
    ("game", "look", "piles"),
    [
        ("fifth_column", "washer:steel", ("Washers (9)", "Rondelle (9)", "Scheiben (9)")),
        (
            "casablanca_escape",
            "disc:red:back",
            ("The red discs (turned over) (9)", "I dischi rossi (capovolti) (9)", "Rote Scheiben (umgedreht) (9)"),
        ),
        (
            "casablanca_escape",
            "square:white",
            ("The white squares (9)", "I quadrati bianchi (9)", "Weiße Quadrate (9)"),
        ),
        (
            "cape_horn",
            "tile:a:north",
            (
                "The Gale tiles (pointing north) (9)",
                "Le tessere Burrasca (verso nord) (9)",
                "Plättchen Sturm (nach Norden) (9)",
            ),
        ),
        ("corteo", "counter:barricade", ("Barricades (9)", "Barricate (9)", "Barrikaden (9)")),
    ],
)
def test_several_pieces_of_a_kind_are_told_as_several(game: str, look: str, piles: tuple[str, str, str]) -> None:
    kind = registry.find(game)
    board = kind.board(chosen(kind.options, {}))
    cells = sorted(board.cells)[:9]
    for lang, pile in zip(("en", "it", "de"), piles):
        words = Words(kind, board, lang)
        steps = words.set_up([Repair("put", look, None, cell) for cell in cells])
        assert steps.steps[0].startswith(f"{pile}: "), steps.steps
        assert steps.first_aloud.startswith(f"{pile}: ")
