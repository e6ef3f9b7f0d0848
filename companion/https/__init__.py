"""Secure pages at home: an authority of the table's own, and what phones need to trust it."""
