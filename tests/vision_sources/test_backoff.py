"""How long a dead camera is left alone, and when it counts as silent or frozen; no test here sleeps."""

from __future__ import annotations

import pytest

from vision.sources.backoff import Backoff
from vision.sources.pulse import SLOWEST_S, Pulse, fingerprint

from .fakes import picture


def waits_s(backoff: Backoff, failures: int) -> list[float]:
    waits = []
    t = 0.0
    for _ in range(failures):
        backoff = backoff.failed(t)
        waits.append(backoff.retry_at - t)
        t = backoff.retry_at
    return waits


def test_waits_double_up_to_a_limit() -> None:
    assert waits_s(Backoff(first_s=0.5, most_s=15.0), 8) == [0.5, 1, 2, 4, 8, 15, 15, 15]


def test_camera_missing_for_a_month_is_still_tried_every_few_seconds() -> None:
    assert waits_s(Backoff(), 100_000)[-1] == 5.0


def test_camera_that_lived_for_a_while_is_tried_again_at_once() -> None:
    tired = Backoff().failed(0.0).failed(1.0).failed(2.0)
    assert tired.opened(10.0).failed(60.0).retry_at == 60.5


def test_camera_that_opens_and_dies_at_once_is_not_hammered() -> None:
    tired = Backoff().failed(0.0).failed(1.0).failed(2.0)
    assert tired.opened(10.0).failed(10.1).retry_at == pytest.approx(14.1)


def test_camera_is_silent_after_its_patience() -> None:
    pulse = Pulse(silent_s=4.0).started(0.0).heard(1.0, 7)
    assert not pulse.is_silent(5.0)
    assert pulse.is_silent(5.1)


@pytest.mark.parametrize("waits_s", [(8.2,), (4.0, 8.0), (5.0, 4.2, 7.9), (3.0, 3.0, 3.0, 3.0, 6.0)])
def test_slow_camera_is_not_called_silent_between_its_pictures(waits_s: tuple[float, ...]) -> None:
    pulse, t = Pulse().started(0.0).heard(max(waits_s), 7), max(waits_s)
    for number, wait_s in enumerate(waits_s * 6):
        assert not pulse.is_silent(t + wait_s)
        t += wait_s
        pulse = pulse.heard(t, number)
    assert pulse.is_silent(t + 2 * max(waits_s) + 0.1), "but it is when a picture was missed"


def test_quick_camera_that_was_away_is_soon_watched_as_closely_as_before() -> None:
    pulse, t = Pulse().started(0.0).heard(0.1, 0), 0.1
    for wait_s in (60.0, 7.0, *[0.1] * 20):
        t += wait_s
        pulse = pulse.heard(t, 7)
    assert pulse.is_silent(t + 4.1)


def test_camera_that_never_delivered_is_silent_too() -> None:
    assert not Pulse().is_silent(1000.0)
    assert Pulse().started(0.0).is_silent(4.1)


def test_network_camera_that_takes_eight_seconds_for_its_first_picture_is_not_silent_meanwhile() -> None:
    pulse = Pulse(first_s=SLOWEST_S).started(0.0)
    assert not pulse.is_silent(8.0)
    assert pulse.is_silent(9.1)
    assert pulse.heard(0.2, 7).is_silent(4.3)


def test_camera_is_frozen_when_its_picture_stays_the_same() -> None:
    pulse = Pulse(frozen_s=6.0).started(0.0)
    for t in range(8):
        pulse = pulse.heard(float(t), 7)
    assert pulse.is_frozen(7.0)
    assert not pulse.heard(8.0, 8).is_frozen(8.0)


def test_camera_that_sends_each_picture_for_some_seconds_is_not_called_frozen_again_and_again() -> None:
    pulse = Pulse().started(0.0)
    frozen = []
    for second in range(64):
        pulse = pulse.heard(float(second), second // 8)
        frozen.append(pulse.is_frozen(float(second)))
    assert not any(frozen[8:]), "once it is known how long a picture stays"
    assert pulse.heard(70.0, 7).heard(75.0, 7).is_frozen(75.0)


def test_camera_opened_again_is_still_frozen_if_nothing_changed() -> None:
    frozen = Pulse(frozen_s=6.0).started(0.0).heard(0.0, 7).heard(7.0, 7)
    assert frozen.started(20.0).heard(20.5, 7).is_frozen(20.5)
    assert not frozen.started(20.0).heard(20.5, 9).is_frozen(20.5)


def test_pictures_that_differ_by_noise_have_different_fingerprints() -> None:
    one, other = picture(100), picture(100)
    other[7, 14, 1] += 1
    assert fingerprint(one) == fingerprint(picture(100))
    assert fingerprint(one) != fingerprint(other)
