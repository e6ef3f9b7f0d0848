"""QR codes as SVG that pages can hold inline."""

from __future__ import annotations

import io
from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(maxsize=16)
def qr_svg(text: str) -> Markup:
    """A QR code of `text` that fills its box, dark on light; marked safe, for it holds nothing but paths."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=3, dark="#1a1410", light="#f6ecd9"
    )
    return Markup(out.getvalue().decode())
