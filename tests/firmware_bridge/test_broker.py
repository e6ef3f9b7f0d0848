"""The broker inside the table: a wireless board is felt where nobody runs another, and MQTT 5 falls back to 3.1.1."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.commands import commands
from companion.evening_settings import EveningSettings
from firmware_bridge.broker import BrokerError, EmbeddedBroker
from firmware_bridge.broker_url import BrokerUrl
from firmware_bridge.link import NO_ANSWER, REFUSED
from firmware_bridge.mqtt_link import MqttLink
from tests.firmware_bridge.conftest import Ear
from tests.firmware_bridge.mosquitto import free_port
from tests.firmware_bridge.wireless_board import WirelessBoard
from tests.waiting import eventually

pytest.importorskip("amqtt", reason='amqtt is not installed (.venv/bin/pip install -e ".[broker]")')


def test_play_runs_the_broker_that_it_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[EveningSettings] = []

    def evening(settings: EveningSettings) -> None:
        asked.append(settings)
        raise BrokerError("seen")

    monkeypatch.setattr("companion.evening.Evening", evening)
    arguments = ["play", "casablanca_agents", "--data", str(tmp_path), "--no-buzzer", "--https"]
    eyes = ["--broker", "board:one@1884", "--eye", "mqtt:board:one@127.0.0.1:1884", "--eye", "sensor:virtual"]
    told = CliRunner().invoke(commands, [*arguments, *eyes])
    assert str(told.exception) == "seen"
    (settings,) = asked
    assert (settings.broker, settings.buzzer, settings.https) == ("board:one@1884", False, True)
    assert settings.boards == ("mqtt:board:one@127.0.0.1:1884", "sensor:virtual")


def test_a_board_is_felt_through_the_tables_own_broker(ear: Ear) -> None:
    port = free_port()
    broker = EmbeddedBroker("127.0.0.1", port, user="board", password="one")
    broker.start()
    second = EmbeddedBroker("127.0.0.1", port)
    with pytest.raises(BrokerError, match=str(port)):
        second.start()
    second.close()
    board = WirelessBoard(port, user="board", password="one")
    board.put(4)
    link = MqttLink(BrokerUrl.parse(f"mqtt://board:one@127.0.0.1:{port}"))
    link.start(ear)
    ear.feels(4)
    assert link.version == 4
    link.close()
    stranger = MqttLink(BrokerUrl.parse(f"mqtt://board:two@127.0.0.1:{port}?version=3.1.1"), name="stranger")
    stranger.start(Ear())
    eventually(lambda: stranger.status in (REFUSED, NO_ANSWER))
    stranger.close()
    board.close()
    broker.close()
