"""The seven hands, and how many may play: clauses 1.2, 1.2a, 4.1."""

from scorekeeper.rules.contracts import CONTINENTAL, CONTRACTS, contract_of, is_outside


def test_contracts_are_those_of_4_1():
    assert [(c.number, c.sets, c.runs, c.name, c.fewest_cards) for c in CONTRACTS] == [
        (1, 2, 0, "Two sets", 6),
        (2, 1, 1, "One set and one run", 7),
        (3, 0, 2, "Two runs", 8),
        (4, 3, 0, "Three sets", 9),
        (5, 2, 1, "Two sets and one run", 10),
        (6, 1, 2, "One set and two runs", 11),
        (7, 0, 3, "Three runs", 12),
    ]


def test_each_hand_has_the_contract_of_its_number_4_1():
    assert tuple(contract_of(hand) for hand in range(1, 8)) == CONTRACTS


def test_two_three_and_nine_players_are_outside_the_rules_1_2a():
    assert [players for players in range(2, 13) if is_outside(CONTINENTAL, players=players)] == [
        2, 3, 9, 10, 11, 12,
    ]  # fmt: skip
