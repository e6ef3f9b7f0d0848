"""The table's camera as its pages ask for it: who may be it, what is said of bad pictures, and what a tap names."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.board_eye import model_of, usual_cache
from companion.camera import STREAM_OVER_S, Camera
from companion.looking import View
from companion.own_prints import OwnPrint, OwnPrints, shown_pose
from companion.sensors.no_camera import NONE
from companion.shown_corners import ShownCorners
from companion.words import Words
from engines import registry
from engines.options import chosen
from engines.texts import LANGUAGES
from vision.eye import Eye
from vision.lens import Lens
from vision.pose import Matrix, Pose
from vision.sources import LIVE, OPENING, Frame
from vision.sources.pushed import PushedSource
from vision.sources.reasons import Reason
from vision.witnesses import Verdict, Witness
from web.camera_service import OtherCamera, Sender
from web.service import Refused

GAME = registry.find("fifth_column")
OPTIONS = chosen(GAME.options, {})
ONE, OTHER = Sender("one"), Sender("other")


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


CORNERS = {
    "top_left": (False, False), "top_right": (True, False), "bottom_left": (False, True), "bottom_right": (True, True)
}  # fmt: skip
"""Whether each is right of the board's middle, and below it."""
EYE: Matrix = np.eye(3)
"""A pixel is a millimetre."""


class Seen:
    """A looking thread that saw what a test says."""

    status: str = LIVE
    detail = ""
    frames = 0

    def __init__(self) -> None:
        self.view: View | None = None
        self.hints: list[NDArray[np.float64]] = []
        self.cells: list[NDArray[np.float64]] = []

    def hint(self, corners: NDArray[np.float64]) -> None:
        self.hints.append(corners)

    def outlines(self) -> list[NDArray[np.float64]]:
        return self.cells

    def picture(self, cells: bool) -> bytes | None:
        return None

    def sees(self, image: NDArray[np.uint8], blind: str = "", found: bool = False, pose: Matrix = EYE) -> None:
        """Looks at another picture, in which the board is found at `pose` unless the table is `blind` for a reason."""
        self.frames += 1
        model, size = model_of(GAME, OPTIONS, usual_cache()), (image.shape[1], image.shape[0])
        where = Pose(model, pose, size) if found or not blind else None
        self.view = View(Frame(self.frames, 0.0, image), model, where, blind=blind)


class Stage:
    """A camera that waits for phones' pictures."""

    def __init__(self, data: Path, lens: Lens | None = None) -> None:
        self.seen, self.clock, self.pieces_lie = Seen(), Clock(), False
        self.source = PushedSource(clock=self.clock)
        own = OwnPrint(OwnPrints(data, "phone"), lambda: (GAME.id, OPTIONS))
        shown = ShownCorners(data, "phone", lambda: (GAME.id, OPTIONS))
        board = GAME.board(OPTIONS)
        self.camera = Camera(
            self.seen,
            self.source,
            "key",
            lambda lang: Words(GAME, board, lang),
            lambda: None,
            lambda: "http://192.168.1.7:8017/",
            own,
            shown,
            lambda: self.pieces_lie,
            lens=lambda: lens,
            clock=self.clock,
        )


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    for wait in ("LOOK_S", "PHOTO_LOOK_S"):
        monkeypatch.setattr(f"companion.camera.{wait}", 0.0)
    return Stage(tmp_path)


def jpeg(value: int = 90) -> bytes:
    return cv2.imencode(".jpg", np.full((90, 160, 3), value, np.uint8))[1].tobytes()


def test_of_two_phones_the_one_that_was_started_last_is_the_camera_and_the_other_is_told(stage: Stage) -> None:
    camera = stage.camera
    camera.take(jpeg(), "stream", "en", Sender("one", begins=True))
    camera.take(jpeg(), "stream", "en", Sender("other", begins=True))
    with pytest.raises(OtherCamera, match="Another phone is the camera now"):
        camera.take(jpeg(), "stream", "en", ONE)
    camera.take(jpeg(), "stream", "en", OTHER)
    stage.clock.now += STREAM_OVER_S
    camera.take(jpeg(), "stream", "en", ONE)


def test_photos_come_from_whoever_ends_a_turn_unless_a_phone_on_a_stand_is_the_camera(stage: Stage) -> None:
    camera = stage.camera
    camera.take(jpeg(), "photo", "en", ONE)
    camera.take(jpeg(), "photo", "en", OTHER)
    camera.take(jpeg(), "stream", "en", Sender("stand", begins=True))
    with pytest.raises(OtherCamera, match="on a stand"):
        camera.take(jpeg(), "photo", "en", ONE)
    stage.clock.now += STREAM_OVER_S
    camera.take(jpeg(), "photo", "en", ONE)


def test_nothing_is_said_of_a_photo_that_was_seen_before_while_the_new_one_is_looked_at(stage: Stage) -> None:
    stage.camera.take(jpeg(), "photo", "en", ONE)
    stage.seen.sees(np.zeros((90, 160, 3), np.uint8))
    assert stage.camera.says("en").found
    assert not stage.camera.take(jpeg(120), "photo", "en", ONE).found
    assert stage.camera.says("en").words == "The picture is here; the table is looking at it."
    stage.seen.sees(np.zeros((90, 160, 3), np.uint8))
    assert stage.camera.says("en").found


def test_a_mirrored_picture_is_not_answered_by_the_advice_to_show_corners(stage: Stage) -> None:
    stage.seen.sees(np.zeros((90, 160, 3), np.uint8), blind="mirrored")
    assert "Switch that off" in stage.camera.says("en").words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_no_picture_is_refused_in_the_readers_language_only(stage: Stage, lang: str) -> None:
    said = {}
    dot = cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1].tobytes()
    deep = cv2.imencode(".png", np.zeros((90, 160, 3), np.uint16))[1].tobytes()
    for kind, data in (
        ("none", b"HEIC or whatever"),
        ("broken", jpeg()[:-40]),
        ("too_large", jpeg() * 20_000),
        ("too_small", dot),
        ("too_deep", deep),
    ):
        with pytest.raises(Refused) as refused:
            stage.camera.take(data, "photo", lang, ONE)
        said[kind] = refused.value.reason
    assert len(set(said.values())) == 5
    assert not any("camera." in words or "{" in words for words in said.values())
    if lang != "en":
        assert not any("picture" in words for words in said.values())


def test_a_silent_phone_is_told_of_as_a_phone_in_every_language(stage: Stage) -> None:
    stage.seen.status = "no_pictures"
    stage.seen.detail = "no picture from the phone for more than 4 s"
    for lang, word in (("en", "No phone"), ("it", "Nessun telefono"), ("de", "kein Telefon")):
        words = stage.camera.says(lang).words
        assert word in words
        assert "more than" not in words


def test_a_table_that_only_feels_says_so_in_a_sentence(stage: Stage) -> None:
    assert stage.camera.is_there()
    stage.seen.status = NONE
    assert not stage.camera.is_there()
    assert stage.camera.says("en").words == "There is no camera; the sensor board feels the pieces."


def test_a_newest_picture_that_cannot_be_read_is_told_beside_what_is_seen_in_the_one_before(stage: Stage) -> None:
    stage.seen.sees(np.zeros((90, 160, 3), np.uint8), found=True)
    before = stage.camera.says("de")
    stage.seen.detail = Reason.of("bad_file", file="fotos/b.jpg")
    after = stage.camera.says("de")
    assert after.words.startswith("fotos/b.jpg ist kein Bild, das sich lesen lässt")
    assert after.words.endswith(before.words)
    assert (after.found, after.corners) == (before.found, before.corners)


def test_corners_are_shown_in_the_photo_that_was_taken_not_in_the_next(stage: Stage) -> None:
    stage.camera.take(jpeg(), "photo", "en", ONE)
    number = 0
    while frame := stage.source.newest(number, 0.0):
        number = frame.number
        stage.clock.now += 1.0
    stage.camera.set_corners([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)], "en")
    assert len(stage.seen.hints) == 1
    again = stage.source.newest(number, 0.0)
    assert again is not None
    assert (again.image.shape, again.number > number) == ((90, 160, 3), True)


def test_a_board_that_lies_partly_beside_the_picture_may_be_shown_but_its_print_not_learnt(stage: Stage) -> None:
    beside = [(-0.1, 0.1), (0.9, 0.1), (0.9, 1.2), (0.1, 0.9)]
    stage.camera.set_corners(beside, "en")
    assert stage.seen.hints[0].tolist() == [list(corner) for corner in beside]
    stage.seen.sees(np.full((90, 160, 3), 90, np.uint8))
    with pytest.raises(Refused, match="whole board"):
        stage.camera.learn_print(beside, "en")
    assert not stage.camera.has_own_print()
    stage.camera.learn_print([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)], "en")
    assert stage.camera.has_own_print()


BOW = Lens(
    np.array([(1700.0, 0.0, 959.5), (0.0, 1700.0, 539.5), (0.0, 0.0, 1.0)]),
    np.array([-0.12, 0.0, 0.0, 0.0, 0.0]),
    (1920, 1080),
    0.0,
)


def through(lens: Lens, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """`picture` as a lens bends it."""
    columns, rows = np.meshgrid(np.arange(1920.0), np.arange(1080.0))
    straight = lens.undistorted(np.stack([columns, rows], axis=2).reshape(-1, 2)).reshape(1080, 1920, 2)
    x, y = np.moveaxis(straight.astype(np.float32), 2, 0)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR), np.uint8)


def on_wood(off_px: float = 0.0) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A picture of the empty board, and its corners (parts of the sides) with the last one `off_px` beside."""
    art = model_of(GAME, OPTIONS, usual_cache()).art
    corners = np.array([(300, 120), (1580, 160), (1700, 980), (180, 940)], np.float32)
    height, width = art.shape[:2]
    board = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    onto = cv2.getPerspectiveTransform(board, corners)
    picture = cv2.warpPerspective(art, onto, (1920, 1080), borderMode=cv2.BORDER_CONSTANT, borderValue=(40, 60, 90))
    shown = corners.astype(np.float64)
    shown[3, 0] += off_px
    return np.asarray(picture, np.uint8), shown / (1920, 1080)


def test_a_print_is_not_learnt_while_pieces_are_seen_to_lie_on_the_board(stage: Stage) -> None:
    picture, corners = on_wood()
    stage.pieces_lie = True
    stage.seen.sees(picture)
    with pytest.raises(Refused, match="Pieces still lie on the board"):
        stage.camera.learn_print([(x, y) for x, y in corners.tolist()], "en")
    stage.seen.sees(picture, blind="unlike_art")
    stage.camera.learn_print([(x, y) for x, y in corners.tolist()], "en")
    assert stage.camera.has_own_print(), "nobody sees a board that is not found: its owner says that it is empty"


def test_a_learnt_print_is_shown_as_it_was_learnt_pieces_and_all(stage: Stage) -> None:
    picture, corners = on_wood()
    middle = np.mean(corners, axis=0) * (1920, 1080)
    cv2.circle(picture, (round(middle[0]), round(middle[1])), 60, (0, 0, 255), cv2.FILLED)
    stage.seen.sees(picture, blind="unlike_art")
    assert stage.camera.own_print() is None
    stage.camera.learn_print([(x, y) for x, y in corners.tolist()], "en")
    shown = stage.camera.own_print()
    assert shown is not None
    learnt = cv2.imdecode(np.frombuffer(shown, np.uint8), cv2.IMREAD_COLOR)
    blue, green, red = learnt[learnt.shape[0] // 2 - 9 : learnt.shape[0] // 2 + 9, learnt.shape[1] // 2].mean(axis=0)
    assert (red > 200, max(blue, green) < 60) == (True, True)
    stage.camera.forget_print()
    assert stage.camera.own_print() is None


def test_corners_that_contradict_a_marker_are_refused_at_once_and_the_marker_is_named(stage: Stage) -> None:
    picture, corners = on_wood(off_px=40)
    stage.seen.sees(picture, blind="unlike_art")
    with pytest.raises(Refused, match="do not fit the marker of the lower left corner"):
        stage.camera.learn_print([(x, y) for x, y in corners.tolist()], "en")
    assert not stage.camera.has_own_print()


def test_a_print_is_learnt_where_the_board_was_found_bent_lens_and_all_if_its_corners_are_left_as_offered(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt: list[NDArray[np.uint8]] = []
    monkeypatch.setattr(OwnPrint, "learn", lambda own, print_: learnt.append(print_))
    picture, _ = on_wood()
    bent = through(BOW, picture)
    eye = Eye(model_of(GAME, OPTIONS, usual_cache()))
    assert eye.look(bent, 0.0).blind == ""
    stage.seen.sees(bent)
    assert stage.seen.view is not None
    stage.seen.view = msgspec.structs.replace(stage.seen.view, pose=eye.whole_pose, verdict=eye.verdict)
    stage.camera.learn_print(stage.camera.says("en").corners, "en")
    model = model_of(GAME, OPTIONS, usual_cache())
    model.reprint(learnt[0])
    again = Eye(model)
    assert again.look(bent, 1.0).blind == ""
    assert not again.verdict.disbelieved
    assert eye.whole_pose is not None
    assert again.whole_pose is not None
    off = again.whole_pose.to_picture(model.centres) - eye.whole_pose.to_picture(model.centres)
    assert float(np.hypot(*off.T).max()) < 2.0


def test_corners_that_are_shown_by_hand_are_believed_through_a_lens_that_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt: list[NDArray[np.uint8]] = []
    monkeypatch.setattr(OwnPrint, "learn", lambda own, print_: learnt.append(print_))
    picture, corners = on_wood()
    bent = through(BOW, picture)
    stage = Stage(tmp_path, BOW)
    stage.seen.sees(bent, blind="no_board")
    shown = BOW.distorted(corners * (1920, 1080)) / (1920, 1080)
    stage.camera.learn_print([(float(x), float(y)) for x, y in shown], "en")
    model = model_of(GAME, OPTIONS, usual_cache())
    flat = shown_pose(corners * (1920, 1080), model, (1920, 1080))
    straight = flat.rectify(picture).astype(np.float64)
    assert np.abs(learnt[0] - straight).mean() < 0.3 * np.abs(flat.rectify(bent) - straight).mean()


class Told:
    """An eye that remembers what it was told of the board's corners."""

    def __init__(self) -> None:
        self.expected: list[NDArray[np.float64]] = []

    def expect(self, corners: NDArray[np.float64]) -> None:
        self.expected.append(corners)


def test_corners_that_were_shown_are_known_to_the_same_camera_and_board_after_the_plug_was_pulled(
    stage: Stage, tmp_path: Path
) -> None:
    stage.camera.set_corners([(0.9, 0.1), (0.1, 0.1), (0.1, 0.9), (0.9, 0.9)], "en")

    def told(camera: str, game: str) -> list[NDArray[np.float64]]:
        eye = Told()
        ShownCorners(tmp_path, camera, lambda: (game, OPTIONS)).tell(eye)
        return eye.expected

    (clockwise,) = told("phone", GAME.id)
    assert clockwise.tolist() == [[0.9, 0.9], [0.1, 0.9], [0.1, 0.1], [0.9, 0.1]]
    assert told("v4l2:0", GAME.id) == told("phone", "corteo") == []
    for kept in tmp_path.rglob("*.json"):
        kept.write_bytes(kept.read_bytes()[:9])
    assert told("phone", GAME.id) == [], "a torn file is as good as none"


def test_while_no_board_is_found_the_page_says_why_and_what_the_picture_lacks(stage: Stage) -> None:
    dark = np.full((300, 400, 3), 8, np.uint8)
    stage.seen.sees(dark, "no_board")
    says = stage.camera.says("en")
    assert not says.found
    assert {gauge.key: gauge.state for gauge in says.gauges} == {"light": "bad", "focus": "bad"}
    assert says.words == f"The board is not found. {says.gauges[0].advice}", (
        "more of the board helps nobody in the dark"
    )
    sharp = np.random.default_rng(3).integers(0, 255, (300, 400, 3), np.uint8)
    stage.seen.sees(sharp, "unlike_art")
    other = stage.camera.says("en")
    assert "does not look like the board of this game" in other.words
    assert other.gauges == ()


@pytest.mark.parametrize(("wide", "state"), [(1.0, None), (1.25, "warn"), (1.5, "bad")])
def test_a_board_that_lies_partly_beside_the_picture_is_told_however_good_the_rest_is(
    stage: Stage, wide: float, state: str | None
) -> None:
    width, height = model_of(GAME, OPTIONS, usual_cache()).size_mm
    sharp = np.random.default_rng(3).integers(40, 215, (1080, 1920, 3), np.uint8)
    stage.seen.sees(sharp, pose=np.diag([wide * 1920 / width, 1080 / height, 1.0]))
    says = stage.camera.says("en")
    assert {gauge.key: gauge.state for gauge in says.gauges}.get("beside") == state
    assert ("until all of the board is in the picture" in says.words) == (state is not None)


def test_a_board_that_is_found_in_a_picture_out_of_focus_is_not_called_good(stage: Stage) -> None:
    stage.seen.sees(np.full((300, 400, 3), 120, np.uint8), "blurred", found=True)
    says = stage.camera.says("en")
    assert says.found
    assert says.words == "The board is found, but the picture is so blurred that no piece can be told."
    assert {gauge.key: gauge.state for gauge in says.gauges}["focus"] == "bad"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_a_picture_could_be_better_it_is_said_at_once_what_would_help_most(stage: Stage, lang: str) -> None:
    width, height = model_of(GAME, OPTIONS, usual_cache()).size_mm
    dim = np.full((1080, 1920, 3), 52, np.uint8)
    dim[400:420, ::2] = 90
    stage.seen.sees(dim, pose=np.diag([1900 / width, 1060 / height, 1.0]))
    says = stage.camera.says(lang)
    states = {gauge.state for gauge in says.gauges}
    assert states > {"ok"}
    worst = next(gauge for gauge in says.gauges if gauge.state == ("bad" if "bad" in states else "warn"))
    assert says.words.endswith(worst.advice)
    assert "{" not in says.words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("wrong", [("top_left",), ("top_right", "bottom_left")])
def test_markers_that_are_not_believed_are_named_by_their_corners(
    stage: Stage, lang: str, wrong: tuple[str, ...]
) -> None:
    model, words = model_of(GAME, OPTIONS, usual_cache()), Words(GAME, GAME.board(OPTIONS), lang)
    at = {number: tuple(quad.mean(axis=0) > np.divide(model.size_mm, 2)) for number, quad in model.markers.items()}
    numbers = tuple(number for name in wrong for number, where in at.items() if where == CORNERS[name])
    assert len(numbers) == len(wrong)
    stage.seen.sees(np.full((1080, 1920, 3), 120, np.uint8))
    assert stage.seen.view is not None
    verdict = Verdict((Witness("markers", "differs", where=numbers),))
    stage.seen.view = msgspec.structs.replace(stage.seen.view, verdict=verdict)
    heard = next(gauge for gauge in stage.camera.says(lang).gauges if gauge.key == "witnesses")
    for name in CORNERS:
        assert (words.say(f"gauge.corner.{name}") in heard.words) == (name in wrong)


def test_a_tap_names_the_place_and_draws_its_outline(stage: Stage) -> None:
    stage.seen.sees(np.zeros((100, 100, 3), np.uint8))
    first = np.array([(0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2)])
    stage.seen.cells = [first]
    place = stage.camera.place_at((0.15, 0.15), "en")
    assert place.outline == "M100.0,100.0L200.0,100.0L200.0,200.0L100.0,200.0Z"
    assert place.words
    assert stage.camera.place_at((0.5, 0.5), "en").outline == ""


def test_a_first_picture_that_is_still_being_looked_at_is_not_called_missing(stage: Stage) -> None:
    nothing, here = "No picture has come yet.", "The picture is here; the table is looking at it."
    stage.seen.status = OPENING
    before = stage.camera.says("en").words
    stage.seen.status = LIVE
    assert (before, stage.camera.says("en").words) == (nothing, here), "a camera of the table's own"
    stage.seen.status = OPENING
    assert stage.camera.take(jpeg(), "photo", "en", ONE).words == here
