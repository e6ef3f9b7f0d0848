"""Whom phones trust: the authority of the table's own, as far as it was made."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from companion.doctor.finding import Finding
from companion.https.errors import CertificateError

CHECK = "secure"


def secure(folder: Path, now: dt.datetime | None = None) -> Finding:
    """Reads the authority kept in `folder`: its fingerprint, for comparing with a phone's, and how long it holds."""
    from companion.https.authority import AUTHORITY, ends_soon, fingerprint, read_certificate  # loads much

    path = folder / AUTHORITY
    if not path.exists():
        return Finding(CHECK, "none", "ok")
    try:
        authority = read_certificate(path)
    except CertificateError as error:
        return Finding(CHECK, "damaged", "warn", {"problem": str(error)})
    facts = {"print": fingerprint(authority), "day": f"{authority.not_valid_after_utc:%Y-%m-%d}", "folder": str(folder)}
    if ends_soon(authority, now or dt.datetime.now(dt.UTC)):
        return Finding(CHECK, "ends", "warn", facts)
    return Finding(CHECK, "good", "ok", facts)
