"""The agents on a real board: where pieces lie, what is tolerated while an answer is open, what a change could mean."""

from agent_positions import GAME, Table, bribe, move, strike

from engines.casablanca_agents.actions import Accept, Bid, LetStand, Object, Pass, Withdraw
from engines.game import Intent
from engines.physical import Change, Lying

BLEU, GRAY, BLANCO, CASE = "agent:bleu", "agent:gray", "agent:blanco", "case:black"


def red(*actions: object) -> list[Intent]:
    return [Intent("red", action) for action in actions]


def slid(table: Table, *pieces: tuple[str, str, str]) -> list[Intent]:
    """What it could mean that each look left one building and arrived in another (empty: the box)."""
    left = tuple(Lying(start, look) for look, start, _ in pieces if start)
    arrived = tuple(Lying(to, look) for look, _, to in pieces if to)
    return GAME.interpret(table.state, Change(left, arrived))


def test_sliding_an_agent_is_announcing_its_move() -> None:
    assert slid(Table(red={}, blue={}), (BLEU, "21", "22"))[0] == red(move("bleu", "22"))[0]


def test_sliding_an_agent_with_the_case_is_carrying_it() -> None:
    table = Table(red={}, blue={}, bleu="13")
    assert slid(table, (BLEU, "13", "14"), (CASE, "13", "14"))[0] == red(move("bleu", "14", case=True))[0]


def test_sliding_an_agent_away_from_the_case_may_mean_both() -> None:
    table = Table(red={}, blue={}, bleu="13")
    assert slid(table, (BLEU, "13", "14")) == red(move("bleu", "14"), move("bleu", "14", case=True))


def test_sliding_the_case_alone_means_that_an_agent_there_carries_it() -> None:
    table = Table(red={}, blue={}, bleu="13", gray="13")
    assert slid(table, (CASE, "13", "14")) == red(move("bleu", "14", case=True), move("gray", "14", case=True))


def test_an_agent_taken_off_was_struck_by_one_beside_it() -> None:
    table = Table(red={"bleu": 1000}, blue={}, bleu="13", gray="13")
    assert slid(table, (GRAY, "13", "")) == red(strike("bleu", "gray"))


def test_a_jump_over_the_town_is_understood_and_refused() -> None:
    table = Table(red={}, blue={})
    intent = slid(table, (BLEU, "21", "3"))[0]
    assert table.why_not(intent.seat, intent.action) == {"move.street"}


def test_while_a_move_is_open_the_agent_may_stand_before_or_after_it() -> None:
    table = Table(red={}, blue={}).go("red", move("bleu", "22"))
    placement = GAME.placement(table.state)
    assert placement.contents("22") == (BLEU,)
    for cell, contents in (("21", (BLANCO,)), ("21", (BLANCO, BLEU)), ("22", (BLEU,)), ("22", ())):
        assert placement.allows(cell, contents)
    assert not placement.allows("23", (BLEU,))


def test_while_a_carry_is_open_agent_and_case_may_come_one_after_the_other() -> None:
    table = Table(red={}, blue={}, bleu="13").go("red", move("bleu", "14", case=True))
    placement = GAME.placement(table.state)
    for contents in ((), (BLEU,), (CASE,), (BLEU, CASE)):
        assert placement.allows("13", contents)
        assert placement.allows("14", contents)


def test_while_a_strike_is_open_the_victim_may_be_off_already() -> None:
    table = Table(red={"bleu": 1000}, blue={}, bleu="13", gray="13").go("red", strike("bleu", "gray"))
    placement = GAME.placement(table.state)
    assert placement.contents("13") == (BLEU, GRAY, CASE)
    assert placement.allows("13", (BLEU, CASE))
    assert not placement.allows("13", (GRAY, CASE))


def test_after_a_won_objection_the_agent_belongs_where_it_was() -> None:
    table = Table(red={}, blue={"bleu": 500}).go("red", move("bleu", "22")).go("blue", Object()).go("red", Withdraw())
    placement = GAME.placement(table.state)
    assert placement.contents("21") == (BLANCO, BLEU)
    assert not placement.tolerated


def test_taking_the_agent_back_answers_the_challenge_and_the_duel() -> None:
    table = Table(red={}, blue={"bleu": 500}).go("red", move("bleu", "22")).go("blue", Object())
    assert slid(table, (BLEU, "22", "21"))[0] == red(Withdraw())[0]
    table.go("red", Accept()).go("blue", Bid(100))
    assert slid(table, (BLEU, "22", "21"))[0] == red(Pass())[0]


def test_taking_a_struck_agent_off_is_no_ones_answer_but_may_be_read_as_one() -> None:
    table = Table(red={"bleu": 1000}, blue={}, bleu="13", gray="13").go("red", strike("bleu", "gray"))
    assert Intent("blue", LetStand()) in slid(table, (GRAY, "13", ""))


def test_what_is_pencilled_does_not_change_what_the_board_means() -> None:
    plain, pencilled = Table(red={}, blue={}), Table(red={}, blue={}).go("red", bribe("bleu", 500))
    assert slid(plain, (BLEU, "21", "22")) == slid(pencilled, (BLEU, "21", "22"))
    assert pencilled.may("red", move("bleu", "22"))


def test_every_piece_has_a_body_and_a_name() -> None:
    for sheet in ("A1", "A2"):
        bodies = GAME.pieces({"board": sheet})
        assert set(GAME.supply({}, ("red", "blue"))) == set(bodies)
        assert all(GAME.texts.has(f"look.{look}") for look in bodies)


def test_all_pieces_fit_side_by_side_into_one_building() -> None:
    for sheet in ("A1", "A2"):
        board, bodies = GAME.board({"board": sheet}), GAME.pieces({"board": sheet})
        widest = max(body.size_mm for body in bodies.values())
        for cell in board.cells:
            place = board.places[cell]
            across = 2 * (place.outline[0][0] - place.centre[0])
            assert across >= 3.62 * widest, "nine discs of width 1 fit into a circle of width 3.613"
