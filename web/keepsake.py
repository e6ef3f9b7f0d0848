"""One evening as one file that needs nothing else: style sheets, fonts, modules, pictures all within the page.

Modules cannot import each other in a page that is opened from a disk, so they are wrapped into one.
"""

from __future__ import annotations

import base64
import re
from pathlib import PurePosixPath

from web.files import Assets

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (async function|function|class|const) (\w+)", re.MULTILINE)
FONT = re.compile(r'url\("\.\./(fonts/[^"]+\.woff2)"\)')


def one_module(assets: Assets, name: str) -> str:
    """The module `name` with all that it imports, as one script.

    Each module becomes a function that answers what it exports; only named imports at the head of a module and
    named exports are understood, which is all that our modules use.
    """
    order: list[str] = []
    _collect(assets, name, order)
    return "\n".join(_wrapped(assets, module) for module in order)


def _collect(assets: Assets, name: str, order: list[str]) -> None:
    if name in order:
        return
    for _, other in IMPORT.findall(text_of(assets, name)):
        _collect(assets, _beside(name, other), order)
    order.append(name)


def _wrapped(assets: Assets, name: str) -> str:
    source = text_of(assets, name)
    exported = [found[1] for found in EXPORT.findall(source)]
    source = EXPORT.sub(r"\1 \2", source)
    source = IMPORT.sub(lambda found: f"const {{{found[1]}}} = {_named(_beside(name, found[2]))};\n", source)
    return f"const {_named(name)} = (() => {{\n{source}\nreturn {{ {', '.join(exported)} }};\n}})();"


def _beside(name: str, other: str) -> str:
    return (PurePosixPath(name).parent / other).as_posix()


def _named(name: str) -> str:
    return "module_" + re.sub(r"\W", "_", name)


def one_sheet(assets: Assets, *names: str) -> str:
    """Those style sheets as one, with their fonts inside."""
    whole = "\n".join(text_of(assets, name) for name in names)
    return FONT.sub(lambda found: f'url("data:font/woff2;base64,{base64_of(assets, found[1])}")', whole)


def text_of(assets: Assets, name: str) -> str:
    """The text of an asset; raises `KeyError` for no such asset."""
    return _body(assets, name).decode()


def base64_of(assets: Assets, name: str) -> str:
    """An asset for a data address; raises `KeyError` for no such asset."""
    return base64.b64encode(_body(assets, name)).decode()


def _body(assets: Assets, name: str) -> bytes:
    content = assets.content(name)
    if content is None:
        raise KeyError(f"there is no asset {name!r}")
    return content.body
