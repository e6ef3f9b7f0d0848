"""A file that is kept is whole, whoever else keeps the same one, and a full disk leaves no crumbs."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from vision.whole_file import write_whole


def test_two_phones_that_teach_the_same_picture_at_once_do_not_trip_over_each_other(tmp_path: Path) -> None:
    path, failed = tmp_path / "board.png", list[OSError]()
    begin = threading.Barrier(8)

    def keep_often(content: bytes) -> None:
        begin.wait(30)
        for _ in range(50):
            try:
                write_whole(path, content)
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


def test_what_cannot_be_written_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.png"
    write_whole(path, b"old")

    def full(self: Path, target: Path) -> Path:
        raise OSError("no space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_and_its_name_are_synced_before_it_counts_as_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(Path(f"/proc/self/fd/{fd}").resolve().name))
    write_whole(tmp_path / "taught" / "map.json", b"{}")
    content, folder = synced
    assert content.startswith("map.json.")
    assert folder == "taught"


def test_a_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    write_whole(tmp_path / "key.pem", b"secret", 0o600)
    assert (tmp_path / "key.pem").stat().st_mode & 0o777 == 0o600
