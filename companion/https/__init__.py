"""Secure pages at home: an authority of the table's own, and what phones need to trust it."""

from __future__ import annotations

CERTIFICATES = "https"
"""The folder beside the games in which the authority is kept."""
