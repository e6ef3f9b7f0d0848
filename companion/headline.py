"""What a display shows biggest: who has to do what now, and whom each line of the story is about. Pure."""

from __future__ import annotations

from companion.journal import Journal, Line
from companion.moment import Moment
from companion.words import Words
from engines.entries import Seat
from engines.pending import Decision, Dice, Over, Pending
from web.service import Due


def due(moment: Moment, words: Words, pending: Pending | None, seat: Seat | None) -> Due:
    """Who has to do what now, as far as `seat` (``None``: a spectator) may know it."""
    if moment.phase == "lobby" or pending is None:
        return Due("lobby", (), words.say("asks.lobby"))
    match pending:
        case Over(winners, reason):
            return Due("over", winners, words.sentence(f"over.{reason}", {"seat": winners}))
        case Dice(name=name, seat=roller):
            return Due("roll", (roller,) if roller else (), words.say(f"chance.{name}"))
        case _ if moment.phase == "setup":
            return Due("setup", (), words.say(_setting_up(moment)))
        case Decision(seats, kind, secret) if not secret or seat in seats:
            return Due("decision", seats, words.say(f"decision.{kind}", {"seat": seats}))
    return Due("wait", (), words.say("asks.wait"))


def about(journal: Journal, line: Line) -> Seat:
    """The seat that a line of the story is about, empty where it is about all or none."""
    seat = line.facts.get("seat", "")
    return seat if isinstance(seat, str) and seat in journal.seats else ""


def _setting_up(moment: Moment) -> str:
    """What all have to do until the board is set up, as a text key."""
    if not moment.placement:
        return "asks.leave_empty"
    return "asks.setup_again" if moment.laid_again else "asks.setup"
