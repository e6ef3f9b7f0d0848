"""Sensor boards at the table: what switches and tag readers say of the game's houses, beside or instead of a camera."""
