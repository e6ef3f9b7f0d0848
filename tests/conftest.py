"""Property tests have no time limit: on a busy machine the first example takes long, and is right all the same."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("unhurried", parent=settings(), deadline=None)
settings.load_profile("unhurried")
