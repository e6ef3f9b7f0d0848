"""Scripts of a page without waiting in turn: what a module imports is named at once, so that a phone fetches it all
together instead of finding out level by level, each a way to the table and back."""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePosixPath

from markupsafe import Markup

from web.files import Assets

IMPORT = re.compile(r'^import\s(?:[^"]*?from\s)?"(\.[^"]+)";', re.MULTILINE)
"""What is needed at once; what is imported later, on a tap, comes later."""


class Modules:
    """The modules among the assets, and which of them need which."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets
        self.needed = cache(self._needed)

    def _needed(self, *names: str) -> tuple[str, ...]:
        """`names` and all that they import, each once; raises `KeyError` for no such module."""
        found: dict[str, None] = {}
        waiting = list(names)
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found[name] = None
                waiting += (_beside(name, other) for other in IMPORT.findall(self._text(name)))
        return tuple(found)

    def tags(self, *names: str) -> Markup:
        """The elements that load `names`, and beforehand all that they need."""
        ahead = (name for name in self.needed(*names) if name not in names)
        links = (f'<link rel="modulepreload" href="{self._assets.address(name)}">' for name in ahead)
        scripts = (f'<script type="module" src="{self._assets.address(name)}"></script>' for name in names)
        return Markup("\n".join((*links, *scripts)))

    def _text(self, name: str) -> str:
        content = self._assets.content(name)
        if content is None:
            raise KeyError(f"there is no module {name!r}")
        return content.body.decode()


def _beside(name: str, other: str) -> str:
    parts: list[str] = []
    for part in (*PurePosixPath(name).parent.parts, *PurePosixPath(other).parts):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
