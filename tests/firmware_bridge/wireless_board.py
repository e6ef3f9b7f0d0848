"""A simulated board behind a broker, as an ESP32 with the configuration of ``hardware/esphome`` behaves."""

from __future__ import annotations

import threading
from typing import Any

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from firmware_bridge.simulated import Model, SimulatedBoard


class WirelessBoard:
    """Connects, says that it is there, answers, and tells changes. `lost` leaves without a word."""

    def __init__(self, port: int, *, user: str = "", password: str = "", prefix: str = "tavolo", uid: str = "") -> None:
        self.board = SimulatedBoard(Model(cells=64))
        self.name = f"{prefix}/{uid or self.board.model.uid.hex()}"
        self._lock = threading.Lock()
        self.client = client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"board-{self.name}")
        if user:
            client.username_pw_set(user, password)
        client.will_set(f"{self.name}/status", b"offline", qos=1, retain=True)
        client.reconnect_delay_set(1, 1)
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        client.connect("127.0.0.1", port, keepalive=5)
        client.loop_start()

    def put(self, cell: int) -> None:
        with self._lock:
            self.board.put(cell)
            self._tell()

    def lift(self, cell: int) -> None:
        with self._lock:
            self.board.lift(cell)
            self._tell()

    def lost(self) -> None:
        """The battery is empty."""
        self.client.loop_stop()
        socket = self.client.socket()
        if socket is not None:
            socket.close()

    def close(self) -> None:
        self.client.publish(f"{self.name}/status", b"offline", qos=1, retain=True)
        self.client.disconnect()
        self.client.loop_stop()

    def _on_connect(self, client: mqtt.Client, *_: Any) -> None:
        client.subscribe(f"{self.name}/down", 1)
        client.publish(f"{self.name}/status", b"online", qos=1, retain=True)

    def _on_message(self, client: mqtt.Client, _: Any, message: mqtt.MQTTMessage) -> None:
        with self._lock:
            for answer in self.board.answers(bytes(message.payload)):
                client.publish(f"{self.name}/up", answer, qos=1)
            self._tell()

    def _tell(self) -> None:
        for told in self.board.drain():
            self.client.publish(f"{self.name}/up", told, qos=1)
