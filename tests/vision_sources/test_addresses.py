"""What a camera is called: never by its password, and no two of a table alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.eyes import lens_file
from vision.sources import UnknownSource, open_source
from vision.sources.addresses import names_apart, without_password


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("rtsp://anna:cret@recorder:554/live", "rtsp://recorder:554/live"),
        ("rtsp://anna:cr%40et@recorder/live?channel=2&subtype=0", "rtsp://recorder/live?channel=2&subtype=0"),
        ("http://cam/still.jpg?user=anna&pwd=cret&camera=3", "http://cam/still.jpg?camera=3"),
        ("http://cam/still.jpg?stream=cret", "http://cam/still.jpg"),
        ("http://cam/still.jpg?cret", "http://cam/still.jpg"),
        ("http://anna:cret@cam/still.jpg?mail=a@b.c#cret", "http://cam/still.jpg"),
        ("http://cam/@home/still.jpg", "http://cam/@home/still.jpg"),
        ("rtsp://anna:p@cret@cam/live", "rtsp://cam/live"),
        *((f"rtsp://anna:12{sign}cret@cam/live", "rtsp://cam/live") for sign in "/?#[ @"),
        ("v4l2:0", "v4l2:0"),
        ("photos of 1 # 2/what?", "photos of 1 # 2/what?"),
    ],
)
def test_a_camera_is_called_by_its_address_without_what_may_be_secret(address: str, shown: str) -> None:
    assert without_password(address) == shown
    assert names_apart([address]) == (shown,)


@pytest.mark.parametrize("address", ["http://cam:99999/?pwd=cret", "http://[::1/?cret"])
def test_an_address_that_is_none_is_refused_without_what_may_be_secret(address: str) -> None:
    with pytest.raises(UnknownSource) as refused:
        open_source(address)
    assert "cret" not in str(refused.value)


def test_cameras_of_one_recorder_are_told_apart_by_channel_and_else_by_number() -> None:
    channels = names_apart([f"rtsp://anna:cret@recorder/live?channel={number}" for number in (1, 2)])
    assert channels == ("rtsp://recorder/live?channel=1", "rtsp://recorder/live?channel=2")
    views = names_apart(["http://cam/still.jpg?id=cret", "v4l2:0", "http://cam/still.jpg?id=cret2"])
    assert views == ("http://cam/still.jpg (1)", "v4l2:0", "http://cam/still.jpg (2)")


def test_a_lens_is_kept_for_each_address_and_nothing_secret_is_in_the_name_of_its_file(tmp_path: Path) -> None:
    eyes = (
        *(f"rtsp://anna:cret@recorder/live?channel={number}" for number in (1, 2)),
        *(f"http://cam/still.jpg?pwd=cret{number}" for number in (1, 2)),
        "http://cam/still.jpg",
    )
    names = {lens_file(tmp_path, eye).name for eye in eyes}
    assert len(names) == len(eyes)
    assert not any("cret" in name for name in names)
    assert lens_file(tmp_path, eyes[0].replace("cret", "changed")) == lens_file(tmp_path, eyes[0])
