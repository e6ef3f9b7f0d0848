"""No sentence on a page is in one language only: templates hold no bare words, every key that is asked for is there.

And every sentence that is there is asked for.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines import registry
from engines.texts import Texts
from web.words import TEXTS, Dictionary

WEB = Path(__file__).resolve().parents[2] / "web"
TEMPLATES = sorted([*(WEB / "templates").rglob("*.html"), *(WEB / "games").rglob("*.html")])
SCRIPTS = sorted([*(WEB / "assets" / "js").rglob("*.js"), *(WEB / "games").rglob("*.js")])

NAMES = {"Tavolo", "English", "Italiano", "Deutsch", "ms"}
"""Words and units that are the same in every language."""
WITHIN_TAGS = re.compile(r"\{% block (look|data|more_data) %\}.*?\{% endblock %\}", re.DOTALL)
"""Blocks that the base puts inside a tag: names for style sheets and scripts."""
JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
HIDDEN = re.compile(r"<(script|style)\b[^>]*>.*?</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>", re.DOTALL)
SAID = re.compile(r'\b(?:alt|title|aria-label|placeholder)="([^"]*)"')
WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")
KEY = re.compile(r"""\bt\(\s*'([^'~]+)'\s*[,)]""")
NAMED = re.compile(r"""["'`]([\w.]+)["'`]""")
"""Keys of sentences in full, among much else."""
BEGUN = re.compile(r"""["'`](\w[\w.]*[._])(?:\{|\$\{|["'`]\s*[~+])""")
"""How keys begin that are put together where they are asked for."""
ASKING = [
    path
    for floor in ("web", "companion")
    for ending in ("py", "html", "js")
    for path in (WEB.parent / floor).rglob(f"*.{ending}")
]
"""What may ask for a sentence."""
SENTENCE = re.compile(r"""["'`]([A-ZÄÖÜ][a-zà-ÿ]+(?: [a-zà-ÿ]+)+[.!?…]?)["'`]""")


def bare_words(template: str) -> list[str]:
    """Words of a template that a reader would see in every language alike."""
    plain = HIDDEN.sub(" ", JINJA.sub(" ", WITHIN_TAGS.sub(" ", template)))
    texts = [*SAID.findall(plain), TAG.sub(" ", plain)]
    return [word for text in texts for word in WORD.findall(text.replace("&nbsp;", " ")) if word not in NAMES]


def test_bare_words_are_found() -> None:
    assert bare_words('<p title="Hello">{{ t("a.b") }} there {# not this #}</p>') == ["Hello", "there"]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(WEB).as_posix())
def test_a_template_says_nothing_by_itself(path: Path) -> None:
    assert bare_words(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(WEB).as_posix())
def test_a_script_says_nothing_by_itself(path: Path) -> None:
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert SENTENCE.findall(code) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(WEB).as_posix())
def test_every_sentence_that_a_template_asks_for_is_there(path: Path) -> None:
    dictionary = Dictionary(lambda game: registry.find(game).texts)
    game = path.relative_to(WEB / "games").parts[0] if (WEB / "games") in path.parents else ""
    words = dictionary.words("en", game)
    keys = KEY.findall(path.read_text(encoding="utf-8"))
    lacking = [key for key in keys if not words.has(key)]
    of_some_game = [dictionary.words("en", name) for name in registry.names()]
    assert [key for key in lacking if not all(words.has(key) for words in of_some_game)] == []


def test_no_sentence_is_there_that_nobody_says() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in ASKING)
    named, begun = set(NAMED.findall(code)), tuple(set(BEGUN.findall(code)))
    folders = [TEXTS, TEXTS / "learning", *(WEB / "games").glob("*/texts")]
    there = frozenset[str]().union(*(Texts.load(folder).keys() for folder in folders))
    unsaid = {key for key in there if key.removesuffix("_one") not in named and not key.startswith(begun)}
    assert unsaid - named == set()
