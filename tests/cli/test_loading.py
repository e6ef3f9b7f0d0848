"""What a table loads before its first page, and how."""

import gc
import subprocess
import sys

import pytest

from companion.cli.loading import loading


def test_a_table_does_not_wait_for_what_finds_lattices_to_load() -> None:
    asked = "import sys; import companion.evening; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    assert "vision.eye" in loaded
    assert not [name for name in loaded if name.startswith("vision.lattice")]


def test_garbage_is_looked_for_again_once_all_is_loaded_and_when_loading_fails() -> None:
    with loading():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ImportError), loading():
        raise ImportError("a damaged module")
    assert gc.isenabled()
