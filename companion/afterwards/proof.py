"""Shows step by step, in words, whether the dice and shuffles of a game were fair. The check is `fair_chance`'s own."""

from __future__ import annotations

from collections.abc import Iterator

from companion import fair_chance
from companion.calling import words_at
from companion.fair_chance import Examined, SecretChain
from companion.moment import Moment
from companion.words import Words
from engines.entries import BadEntry
from engines.pending import Dice
from web.afterwards_service import Proof, ProofStep


def proof(moment: Moment, lang: str) -> Proof:
    """What can be checked now: the promise alone during play, everything once the game is over."""
    words = words_at(moment, lang)
    steps = list(_promise(moment, words))
    if moment.phase != "over":
        return Proof(None, words.say("proof.not_yet"), steps)
    steps += _kept_promise(moment, words)
    fair = all(step.holds is not False for step in steps)
    return Proof(fair, words.say("proof.fair" if fair else "proof.unfair"), steps)


def _promise(moment: Moment, words: Words) -> Iterator[ProofStep]:
    row = moment.row
    yield ProofStep(words.say("proof.promise"), None, [(words.say("proof.fingerprint"), row.commitment)])
    if row.shares:
        shares = [(words.seat(seat), share) for seat, share in row.shares.items()]
        yield ProofStep(words.say("proof.shares"), None, shares)


def _kept_promise(moment: Moment, words: Words) -> Iterator[ProofStep]:
    row, journal = moment.row, moment.journal
    secret = SecretChain(row.chance_seed, row.chance_index).secret()
    found = fair_chance.commitment(secret)
    figures = [(words.say("proof.secret"), secret), (words.say("proof.fingerprint"), found)]
    yield ProofStep(words.say("proof.opened"), found == row.commitment, figures)
    entries = journal.entries if journal is not None else ()
    try:
        for one in fair_chance.examined(moment.game, row.options, row.seats, entries, secret, row.shares):
            yield _outcome(one, words)
    except BadEntry as error:
        yield ProofStep(words.say("proof.unreadable", {"problem": str(error)}), False)
    else:
        yield ProofStep(words.say("proof.replayed"), True)


def _outcome(one: Examined, words: Words) -> ProofStep:
    what = words.say(f"chance.{one.chance.name}")
    if not isinstance(one.chance, Dice):
        key = "proof.shuffle" if one.is_fair else "proof.shuffle_bent"
        return ProofStep(words.say(key, {"what": what, "count": one.chance.size}), one.is_fair)
    facts = {"what": what, "dice": one.outcome.result, "seat": one.chance.seat or one.outcome.by or ""}
    if one.expected is None:
        return ProofStep(
            words.say(
                "proof.typed_card" if one.chance.is_card else "proof.typed", {**facts, "seat": one.outcome.by or ""}
            ),
            None,
        )
    if one.is_fair:
        return ProofStep(words.say("proof.roll", facts), True)
    return ProofStep(words.say("proof.roll_bent", {**facts, "due": one.expected.result}), False)
