"""One question at a time, no event missed, silence noticed: the discipline of the line, without a line."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.conversation import Conversation, Manners, Stage
from firmware_bridge.felt import Felt, ahead
from firmware_bridge.messages import (
    Ack,
    Again,
    Beep,
    Event,
    Heartbeat,
    Hello,
    Kind,
    Lights,
    Look,
    Message,
    Part,
    Snapshot,
    Who,
)
from firmware_bridge.simulated import Model, SimulatedBoard
from firmware_bridge.wire import message_of, payload


class Line:
    """A conversation and a simulated board, and time that the test lets pass."""

    def __init__(self, model: Model | None = None) -> None:
        self.t = 0.0
        self.talk = Conversation(0.0)
        self.board = SimulatedBoard(model)
        self.asked: list[Message] = []

    def hear(self, *payloads: bytes) -> None:
        for one in payloads:
            self.talk.received(one, self.t)

    def ask(self) -> tuple[bytes, ...]:
        """What the table sends now."""
        sent = self.talk.to_send(self.t)
        self.asked += [message_of(one)[1] for one in sent]
        return sent

    def settle(self) -> None:
        """Question and answer until nothing is asked any more; the board tells its events in between."""
        self.hear(*self.board.drain())
        while sent := self.ask():
            for one in sent:
                self.hear(*self.board.answers(one), *self.board.drain())


def test_a_board_is_greeted_and_then_looked_at() -> None:
    line = Line()
    line.board.put(3)
    line.board.drain()
    line.settle()
    assert line.asked == [Who(), Look()]
    assert line.talk.stage is Stage.LIVE
    assert line.talk.felt == Felt(1, frozenset({3}))


def test_a_question_waits_until_the_one_before_it_is_answered() -> None:
    line = Line()
    line.settle()
    line.talk.ask(Beep(880, 100))
    line.talk.ask(Beep(440, 100))
    (first,) = line.ask()
    assert line.ask() == ()
    line.hear(*line.board.answers(first))
    assert [message_of(one)[1] for one in line.ask()] == [Beep(440, 100)]


def test_an_unanswered_question_is_sent_again_as_it_was_and_done_once() -> None:
    line = Line()
    line.settle()
    line.talk.ask(Beep(880, 100))
    (first,) = line.ask()
    line.board.answers(first)
    line.t += 0.6
    (second,) = line.ask()
    assert second == first
    line.hear(*line.board.answers(second))
    assert line.talk.idle
    assert len(line.board.tones) == 1


def test_four_questions_without_an_answer_mean_that_the_board_is_gone() -> None:
    line = Line()
    line.settle()
    line.talk.ask(Beep(880, 100))
    for _ in range(8):
        line.hear(payload(Heartbeat(0, 1, 0, 0, 0)))
        line.ask()
        line.t += 0.6
    assert sum(isinstance(one, Beep) for one in line.asked) == 4
    assert (line.talk.stage, line.talk.reason) == (Stage.GONE, "no_answer")


def test_three_seconds_of_silence_mean_that_the_board_is_gone() -> None:
    line = Line()
    line.settle()
    line.t += 3.1
    line.ask()
    assert (line.talk.stage, line.talk.reason, line.talk.felt) == (Stage.GONE, "silent", None)


def test_missing_events_are_told_again() -> None:
    line = Line()
    line.settle()
    for cell in (1, 2, 3):
        line.board.put(cell)
    first, _, third = line.board.drain()
    line.hear(first, third)
    assert line.talk.felt is not None
    assert line.talk.felt.taken == {1}
    line.settle()
    assert line.asked[-1] == Again(1)
    assert line.talk.felt.taken == {1, 2, 3}


def test_a_heartbeat_betrays_that_the_last_event_is_missing() -> None:
    line = Line()
    line.settle()
    line.board.put(1)
    line.board.drain()
    line.board.beat(1)
    line.settle()
    assert line.talk.felt is not None
    assert line.talk.felt.taken == {1}


def test_where_events_are_gone_the_board_is_looked_at() -> None:
    line = Line()
    line.settle()
    line.board.put(1)
    line.board.drain()
    line.board.lose(3)
    line.board.put(2)
    line.settle()
    assert [type(one) for one in line.asked[-2:]] == [Again, Look]
    assert line.talk.felt is not None
    assert line.talk.felt.taken == {1, 2}


def test_events_count_on_after_65535() -> None:
    felt = Felt(65535).after(Event(0, 0, 7, Kind.TAKEN))
    assert (felt.number, felt.taken) == (0, {7})
    assert ahead(0, of=65535) == 1
    assert ahead(65535, of=0) == -1


def test_an_event_between_the_parts_of_a_snapshot_is_taken_after_them() -> None:
    talk = Conversation(0.0)
    (who,) = talk.to_send(0.0)
    hello = message_of(SimulatedBoard().answers(who)[0])[1]
    assert isinstance(hello, Hello)
    talk.received(payload(hello, 1), 0.0)
    talk.to_send(0.0)
    talk.received(payload(Snapshot(10, Part(0), 0, 8, b"\x01"), 2), 0.0)
    talk.received(payload(Event(11, 0, 0, Kind.EMPTIED)), 0.0)
    reached = talk.received(payload(Snapshot(10, Part.LAST, 8, 8, b"\x80"), 2), 0.0)
    assert [felt.taken for felt in reached] == [{0, 15}, {15}]


def test_a_board_that_was_off_is_looked_at_anew_and_asked_again() -> None:
    line = Line()
    line.settle()
    line.talk.show(b"\1\2\3")
    line.settle()
    line.talk.ask(Beep(880, 100))
    line.ask()
    line.board = SimulatedBoard(boot=2)
    line.board.put(9)
    line.board.drain()
    line.board.greet()
    line.settle()
    assert line.talk.felt == Felt(1, frozenset({9}))
    assert line.board.shown[:3] == b"\1\2\3"
    assert len(line.board.tones) == 1


def test_pictures_that_wait_are_replaced_by_newer_ones() -> None:
    line = Line()
    line.settle()
    for shade in range(5):
        line.talk.show(bytes((shade, 0, 0)))
    line.settle()
    assert [one.rgb for one in line.asked if isinstance(one, Lights)] == [b"\4\0\0"]


def test_a_board_of_another_version_is_left_alone() -> None:
    talk = Conversation(0.0)
    talk.received(bytes((2, 0x01, 0)), 0.0)
    assert (talk.stage, talk.reason) == (Stage.GONE, "version")


def test_a_greeting_has_the_patience_of_a_boot_loader() -> None:
    talk = Conversation(0.0, Manners())
    for at in range(28):
        talk.to_send(at / 10)
    assert talk.stage is Stage.GREETING


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 15), st.sampled_from(["come", "torn", "lost"])), max_size=40))
def test_whatever_is_lost_on_the_line_the_table_ends_up_feeling_what_the_board_feels(
    changes: list[tuple[int, str]],
) -> None:
    line = Line(Model(cells=16))
    line.settle()
    for cell, luck in changes:
        (line.board.lift if cell in line.board.taken else line.board.put)(cell)
        told = line.board.drain()
        if luck == "come":
            line.hear(*told)
        elif luck == "torn":
            line.talk.torn(line.t)
    line.board.beat(1)
    line.settle()
    assert line.talk.felt is not None
    assert line.talk.felt.taken == line.board.taken
    assert line.talk.stage is Stage.LIVE


@settings(max_examples=60)
@given(st.lists(st.binary(max_size=40), max_size=20))
def test_hostile_payloads_do_not_upset_the_conversation(noise: list[bytes]) -> None:
    line = Line()
    line.settle()
    line.hear(*(bytes((1,)) + one for one in noise))
    assert Ack() not in line.asked
    line.board.greet()
    line.settle()
    assert line.talk.stage in (Stage.LIVE, Stage.GONE, Stage.LOOKING)
