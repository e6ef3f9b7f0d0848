"""Tests; each folder is an area, each test a sentence about it."""
