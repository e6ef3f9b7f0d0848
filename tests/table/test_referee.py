"""When a reading has settled, and when the referee speaks."""

from __future__ import annotations

from companion.readings import Agrees, Blind, Breach, InHand, Moved, Owes, Reading, Repair
from companion.reconcile import Findings
from companion.referee import Mode, Ruling, rule
from companion.settling import Settled, settle
from engines.physical import Lying

BREACH = Breach((), (), ())
OWES = Owes((Repair("move", "disc:red", "T0", "T2"),))
DARK = Blind("no_frame")
HALF = Owes((Repair("put", "disc:red", None, "T2"),))


def rulings(*looks: tuple[float, tuple[Reading, ...]], mode: Mode = "advise") -> list[Ruling]:
    found = [Ruling()]
    for t, readings in looks:
        found.append(rule(found[-1], readings, mode, t))
    return found[1:]


def test_a_breach_is_said_once_and_stands_until_it_is_mended() -> None:
    first, second, third, again = rulings((0.0, (BREACH,)), (1.0, (BREACH,)), (2.0, (Agrees(),)), (3.0, (BREACH,)))
    assert first.fresh == (BREACH,)
    assert second.fresh == ()
    assert second.warnings == (BREACH,)
    assert third.warnings == ()
    assert again.fresh == (BREACH,)


ASTRAY = Breach((), (), (Repair("move", "disc:red", "T2", "T0"),))


def test_a_breach_under_a_hand_stands_and_is_not_said_anew_when_the_hand_goes() -> None:
    said = rule(Ruling(), (ASTRAY,), "strict", 0.0)
    under = rule(said, (Agrees(),), "strict", 1.0, unseen=frozenset(["T0"]))
    restless = rule(under, (InHand(()),), "strict", 1.2, settled=False)
    assert under.warnings == restless.warnings == (ASTRAY,)
    assert under.holds
    assert restless.holds
    again = rule(restless, (ASTRAY,), "strict", 2.0)
    assert again.fresh == ()
    assert again.standing[0].since == 0.0


def test_a_breach_is_gone_once_its_cells_are_seen_to_be_mended_though_a_hand_is_elsewhere() -> None:
    said = rule(Ruling(), (ASTRAY,), "strict", 0.0)
    mended = rule(said, (Agrees(),), "strict", 1.0, unseen=frozenset(["T5"]))
    assert mended.warnings == ()
    assert not mended.holds


def test_silence_says_nothing_but_that_it_is_blind() -> None:
    (ruling,) = rulings((0.0, (BREACH,)), mode="silent")
    assert ruling.warnings == ()
    assert rulings((0.0, (Blind("no_frame"),)), (5.0, (Blind("no_frame"),)), mode="silent")[1].fresh


def test_strict_holds_while_a_breach_stands() -> None:
    held, free = rulings((0.0, (BREACH,)), (1.0, (OWES,)), mode="strict")
    assert held.holds
    assert not free.holds


def test_a_debt_is_given_time_and_stays_one_matter_while_it_is_mended() -> None:
    early, due, half = rulings((0.0, (OWES,)), (2.0, (OWES,)), (2.5, (HALF,)))
    assert early.warnings == ()
    assert due.fresh == (OWES,)
    assert half.warnings == (HALF,)
    assert half.fresh == ()


def test_a_camera_that_goes_blind_while_a_debt_stands_is_given_its_own_time() -> None:
    _, due, blind, still = rulings((0.0, (OWES,)), (2.0, (OWES,)), (2.5, (DARK,)), (6.0, (DARK,)))
    assert due.warnings == (OWES,)
    assert blind.warnings == ()
    assert still.fresh == (DARK,)


def test_a_held_piece_is_asked_for_after_a_while_and_another_piece_begins_anew() -> None:
    red, blue = InHand((Lying("0000", "disc:red"),)), InHand((Lying("0000", "disc:blue"),))
    assert rulings((0.0, (red,)), (19.0, (red,)), (21.0, (red,)))[2].fresh == (red,)
    assert rulings((0.0, (red,)), (19.0, (blue,)), (21.0, (blue,)))[2].fresh == ()


def looks(*times: float, lone_looks: bool = False) -> list[bool]:
    found: Settled | None = None
    calm = []
    for t in times:
        found = settle(found, Findings(Moved(())), t, lone_looks)
        calm.append(found.calm)
    return calm


def test_one_look_settles_nothing() -> None:
    assert looks(0.0, 0.1, 0.2, 0.3, 0.4) == [False, False, False, False, True]


def test_pictures_taken_far_apart_stand_alone() -> None:
    assert looks(0.0, 1.5, lone_looks=True) == [True, True]
    assert looks(0.0, 1.5) == [False, True]


def test_what_changes_begins_anew() -> None:
    first = settle(None, Findings(Moved(())), 0.0)
    other = settle(first, Findings(Agrees()), 5.0)
    assert not other.calm
