"""The story's pages over a toy evening: open to all, true to what may be known, and whole in one file to take home."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.afterwards.kept import KeptPictures
from companion.afterwards.service import Afterwards
from engines.texts import Language
from tests.afterwards.test_telling import caught_on_the_way, finished
from tests.table.evenings import Evening
from tests.toys.chase import GAME, Gamble, MoveHunter, Swap
from web.afterwards_service import Tale
from web.app import create_app
from web.pages import afterwards


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path).begin()


@pytest.fixture
def kept(tmp_path: Path) -> KeptPictures:
    return KeptPictures(tmp_path / "pictures")


@pytest.fixture
def guest(evening: Evening, kept: KeptPictures) -> FlaskClient:
    app = create_app(
        evening.service,
        virtual=None,
        host_pin="1",
        board_svg=lambda lang: "<svg/>",
        piece_svg=lambda look: "<svg/>",
        game_texts=lambda game: GAME.texts,
        afterwards_service=Afterwards(lambda: evening.table.moment, kept),
    )
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def test_the_story_tells_who_caught_whom_and_how_it_went_on(evening: Evening, guest: FlaskClient) -> None:
    caught_on_the_way(evening)
    page = guest.get("/story").text
    assert "Red caught Blue" in page
    assert "The game goes on." in page
    assert "Who caught whom" in page


def test_before_the_first_move_the_page_says_so(guest: FlaskClient) -> None:
    assert "There is nothing to tell yet." in guest.get("/story").text


def test_what_is_secret_is_on_no_page_before_the_end_and_on_them_after(evening: Evening, guest: FlaskClient) -> None:
    evening.act("red", MoveHunter("0100"))
    evening.act("red", Swap(8))
    for path in ("/story", "/story/1/evening.html", "/story/1/log.jsonl", "/story/1/proof"):
        assert "You hold 8" not in guest.get(path).text
        assert '"swap"' not in guest.get(path).text
    finished(evening)
    assert "You hold 8" in guest.get("/story").text
    assert "swap" in guest.get("/story/1/log.jsonl").text


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "shows 3.5 on average"), ("it", "in media 3,5"), ("de", "im Schnitt 3,5")]
)
def test_numbers_are_written_as_the_reader_writes_them(
    evening: Evening, guest: FlaskClient, lang: str, told: str
) -> None:
    evening.act("red", Gamble())
    evening.service.roll("red", None, evening.key(), "en")
    assert told in guest.get("/story", headers={"Accept-Language": lang}).text


def test_the_check_of_the_dice_is_a_page_part(evening: Evening, guest: FlaskClient) -> None:
    evening.act("red", Gamble())
    evening.service.roll("red", None, evening.key(), "en")
    assert "The game goes on." in guest.get("/story/1/proof").text
    finished(evening)
    assert "Every die and every shuffle of this game was fair." in guest.get("/story/1/proof").text


def test_a_game_that_was_never_played_here_is_refused_in_words(guest: FlaskClient) -> None:
    reply = guest.get("/story/99")
    assert reply.status_code == 404
    assert "There is no game number 99 here." in reply.text


def test_kept_pictures_are_shown_by_step(evening: Evening, kept: KeptPictures, guest: FlaskClient) -> None:
    evening.act("red", MoveHunter("0100"))
    kept.keep(1, 1, np.zeros((90, 160, 3), np.uint8))
    assert guest.get("/story/1/picture/0.jpg").content_type == "image/jpeg"
    assert guest.get("/story/1/picture/1.jpg").status_code == 404


def test_the_file_to_take_home_asks_the_network_for_nothing(
    evening: Evening, kept: KeptPictures, guest: FlaskClient
) -> None:
    caught_on_the_way(evening)
    kept.keep(1, 1, np.zeros((90, 160, 3), np.uint8))
    reply = guest.get("/story/1/evening.html")
    assert "attachment" in reply.headers["Content-Disposition"]
    page = reply.text
    assert not re.findall(r'(?:src|href)="(?!#|data:)[^"]*"', page)
    assert not re.findall(r"url\((?!\"data:)", page)
    assert "import {" not in page
    assert "export " not in re.sub(r"<script type=\"application/json.*?</script>", "", page, flags=re.DOTALL)
    assert page.count('data-file="/story/1/') >= 3
    assert 'type="image/jpeg"' in page


def test_the_file_to_take_home_is_made_once_until_something_happens(
    evening: Evening, guest: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.act("red", MoveHunter("0100"))
    wrapped, made = afterwards._wrapped, []

    def counted(tale: Tale, lang: Language) -> str:
        made.append(lang)
        return wrapped(tale, lang)

    monkeypatch.setattr(afterwards, "_wrapped", counted)
    first, again = (guest.get("/story/1/evening.html") for _ in range(2))
    assert (first.data, dict(first.headers)) == (again.data, dict(again.headers))
    assert "attachment" in again.headers["Content-Disposition"]
    guest.get("/story/1/evening.html", headers={"Accept-Language": "de"})
    finished(evening)
    assert guest.get("/story/1/evening.html").data != first.data
    assert made == ["en", "de", "en"]


def test_pictures_of_board_and_pieces_come_from_the_games_own_board(evening: Evening, guest: FlaskClient) -> None:
    assert 'data-cell="0100"' in guest.get("/story/1/board/en.svg").text
    again = guest.get(
        "/story/1/board/en.svg", headers={"If-None-Match": guest.get("/story/1/board/en.svg").headers["ETag"]}
    )
    assert again.status_code == 304
    assert "<svg" in guest.get("/story/1/pieces/disc%3Ared.svg").text
    assert guest.get("/story/1/pieces/dragon.svg").status_code == 404
