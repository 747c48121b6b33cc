"""The seven hands, and how many may play: clauses 1.2, 1.2a, 4.1."""

from scorekeeper.rules.rulesets import CONTINENTAL, CONTRACTS, is_outside


def test_contracts_are_those_of_4_1():
    assert [(c.number, c.sets, c.runs, c.fewest_cards) for c in CONTRACTS] == [
        (1, 2, 0, 6),
        (2, 1, 1, 7),
        (3, 0, 2, 8),
        (4, 3, 0, 9),
        (5, 2, 1, 10),
        (6, 1, 2, 11),
        (7, 0, 3, 12),
    ]


def test_two_three_and_nine_players_are_outside_the_rules_1_2a():
    assert [players for players in range(2, 13) if is_outside(CONTINENTAL, players=players)] == [
        2, 3, 9, 10, 11, 12,
    ]  # fmt: skip
