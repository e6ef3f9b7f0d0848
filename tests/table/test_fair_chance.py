"""Fair chance: what follows from secret and shares, and what anybody can check afterwards."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from companion.fair_chance import CHAIN_LENGTH, SecretChain, _below, commitment, fair_outcome, verify
from engines.entries import Act, Edit, Entry, Outcome
from engines.pending import Chance, Dice, Shuffle, check_outcome
from tests.toys.chase import GAME, Action, Gamble, MoveHunter

SECRET = "5a" * 32
SHARES = {"red": "17", "blue": "ab"}
DIE = Dice("gamble", "red")


@pytest.mark.parametrize(
    "chance", [DIE, Dice("two", None, 2), Shuffle("deck", 60), Shuffle("one", 1), Shuffle("none", 0)]
)
def test_an_outcome_answers_its_chance_and_repeats(chance: Chance) -> None:
    outcome = fair_outcome(SECRET, SHARES, 3, chance)
    check_outcome(chance, outcome)
    assert outcome == fair_outcome(SECRET, dict(reversed(SHARES.items())), 3, chance)


def test_secret_shares_and_number_all_matter() -> None:
    deck = Shuffle("deck", 60)
    outcomes = {
        fair_outcome(SECRET, SHARES, 0, deck),
        fair_outcome("5b" * 32, SHARES, 0, deck),
        fair_outcome(SECRET, {**SHARES, "blue": "ac"}, 0, deck),
        fair_outcome(SECRET, SHARES, 1, deck),
        fair_outcome(SECRET, SHARES, 0, Shuffle("other", 60)),
    }
    assert len({outcome.result for outcome in outcomes}) == 5


def test_dice_fall_evenly() -> None:
    counts = Counter(fair_outcome(SECRET, SHARES, number, DIE).result[0] for number in range(6000))
    chi_square = sum((counts[face] - 1000) ** 2 / 1000 for face in range(1, 7))
    assert chi_square < 20.5  # 1 in 1000 for 5 degrees of freedom; the numbers are fixed, so it holds always


def test_shuffles_put_every_card_everywhere() -> None:
    places = Counter(
        (place, card)
        for number in range(3000)
        for place, card in enumerate(fair_outcome(SECRET, SHARES, number, Shuffle("deck", 5)).result)
    )
    assert all(500 < places[place, card] < 700 for place in range(5) for card in range(5))


def test_numbers_above_the_last_whole_multiple_are_rejected() -> None:
    assert _below(iter([2**64 - 1, 7]), 6) == 1
    assert _below(iter([2**64 - 1]), 2) == 1
    assert _below(iter([2**64 - 2**64 % 6, 7]), 6) == 1, "the first of them would make 0 likelier than all else"


def test_each_game_is_committed_to_by_the_one_before() -> None:
    chain = SecretChain.fresh()
    assert commitment(chain.following().secret()) == chain.secret()
    assert chain.following().following().index == 2


def test_a_chain_that_is_used_up_is_followed_by_another() -> None:
    last = SecretChain("ab" * 32, CHAIN_LENGTH - 1)
    assert SecretChain(last.seed, CHAIN_LENGTH - 2).following() == last
    after = last.following()
    assert after.index == 0
    assert after.seed != last.seed


def game_with(roll: Outcome) -> list[Entry[Action]]:
    cards = fair_outcome(SECRET, SHARES, 0, Shuffle("numbers", 9))
    return [cards, Edit({}), Act("red", Gamble()), roll]


def problems(entries: list[Entry[Action]], secret: str = SECRET) -> list[str]:
    return verify(GAME, {}, ("red", "blue"), entries, commitment(SECRET), secret, SHARES)


def test_a_fair_log_verifies() -> None:
    assert problems(game_with(fair_outcome(SECRET, SHARES, 1, DIE))) == []


def test_real_dice_are_not_questioned() -> None:
    assert problems(game_with(Outcome("gamble", (6,), "typed", "red"))) == []


def test_a_changed_roll_is_found() -> None:
    honest = fair_outcome(SECRET, SHARES, 1, DIE)
    bent = msgspec.structs.replace(honest, result=(honest.result[0] % 6 + 1,))
    assert problems(game_with(bent)) == ["entry 3: 'gamble' is not what secret and shares give"]


def test_another_secret_is_found() -> None:
    found = problems(game_with(fair_outcome(SECRET, SHARES, 1, DIE)), secret="5b" * 32)
    assert found[0] == "the revealed secret is not the one that was committed to before the game"
    assert len(found) > 1


def test_a_secret_that_is_none_is_said() -> None:
    assert problems([], secret="guess") == ["the secret in the log is not 64 hex digits"]


def test_a_die_that_nobody_asked_for_is_found() -> None:
    cards, _, _, roll = game_with(fair_outcome(SECRET, SHARES, 1, DIE))
    (problem,) = problems([cards, roll])
    assert problem.startswith("entry 1 cannot be replayed: an outcome of 'gamble', but no chance was asked for")


def test_what_the_host_corrected_is_part_of_what_is_verified() -> None:
    cards, *_ = game_with(fair_outcome(SECRET, SHARES, 1, DIE))
    there: list[Entry[Action]] = [cards, Edit({"hunter.red": "0303"}), Act("red", MoveHunter("0403"))]
    assert problems(there) == []
    (problem,) = problems([cards, Edit({}), Act("red", MoveHunter("0403"))])
    assert problem.startswith("entry 2 cannot be replayed")
