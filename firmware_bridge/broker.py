"""A small MQTT broker inside the table (amqtt, MQTT 3.1.1), for wireless boards where nobody runs Mosquitto."""

from __future__ import annotations

import asyncio
import logging
import tempfile
import threading
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

START_S = 60.0
"""Loading amqtt takes some seconds on a Pi, and more beside other work."""


class BrokerError(RuntimeError):
    """The broker cannot be started; the message says why and what to do."""


class EmbeddedBroker:
    """A broker that serves until `close`. With `user` it lets in only who knows the password.

    >>> broker = EmbeddedBroker("0.0.0.0", 1883, user="board", password="secret")
    >>> broker.start()
    """

    def __init__(self, host: str, port: int, user: str = "", password: str = "") -> None:
        self._bind = f"{host}:{port}"
        self._user, self._password = user, password
        self._started = threading.Event()
        self._error = ""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Event | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="tavolo-broker-")
        self._thread = threading.Thread(target=self._run, name="embedded broker", daemon=True)

    def start(self) -> None:
        """Serves; raises `BrokerError` where amqtt is missing or the port is taken."""
        self._thread.start()
        if not self._started.wait(START_S):
            self._error = f"the broker at {self._bind} did not start within {START_S:g} s"
        if self._error:
            raise BrokerError(self._error)

    def close(self) -> None:
        """Ends it."""
        if self._loop is not None and self._over is not None:
            with suppress(RuntimeError):  # its loop is closed: it could not serve, or has ended
                self._loop.call_soon_threadsafe(self._over.set)
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._folder.cleanup()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except ImportError as error:
            self._error = f'amqtt is not installed ({error}); bring it with: .venv/bin/pip install -e ".[broker]"'
        except Exception as error:  # amqtt wraps what the system says in errors of its own
            self._error = f"the broker cannot serve at {self._bind}: {error.__cause__ or error}"
        finally:
            self._started.set()

    async def _serve(self) -> None:
        amqtt: Any = import_module(
            "amqtt.broker"
        )  # only here: most tables need no broker, and it takes a second to load
        logging.getLogger("amqtt").setLevel(logging.CRITICAL)  # a client that tries MQTT 5 first is no error
        logging.getLogger("transitions").setLevel(logging.ERROR)
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        broker = amqtt.Broker(
            {"listeners": {"default": {"type": "tcp", "bind": self._bind}}, "plugins": self._plugins()}
        )
        await broker.start()
        self._started.set()
        await self._over.wait()
        await broker.shutdown()

    def _plugins(self) -> dict[str, dict[str, Any]]:
        if not self._user:
            return {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}}
        passlib: Any = import_module("passlib.apps")
        users = Path(self._folder.name) / "users"
        users.write_text(f"{self._user}:{passlib.custom_app_context.hash(self._password)}\n")
        return {"amqtt.plugins.authentication.FileAuthPlugin": {"password_file": str(users)}}
