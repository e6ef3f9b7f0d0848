"""A certificate authority as iPhones and iPads take it: a configuration profile. Pure.

Format: Apple, *Configuration Profile Reference*, payload ``com.apple.security.root``. Safari names a bare certificate
as it likes (from iOS 26.5 on ``.crt.html``), and then nothing installs it.
"""

from __future__ import annotations

import hashlib
import plistlib
import uuid

MIME_TYPE = "application/x-apple-aspen-config"
NAME = "Tavolo"


def profile(certificate: bytes, description: str) -> bytes:
    """The profile that makes a phone know the authority of `certificate` (DER), with `description` for its owner.

    The same certificate always makes the same profile: installed once more it takes its own place.
    """
    digest = hashlib.sha256(certificate).digest()
    root = {
        **_head("com.apple.security.root", digest[:16]),
        "PayloadCertificateFileName": "tavolo-ca.crt",
        "PayloadContent": certificate,
    }
    whole = {
        **_head("Configuration", digest[16:]),
        "PayloadDescription": description,
        "PayloadContent": [root],
    }
    return plistlib.dumps(whole)


def _head(kind: str, seed: bytes) -> dict[str, object]:
    number = uuid.UUID(bytes=seed, version=4)
    return {
        "PayloadType": kind,
        "PayloadVersion": 1,
        "PayloadIdentifier": f"local.tavolo.{number}",
        "PayloadUUID": str(number).upper(),
        "PayloadDisplayName": NAME,
    }
