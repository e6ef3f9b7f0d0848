"""What failed beside other tests may pass alone; what was never run does not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests import again

CALM = """
def test_calm(): pass
"""
MOODY = """
def test_calm(): pass
def test_moody(): assert 0
"""


def again_in(folder: Path, failed: Mapping[str, bool]) -> tuple[int, str]:
    """Exit code and output of ``python -m tests.again`` in a folder whose tests failed like this."""
    kept = folder / again.FAILED
    kept.parent.mkdir(parents=True)
    kept.write_text(json.dumps(failed), encoding="utf-8")
    python = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    python.pop("PYTEST_ADDOPTS", None)
    ran = subprocess.run(
        [sys.executable, "-m", "tests.again"], cwd=folder, env=python, capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout


def test_a_test_that_passes_alone_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_moods.py").write_text(CALM, encoding="utf-8")
    code, said = again_in(tmp_path, {"test_moods.py::test_calm": True})
    assert code == 0
    assert said.rstrip().endswith("until its cause is known:\n  test_moods.py::test_calm")


def test_a_test_that_fails_alone_too_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "test_moods.py").write_text(MOODY, encoding="utf-8")
    code, said = again_in(tmp_path, {"test_moods.py::test_moody": True})
    assert code == 1
    assert "1 failed" in said
    assert "passed only alone" not in said


def test_a_test_that_is_no_longer_there_has_not_passed(tmp_path: Path) -> None:
    (tmp_path / "test_moods.py").write_text(CALM, encoding="utf-8")
    code, _ = again_in(tmp_path, {"test_moods.py::test_gone": True})
    assert code != 0


@pytest.mark.parametrize(
    ("failed", "said"),
    [
        ((), "0 tests failed"),
        (("test_moods.py", "gw1"), "not even collected: gw1, test_moods.py"),
        (("test_moods.py::test_calm", "test_other.py"), "not even collected: test_other.py"),
        (tuple(f"test_moods.py::test_{number}" for number in range(again.MOST + 1)), "6 tests failed; at most 5"),
    ],
)
def test_what_did_not_fail_as_a_few_tests_do_is_not_run_again(
    failed: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pytest, "main", lambda arguments: pytest.fail("it ran again"))
    again.FAILED.parent.mkdir(parents=True)
    again.FAILED.write_text(json.dumps(dict.fromkeys(failed, True)), encoding="utf-8")
    assert again.main([]) == 1
    assert said in capsys.readouterr().out
