"""The table's camera as its pages see it: a phone's pictures handed in, what is made of them, and how good they are."""

from __future__ import annotations

import hmac
import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.camera_reasons import fares_by_name, fares_in_line, in_words, named
from companion.looking import View
from companion.own_prints import OwnPrint, corners_mm, shown_pose
from companion.sensors.no_camera import NONE
from companion.shown_corners import ShownCorners
from companion.words import Words
from vision.board_model import BoardModel
from vision.encoded import BadPicture
from vision.eye import BLURRED
from vision.fitness import Meter, State, meters, whole_picture_meters
from vision.lens import Lens
from vision.markers import find_squares
from vision.pose import Pose
from vision.registration import MIRRORED, NO_BOARD
from vision.sources import LIVE, NO_PICTURES, OPENING, RESTING
from vision.sources.pushed import PushedSource
from vision.witnesses import Verdict, markers
from web.camera_service import NOBODY, CameraSays, Gauge, How, OtherCamera, Point, Pointed, Sender, Trust
from web.service import Refused

PHONE = "phone"
"""The eye of a table that waits for a phone's pictures."""
LOOK_S, PHOTO_LOOK_S = 2.0, 8.0
"""Longest waits for a live picture and a photo to be looked at before the phone is answered: a first look at a board
takes 2 s, at one in 12 megapixels on a small computer longer; who took a photo wants to know whether it is good."""
STREAM_OVER_S = 8.0
"""s after its last live picture from which a phone counts as the camera no more: twice what is silence."""
LEARNT_MM = 6.0
"""Beside where the shown corners put it, from which a marker contradicts them: the print that is learnt is found again
within 2 mm, and the marker must not be said to be in the wrong place then."""
PRINT_SIDE = 1200
"""px, the longer side of a learnt print on the page: a piece that lies in it is seen there."""
MUCH_BESIDE = 0.05
"""Part of the places beside the picture, from which an evening cannot be followed: games move all over their boards."""
AS_OFFERED = 0.001
"""Parts of the picture's sides: corners come back rounded."""
QUIET = (LIVE, OPENING, RESTING)
"""States of a source that are no trouble."""


class Looks(Protocol):
    """As much of the looking thread as the camera's pages ask for."""

    @property
    def status(self) -> str: ...

    @property
    def detail(self) -> str: ...

    @property
    def view(self) -> View | None: ...

    def hint(self, corners: NDArray[np.float64]) -> None: ...

    def outlines(self) -> Sequence[NDArray[np.float64]]: ...

    def picture(self, cells: bool) -> bytes | None: ...


class Camera:
    """Implements `web.camera_service.CameraService`. May be called from any thread."""

    def __init__(
        self,
        looks: Looks,
        phone: PushedSource | None,
        key: str,
        words: Callable[[str], Words],
        trust: Callable[[], Trust | None],
        door: Callable[[], str],
        own_print: OwnPrint,
        shown: ShownCorners,
        pieces_lie: Callable[[], bool],
        name: str = "",
        lens: Callable[[], Lens | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`phone`: where a phone's pictures go, None where the table has another camera. `key` lets a phone send them.

        `words` speaks of the game on the table; `door` is the address at which phones join; `pieces_lie` answers
        whether any surely lie on the board when it is seen; `name` tells the camera from others, `lens` what its lens
        does, if that is known.
        """
        self._looks, self._phone, self._key = looks, phone, key
        self._words, self._trust, self._door = words, trust, door
        self._own_print, self._shown, self._name = own_print, shown, name
        self._pieces_lie, self._lens = pieces_lie, lens
        self._measured: tuple[tuple[int, bool], tuple[Meter, ...]] = ((-1, False), ())
        self._clock, self._turn = clock, threading.Lock()
        self._streams: tuple[str, float] = "", -STREAM_OVER_S
        self._taken, self._photo = 0, 0

    def called(self, lang: str) -> str:
        return named(self._name, lang)

    def is_camera(self, key: str) -> bool:
        return hmac.compare_digest(key.encode(), self._key.encode())

    def takes_pictures(self) -> bool:
        return self._phone is not None

    def is_there(self) -> bool:
        return self._looks.status != NONE

    def address(self) -> str:
        return f"{self._door()}camera?key={self._key}"

    def trust(self) -> Trust | None:
        return self._trust()

    def take(self, picture: bytes, how: How, lang: str, sender: Sender = NOBODY) -> CameraSays:
        words = self._words(lang)
        if self._phone is None:
            raise Refused(words.say("camera.own", {}), 409)
        self._take_turn(how, sender, words)
        try:
            took = self._phone.push(picture, how, LOOK_S if how == "stream" else PHOTO_LOOK_S)
        except BadPicture as error:
            raise Refused(words.say(f"camera.bad_picture.{error.kind}", {}), 422) from error
        except ConnectionError as error:
            raise Refused(words.say("camera.closed", {}), 503) from error
        with self._turn:
            self._taken += 1
            self._photo = took.number if how == "photo" else 0
        return self.says(lang)

    def _take_turn(self, how: How, sender: Sender, words: Words) -> None:
        """One page at a time is the camera: who was asked last. Photos come from anybody while nobody streams."""
        with self._turn:
            now = self._clock()
            page, last = self._streams
            if page != sender.page and now - last < STREAM_OVER_S and not (sender.begins and how == "stream"):
                raise OtherCamera(words.say("camera.other" if how == "stream" else "camera.on_stand", {}), 409)
            if how == "stream":
                self._streams = sender.page, now

    def picture(self) -> bytes | None:
        return self._looks.picture(cells=False) if self._looks.status in QUIET else None

    def says(self, lang: str) -> CameraSays:
        said, detail = self._seen(lang), self._looks.detail
        if self._looks.status != LIVE or not detail:
            return said
        left_out = self._words(lang).say("camera.left_out", {"problem": in_words(detail, lang)})
        return msgspec.structs.replace(said, words=f"{left_out} {said.words}")

    def _seen(self, lang: str) -> CameraSays:
        """What is said of the newest picture that can be read."""
        words, view = self._words(lang), self._looks.view
        status = self._looks.status
        if status not in QUIET:
            return CameraSays(False, self._trouble(status, lang, words), (), ())
        if view is None or view.frame.number < self._photo:
            came = self._taken or status == LIVE
            return CameraSays(False, words.say("camera.looking" if came else "camera.no_picture"), (), ())
        picture = view.frame.number if self._phone is None else max(1, self._taken)
        if view.pose is None:
            gauges = tuple(_gauge(meter, words) for meter in self._meters(view) if meter.state != "ok")
            return CameraSays(False, _not_found(view, gauges, words), (), gauges, picture)
        corners = tuple((round(x, 4), round(y, 4)) for x, y in _corners(view.pose).tolist())
        first = _witnesses(view.verdict, view.model, words), _beside(view.pose, words)
        gauges = (*filter(None, first), *(_gauge(meter, words) for meter in self._meters(view)))
        return CameraSays(True, _found(view, gauges, words), corners, gauges, picture)

    def _trouble(self, status: str, lang: str, words: Words) -> str:
        """Why no pictures come."""
        if self._phone is not None and status == NO_PICTURES:
            return words.say("camera.phone_silent")
        if status == NONE:
            return words.say("camera.not_wanted")
        return fares_by_name(status, self._looks.detail, lang)

    def trouble(self, lang: str) -> str:
        """Why what was plugged in sends no pictures; empty while it does. A phone's are told where its code is."""
        status = self._looks.status
        if self._phone is not None or status in (*QUIET, NONE):
            return ""
        return fares_in_line(self._name, status, self._looks.detail, lang)

    def lattice(self) -> str:
        return "".join(_path(outline) for outline in self._looks.outlines())

    def place_at(self, point: Point, lang: str) -> Pointed:
        words, view = self._words(lang), self._looks.view
        if view is None or view.pose is None:
            raise Refused(words.say("camera.not_found", {}), 409)
        found = _cell_at(view.model, self._looks.outlines(), point)
        if found is None:
            return Pointed(words.say("camera.beside", {}))
        cell, outline = found
        return Pointed(words.say("camera.place", {"place": words.place(cell)}), _path(outline))

    def set_corners(self, corners: Sequence[Point], lang: str) -> None:
        points, clockwise = self._around(corners, lang)
        around = points if clockwise else points[::-1].copy()
        self._looks.hint(around)
        self._look_again()
        try:
            self._shown.keep(around)
        except OSError as error:
            raise Refused(self._words(lang).say("camera.not_kept", {"problem": str(error)}), 500) from error

    def has_own_print(self) -> bool:
        return self._own_print.known

    def own_print(self) -> bytes | None:
        learnt = self._own_print.picture
        if learnt is None:
            return None
        part = PRINT_SIDE / max(learnt.shape[:2])
        smaller = cv2.resize(learnt, None, fx=part, fy=part, interpolation=cv2.INTER_AREA) if part < 1 else learnt
        return cv2.imencode(".jpg", smaller)[1].tobytes()

    def learn_print(self, corners: Sequence[Point], lang: str) -> None:
        points, clockwise = self._around(corners, lang)
        words, view = self._words(lang), self._looks.view
        if not clockwise:
            raise Refused(words.say("camera.bad_corners", {}), 422)
        if view is None:
            raise Refused(words.say("camera.no_picture", {}), 409)
        if ((points < 0) | (points > 1)).any():
            raise Refused(words.say("camera.not_whole", {}), 422)
        if view.pose is not None and not view.blind and self._pieces_lie():
            raise Refused(words.say("camera.pieces_lie", {}), 409)
        image, pose = view.frame.image, _meant(view, points, self._lens())
        if wrong := markers(pose, find_squares(_grey(image)), LEARNT_MM).where:
            key = "camera.beside_marker" if len(wrong) == 1 else "camera.beside_markers"
            raise Refused(words.say(key, {"corners": _corners_of(wrong, view.model, words)}), 409)
        try:
            self._own_print.learn(pose.rectify(image))
        except OSError as error:
            raise Refused(words.say("camera.not_kept", {"problem": str(error)}), 500) from error
        self._look_again()

    def forget_print(self) -> None:
        self._own_print.forget()
        self._look_again()

    def _look_again(self) -> None:
        """A single photo is looked at once more with what was just said of it: the next lies elsewhere."""
        if self._phone is not None:
            self._phone.again()

    def _around(self, corners: Sequence[Point], lang: str) -> tuple[NDArray[np.float64], bool]:
        """Four corners of a board and whether they go around it clockwise; raises `Refused` where they do neither."""
        points = np.array(corners, np.float64)
        sides = np.roll(points, -1, axis=0) - points
        turns = np.cross(np.pad(sides, ((0, 0), (0, 1))), np.pad(np.roll(sides, -1, axis=0), ((0, 0), (0, 1))))[:, 2]
        if not (np.all(turns > 0) or np.all(turns < 0)):
            raise Refused(self._words(lang).say("camera.bad_corners", {}), 422)
        return points, bool(turns[0] > 0)

    def _meters(self, view: View) -> tuple[Meter, ...]:
        """Measured once a frame and finding, however many ask."""
        found = view.pose is not None
        of, measured = self._measured
        if of != (view.frame.number, found):
            image = view.frame.image
            pose = view.pose
            measured = whole_picture_meters(image) if pose is None else meters(image, view.model, pose.homography)
            self._measured = (view.frame.number, found), measured
        return measured


def _not_found(view: View, gauges: Sequence[Gauge], words: Words) -> str:
    """Why the board is not found in a picture, and what to do: in the dark it helps nobody to show all of it."""
    reason = words.say(f"blind.{view.blind}") if view.blind and view.blind != NO_BOARD else ""
    own = {BLURRED: "not_found_blurred", MIRRORED: "not_found_mirrored"}
    if not reason and (advice := _first_advice(gauges, "bad")):
        return words.say("camera.not_found_but", {"advice": advice})
    key = own.get(view.blind or "", "not_found_for" if reason else "not_found")
    return words.say(f"camera.{key}", {"reason": reason})


def _found(view: View, gauges: Sequence[Gauge], words: Words) -> str:
    """How good a picture is in which the board is found, and what would help most."""
    if view.blind:
        return words.say("camera.found_blind", {"reason": words.say(f"blind.{view.blind}")})
    advice = _first_advice(gauges, "bad", "warn")
    return words.say("camera.found_but", {"advice": advice}) if advice else words.say("camera.found", {})


def _first_advice(gauges: Sequence[Gauge], *states: str) -> str:
    """What to do about the first gauge in the first of `states` that any is in; empty where none is."""
    return next((gauge.advice for state in states for gauge in gauges if gauge.state == state), "")


def _path(outline: NDArray[np.float64]) -> str:
    """A closed line as SVG writes it, in thousandths of the picture's sides; none for what is wholly outside."""
    if ((outline < 0) | (outline > 1)).any(axis=1).all():
        return ""
    return "M" + "L".join(f"{x * 1000:.1f},{y * 1000:.1f}" for x, y in outline.tolist()) + "Z"


def _corners(pose: Pose) -> NDArray[np.float64]:
    """The board's corners (4 × 2, parts of the picture's sides), lens and folds and all."""
    return pose.to_picture(corners_mm(pose.model)) / pose.picture_size


def _grey(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _meant(view: View, corners: NDArray[np.float64], lens: Lens | None) -> Pose:
    """Where the board lies whose corners are shown (4 × 2, parts of the picture's sides): where it was found, if they
    were left as they were offered, and nothing speaks against that."""
    found = view.pose
    if found is not None and not view.verdict.disbelieved and np.abs(corners - _corners(found)).max() < AS_OFFERED:
        return found
    height, width = view.frame.image.shape[:2]
    return shown_pose(corners * (width, height), view.model, (width, height), lens)


def _cell_at(
    model: BoardModel, outlines: Sequence[NDArray[np.float64]], point: Point
) -> tuple[str, NDArray[np.float64]] | None:
    """The cell whose outline in the picture (parts of its sides) holds `point`, with that outline, which pages draw."""
    for cell, outline in zip(model.order, outlines):
        if cv2.pointPolygonTest(outline.reshape(-1, 1, 2).astype(np.float32), point, False) >= 0:
            return cell, outline
    return None


def _gauge(meter: Meter, words: Words) -> Gauge:
    facts = {"value": _shown(meter), "where": words.say(f"gauge.where.{meter.where}") if meter.where else ""}
    advice = "" if meter.state == "ok" else words.say(f"gauge.{meter.key}.advice", facts)
    name, said = words.say(f"gauge.{meter.key}.name"), words.say(f"gauge.{meter.key}.{meter.state}", facts)
    return Gauge(meter.key, meter.state, name, said, advice)


def _witnesses(verdict: Verdict, model: BoardModel, words: Words) -> Gauge | None:
    """How well markers, print and lattice agree on where the board lies; None where none of them spoke."""
    name = words.say("gauge.witnesses.name", {})
    if verdict.disbelieved:
        against = [
            _markers_off(one.where, model, words)
            if one.where
            else words.say(f"gauge.witnesses.{one.name}_off", {"off": f"{one.off:.1f}"})
            for one in verdict.disbelieved
        ]
        return Gauge("witnesses", "warn", name, " ".join(against), words.say("gauge.witnesses.advice", {}))
    agree = [words.say(f"gauge.witnesses.{one.name}", {}) for one in verdict.witnesses if one.says == "agrees"]
    if not agree:
        return None
    key = "ok" if len(agree) > 1 else "alone"
    return Gauge("witnesses", "ok", name, words.say(f"gauge.witnesses.{key}", {"who": ", ".join(agree)}), "")


def _beside(pose: Pose, words: Words) -> Gauge | None:
    """How much of the board lies beside the picture; None where all of it is in."""
    seen = pose.to_picture(pose.model.centres) / pose.picture_size
    part = float(((seen < 0) | (seen > 1)).any(axis=1).mean())
    if part == 0.0:
        return None
    said = words.say("gauge.beside.bad", {"value": f"{max(part, 0.01):.0%}"})
    state: State = "bad" if part > MUCH_BESIDE else "warn"
    return Gauge("beside", state, words.say("gauge.beside.name"), said, words.say("gauge.beside.advice"))


def _markers_off(numbers: Sequence[int], model: BoardModel, words: Words) -> str:
    """Which markers lie elsewhere, by the corners of the board at which they belong, as on their sheet."""
    key = "marker_off" if len(numbers) == 1 else "markers_off"
    return words.say(f"gauge.witnesses.{key}", {"corners": _corners_of(numbers, model, words)})


def _corners_of(numbers: Sequence[int], model: BoardModel, words: Words) -> str:
    """The corners of the board to which markers belong: ``"upper left, lower right"``."""
    return ", ".join(words.say(f"gauge.corner.{_corner_of(number, model)}") for number in numbers)


def _corner_of(number: int, model: BoardModel) -> str:
    """The corner of the board that a marker is nearest to."""
    (x, y), (width, height) = model.markers[number].mean(axis=0), model.size_mm
    return f"{'top' if y < height / 2 else 'bottom'}_{'left' if x < width / 2 else 'right'}"


def _shown(meter: Meter) -> str:
    """The value as a person reads it: px and degrees whole, parts in percent."""
    return f"{meter.value:.0f}" if meter.key in ("cell", "tilt", "light") else f"{meter.value:.0%}"
