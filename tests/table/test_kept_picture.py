"""A picture that is kept is whole, whoever else keeps the same one, and a full disk leaves no crumbs."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.kept_picture import put


def test_two_phones_that_teach_the_same_picture_at_once_do_not_trip_over_each_other(tmp_path: Path) -> None:
    path, failed = tmp_path / "board.png", list[OSError]()
    begin = threading.Barrier(8)

    def keep_often(content: bytes) -> None:
        begin.wait(30)
        for _ in range(50):
            try:
                put(content, path)
            except OSError as error:
                failed.append(error)

    threads = [threading.Thread(target=keep_often, args=(bytes([number]) * 9000,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert len(set(path.read_bytes())) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_the_old_picture_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.png"
    put(b"old", path)

    def full(self: Path, target: Path) -> Path:
        raise OSError("no space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space left"):
        put(b"new", path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
