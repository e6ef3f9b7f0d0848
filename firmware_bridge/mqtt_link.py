"""A wireless sensor board behind an MQTT broker: the payloads of the wire, on the topics of ``docs/sensors.md``.

MQTT 5 where the broker speaks it, else 3.1.1. What the table tells is kept by the broker (retained), and a last will
says when the table is gone.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import socket
import ssl
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from firmware_bridge.broker_url import BrokerUrl
from firmware_bridge.conversation import Manners
from firmware_bridge.link import (
    CLOSED,
    LOST,
    NO_ANSWER,
    NO_DEVICE,
    OPENING,
    REFUSED,
    VERSION,
    Listener,
    QueueFull,
    TalkingLink,
)
from firmware_bridge.reasons import Reason

KEEPALIVE_S = 10
"""A broker notices a dead table, and tells its last will, after one and a half times this."""
CONNECT_S = 5.0
TICK_S = 0.05
WIRELESS = Manners(answer_s=1.5, greeting_tries=8, silence_s=15.0)
"""Over Wi-Fi an answer takes 10 to 300 ms, and a heartbeat comes every 5 s; the last will is quicker than silence."""
NOBODY_S = 3.0
"""s at a broker without a word from any board, after which that is told: what is kept comes at once."""
FIRST_WAIT_S = 0.5
MOST_WAIT_S = 15.0
SESSION_S = 3600
"""How long the broker keeps what comes for a table that is away."""
MOST_QUEUED = 1000
"""Messages that may wait for the broker; one more is refused, which is told, never dropped."""
ONLINE, OFFLINE = b"online", b"offline"
DENIED_FROM = 0x80
OLD_VERSION = Reason.of("other_mqtt")
REFUSALS = {
    "Unsupported protocol version": OLD_VERSION,
    "Bad user name or password": Reason.of("wrong_password"),
    "Not authorized": Reason.of("wrong_password"),
}
"""What a broker that lets nobody in means, by the names that MQTT has for it."""

log = logging.getLogger(__name__)


class _Client(mqtt.Client):
    """A client that says when nobody listens to its broker any more, whatever was the end of that.

    By itself it keeps a connection whose thread has died of a fault.
    """

    on_end: Callable[[], None]

    def loop_forever(self, timeout: float = 1.0, retry_first_connection: bool = False) -> MQTTErrorCode:
        try:
            return super().loop_forever(timeout, retry_first_connection)
        except Exception:
            log.warning("a fault in what listens to the broker; this connection is given up", exc_info=True)
            return MQTTErrorCode.MQTT_ERR_PROTOCOL
        finally:
            self.on_end()


class MqttLink(TalkingLink):
    """A `Link` through a broker.

    >>> link = MqttLink(BrokerUrl.parse("mqtt://table:secret@broker.local/tavolo"))
    >>> link.start(lambda sensed: print(sensed.felt))
    """

    def __init__(
        self,
        broker: BrokerUrl,
        *,
        manners: Manners = WIRELESS,
        name: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`name`: what the broker knows this table by, so that it keeps messages for it."""
        super().__init__(clock)
        self._broker = broker
        self._manners = manners
        self._name = name or f"tavolo-{uuid.getnode():012x}"
        self._version = broker.version or MQTTProtocolVersion.MQTTv5
        self._uid = broker.board
        self._client: mqtt.Client | None = None
        self._kept: dict[str, bytes] = {}
        self._connected = threading.Event()
        self._ended = threading.Event()
        self._alarm = threading.Event()
        self._refusal: tuple[str, Reason] | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep_connected, name="broker", daemon=True)

    @property
    def version(self) -> int:
        """The version of MQTT that is spoken: 5, or 4 for 3.1.1."""
        return int(self._version)

    @property
    def is_connected(self) -> bool:
        """Whether the broker has let the table in."""
        return self._connected.is_set()

    @property
    def name(self) -> str:
        """What the broker knows this table by."""
        return self._name

    @property
    def discovery(self) -> bool:
        """Whether the table is to be announced to Home Assistant."""
        return self._broker.discovery

    @property
    def prefix(self) -> str:
        """What every topic begins with."""
        return self._broker.prefix

    def start(self, listener: Listener) -> None:
        self._listener = listener
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._alarm.set()
        if self._thread.is_alive():
            self._thread.join(timeout=CONNECT_S)

    def keep(self, topic: str, payload: bytes) -> None:
        """Tells everybody at the broker, now and whoever comes later; the newest of a topic counts.

        Raises `QueueFull` where the broker is there and too much waits for it.
        """
        with self._lock:
            self._kept[topic] = payload
            client = self._client if self._connected.is_set() else None
        if client is not None:
            self._publish(client, topic, payload, retain=True)

    # The connection

    def _keep_connected(self) -> None:
        failures = 0
        while not self._over.is_set():
            self._closed_unless(OPENING if failures == 0 and self._told is None else LOST)
            if self._one_connection():
                failures = 0
            failures += 1
            self._over.wait(min(MOST_WAIT_S, FIRST_WAIT_S * 2.0 ** min(failures - 1, 10)))
        self._closed(CLOSED)

    def _closed_unless(self, status: str) -> None:
        if status == LOST and self.status not in (REFUSED, NO_DEVICE):
            self._closed(LOST, self._broker.shown)

    def _one_connection(self) -> bool:
        """Connects, talks until the connection ends; whether there was one."""
        self._connected.clear()
        self._ended.clear()
        self._refusal = None
        try:
            client = self._new_client()
            client.connect(self._broker.host, self._broker.port, KEEPALIVE_S, **self._connect_options())
        except OSError as error:
            status = REFUSED if isinstance(error, ssl.SSLError | FileNotFoundError) else NO_DEVICE
            self._closed(status, self._at(_why(error)))
            return False
        self._client = client
        client.loop_start()
        try:
            self._await_welcome(client)
            if not self._connected.is_set():
                self._refused()
                return False
            self._talk_on(client)
            return True
        finally:
            self._leave(client)

    def _refused(self) -> None:
        """Nobody let the table in: an older broker is spoken to in 3.1.1 next time."""
        old = self._refusal is None or self._refusal[1] == OLD_VERSION
        if old and self._version == MQTTProtocolVersion.MQTTv5 and not self._broker.version:
            log.info("%s does not speak MQTT 5; trying 3.1.1", self._broker.shown)
            self._version = MQTTProtocolVersion.MQTTv311
            return
        status, why = self._refusal or (NO_ANSWER, Reason.of("no_broker"))
        self._closed(status, self._at(why))

    def _talk_on(self, client: mqtt.Client) -> None:
        since = self._clock()
        while not self._over.is_set() and not self._ended.is_set():
            for payload in self._due():
                with contextlib.suppress(QueueFull):  # told in the log; the question is asked again
                    self._publish(client, self._topic("down"), payload)
            if reason := self._gone:
                self._closed(reason, self._broker.shown)
                if reason != VERSION:
                    self._opened(self._manners)  # asked again: the broker is there, the board may come back
            if self._refusal is not None:
                status, why = self._refusal
                self._closed(status, self._at(why))
                return
            if self._talk is None and self.status in (OPENING, LOST) and self._clock() - since > NOBODY_S:
                self._closed(NO_ANSWER, Reason.of("no_board", broker=self._broker.shown))
            self._alarm.wait(TICK_S)
            self._alarm.clear()

    def _leave(self, client: mqtt.Client) -> None:
        if self._over.is_set() and self._connected.is_set():
            told = client.publish(self._table_topic("status"), OFFLINE, qos=1, retain=True)
            with contextlib.suppress(RuntimeError, ValueError):
                told.wait_for_publish(1.0)
        client.disconnect()
        client.loop_stop()
        self._client = None
        self._connected.clear()

    def _await_welcome(self, client: mqtt.Client) -> None:
        """Waits until the broker has let the table in, or will not; one that hangs up without a word does neither."""
        until = time.monotonic() + CONNECT_S
        while not self._connected.wait(TICK_S) and time.monotonic() < until:
            if self._ended.is_set() or self._over.is_set() or self._refusal is not None or client.socket() is None:
                return

    def _new_client(self) -> mqtt.Client:
        five = self._version == MQTTProtocolVersion.MQTTv5
        client = _Client(
            CallbackAPIVersion.VERSION2,
            client_id=self._name,
            protocol=MQTTProtocolVersion(self._version),
            clean_session=None if five else False,
            reconnect_on_failure=False,
        )
        client.on_end = self._on_end
        client.max_queued_messages_set(MOST_QUEUED)
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password)
        if self._broker.tls:
            client.tls_set(self._broker.ca or None, self._broker.cert or None, self._broker.key or None)
        client.will_set(self._table_topic("status"), OFFLINE, qos=1, retain=True)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_subscribe = self._on_subscribe
        client.on_publish = self._on_publish
        return client

    def _connect_options(self) -> Mapping[str, Any]:
        if self._version != MQTTProtocolVersion.MQTTv5:
            return {}
        new: Callable[[int], Any] = Properties
        properties = new(PacketTypes.CONNECT)
        properties.SessionExpiryInterval = SESSION_S
        return {"clean_start": False, "properties": properties}

    # What the broker says; called in the client's thread

    def _on_connect(self, client: mqtt.Client, _: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
        if reason.is_failure:
            self._refusal = (REFUSED, REFUSALS.get(str(reason)) or Reason.of("refuses", problem=reason))
            return
        board = self._uid or "+"
        client.subscribe([(f"{self.prefix}/{board}/status", 1), (f"{self.prefix}/{board}/up", 1)])
        self._connected.set()
        with self._lock:
            kept = {self._table_topic("status"): ONLINE, **self._kept}
        for topic, payload in kept.items():
            self._publish(client, topic, payload, retain=True)

    def _on_disconnect(self, client: mqtt.Client, _: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
        self._on_end()

    def _on_end(self) -> None:
        self._ended.set()
        self._alarm.set()

    def _on_subscribe(self, client: mqtt.Client, _: Any, number: int, reasons: Any, properties: Any) -> None:
        if any(getattr(reason, "value", reason) >= DENIED_FROM for reason in reasons):
            self._refusal = (REFUSED, Reason.of("may_not_listen"))
            self._alarm.set()

    def _on_publish(self, client: mqtt.Client, _: Any, number: int, reason: ReasonCode, properties: Any) -> None:
        if reason.is_failure:
            self._refusal = (REFUSED, Reason.of("may_not_speak"))
            self._alarm.set()

    def _on_message(self, client: mqtt.Client, _: Any, message: mqtt.MQTTMessage) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:
            log.warning("%s: a message whose topic is no text was left out", self._broker.shown)
            return
        _, _, rest = topic.rpartition(f"{self.prefix}/")
        uid, _, kind = rest.partition("/")
        if uid == "table" or (self._uid and uid != self._uid):
            return
        if kind == "status":
            self._board_is(uid, message.payload == ONLINE)
        elif kind == "up" and uid == self._uid:
            self._take((bytes(message.payload),), 0)
            self._alarm.set()

    def _board_is(self, uid: str, online: bool) -> None:
        """The broker says whether a board is there; the first that is becomes this table's."""
        if online:
            self._uid = uid
            self._opened(self._manners)
            self._alarm.set()
        elif uid == self._uid:
            self._closed(LOST, Reason.of("board_left", board=uid, broker=self._broker.shown))
            self._uid = self._broker.board

    # Small things

    def _at(self, why: str) -> Reason:
        return Reason.of("at", place=self._broker.shown, why=why)

    def _wake(self) -> None:
        self._alarm.set()

    def _topic(self, kind: str) -> str:
        return f"{self.prefix}/{self._uid}/{kind}"

    def _table_topic(self, kind: str) -> str:
        return f"{self.prefix}/table/{kind}"

    def _publish(self, client: mqtt.Client, topic: str, payload: bytes, retain: bool = False) -> None:
        sent = client.publish(topic, payload, qos=1, retain=retain)
        if sent.rc == MQTTErrorCode.MQTT_ERR_QUEUE_SIZE:
            log.warning("%s: %d messages wait for the broker; %s was not taken", self._broker.shown, MOST_QUEUED, topic)
            raise QueueFull(f"{MOST_QUEUED} messages wait for {self._broker.shown}")


def _why(error: OSError) -> str:
    """Why there is no way to the broker; what is unusual is said as the system says it."""
    match error:
        case ConnectionRefusedError():
            return Reason.of("nobody_listens")
        case socket.gaierror():
            return Reason.of("no_such_name")
        case TimeoutError():
            return Reason.of("in_time")
        case FileNotFoundError():
            return Reason.of("no_secret_file")
        case ssl.SSLCertVerificationError():
            return Reason.of("not_trusted", problem=error.verify_message)
        case ssl.SSLError():
            return Reason.of("no_tls", problem=error.reason or error)
        case OSError(errno=errno.EHOSTUNREACH | errno.ENETUNREACH | errno.EHOSTDOWN):
            return Reason.of("unreachable")
        case _:
            return error.strerror or str(error)
