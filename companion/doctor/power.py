"""Is the supply strong enough and the processor cool? Only a Raspberry Pi tells."""

from __future__ import annotations

from pathlib import Path

from companion.doctor.finding import Finding

CHECK = "power"
UNKNOWN = "unknown"
"""What a machine answers that is no Raspberry Pi."""
THROTTLED = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
"""Bits in hex, as `vcgencmd get_throttled` prints them (Raspberry Pi documentation, "vcgencmd")."""
HEAT = Path("/sys/class/thermal/thermal_zone0/temp")
UNDER_VOLTAGE_NOW, UNDER_VOLTAGE_SINCE = 1 << 0, 1 << 16
SLOWED_NOW = 1 << 1 | 1 << 2 | 1 << 3
"""Frequency capped, throttled, soft temperature limit."""


def power(throttled: Path = THROTTLED, heat: Path = HEAT) -> Finding:
    """Reads what the firmware says about voltage and speed."""
    try:
        bits = int(throttled.read_text().strip(), 16)
    except (OSError, ValueError):
        return Finding(CHECK, UNKNOWN, "ok")
    facts = {"heat": _degrees(heat)}
    if bits & UNDER_VOLTAGE_NOW:
        return Finding(CHECK, "weak", "bad", facts)
    if bits & SLOWED_NOW:
        return Finding(CHECK, "slowed", "warn", facts)
    return (
        Finding(CHECK, "was_weak", "warn", facts) if bits & UNDER_VOLTAGE_SINCE else Finding(CHECK, "good", "ok", facts)
    )


def _degrees(heat: Path) -> str:
    try:
        return f"{int(heat.read_text()) / 1000:.0f} °C"
    except (OSError, ValueError):
        return "?"
