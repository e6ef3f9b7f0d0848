"""Fingers: sensor boards on a serial line or MQTT, spoken to as ``docs/wire.md`` says; no rules, no table."""
