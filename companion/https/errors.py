"""What goes wrong with certificates, for those who catch it: making them loads much, and most tables make none."""

from __future__ import annotations


class CertificateError(Exception):
    """The files of the authority cannot be used; the message names the file and what to do."""
