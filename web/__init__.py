"""Hands: the pages on phones, tablets and the host's screen. Knows no table, only the service handed in."""
