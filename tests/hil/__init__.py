"""The firmware that ships, on an emulated chip."""
