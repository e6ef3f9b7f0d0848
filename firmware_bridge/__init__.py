"""Fingers: where sensor boards (serial, MQTT) will turn contacts into observations; none is supported yet."""
