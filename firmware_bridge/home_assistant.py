"""What Home Assistant needs to know to show a table: one kept message per thing, as its MQTT discovery describes them.

https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

ROOT = "homeassistant"


def announcements(prefix: str, table: str) -> dict[str, bytes]:
    """Topics and payloads that announce the table `table` (an id of letters, digits, - and _) under `prefix`."""
    state, status = f"{prefix}/table/state", f"{prefix}/table/status"
    device = {"identifiers": [table], "name": "Tavolo", "manufacturer": "Tavolo"}
    available = {"availability_topic": status, "payload_available": "online", "payload_not_available": "offline"}
    things: dict[str, Mapping[str, Any]] = {
        f"binary_sensor/{table}/there": {
            "name": "Table", "device_class": "connectivity", "state_topic": status,
            "payload_on": "online", "payload_off": "offline",
        },
        f"binary_sensor/{table}/warning": {
            "name": "Warning", "device_class": "problem", "state_topic": state,
            "value_template": "{{ 'ON' if value_json.warnings else 'OFF' }}", **available,
        },
        f"sensor/{table}/turn": {
            "name": "Turn", "icon": "mdi:dice-multiple", "state_topic": state,
            "value_template": "{{ value_json.turn | join(', ') }}", **available,
        },
        f"sensor/{table}/phase": {
            "name": "Phase", "state_topic": state, "value_template": "{{ value_json.phase }}", **available,
        },
    }  # fmt: skip
    return {
        f"{ROOT}/{name}/config": msgspec.json.encode(
            {**thing, "unique_id": f"{table}_{name.rpartition('/')[2]}", "device": device}
        )
        for name, thing in things.items()
    }
