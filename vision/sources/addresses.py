"""Cameras by the names that may be shown, logged and written: nothing secret of an address, and no two alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

USER = re.compile(r"(?<=//)(?:[^/?#]*:[^?#]*@|[^/?#]*@|[^/?#]*:.*@)", re.DOTALL)
"""User and password, also where signs stand in them that an address must not have: rather too much than too little."""
WHICH_PICTURE = re.compile(
    r"(?:ch|channel|subtype|stream|camera|cam|profile|resolution|size|fps)=(?:\d{1,3}|\d{3,4}x\d{3,4}|main|sub)", re.I
)
"""Parts of a query by which cameras let one picture or another be chosen. Any other may be a secret."""


def without_password(eye: str) -> str:
    """The camera `eye` as it may be shown: an address without user and password, and of its query what tells cameras
    apart.

    >>> without_password("rtsp://anna:letters@192.168.1.7/live?channel=2&token=abc")
    'rtsp://192.168.1.7/live?channel=2'
    """
    if "://" not in eye:
        return eye
    bare, query = _parted(eye)
    shown = "&".join(part for part in query if WHICH_PICTURE.fullmatch(part))
    return f"{bare}?{shown}" if shown else bare


def unshown(eye: str) -> str:
    """What `without_password` leaves out of the query of an address; empty where that is nothing."""
    if "://" not in eye:
        return ""
    return "&".join(part for part in _parted(eye)[1] if not WHICH_PICTURE.fullmatch(part))


def names_apart(eyes: Sequence[str]) -> tuple[str, ...]:
    """The cameras of a table as they may be shown; those that would be called alike are numbered.

    >>> names_apart(("http://cam/still.jpg?id=front", "http://cam/still.jpg?id=back", "v4l2:0"))
    ('http://cam/still.jpg (1)', 'http://cam/still.jpg (2)', 'v4l2:0')
    """
    shown = tuple(map(without_password, eyes))
    alike, met = Counter(shown), Counter[str]()
    names = []
    for name in shown:
        met[name] += 1
        names.append(f"{name} ({met[name]})" if alike[name] > 1 else name)
    return tuple(names)


def _parted(address: str) -> tuple[str, list[str]]:
    """An address without user, password and query, and the parts of its query; works for what is no address, too."""
    bare, _, query = USER.sub("", address, count=1).partition("#")[0].partition("?")
    return bare, query.split("&") if query else []
