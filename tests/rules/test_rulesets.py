"""Rulesets and how many may play: clauses 1.2, 1.2a."""

from scorekeeper.rules.rulesets import CONTINENTAL, is_outside


def test_two_three_and_nine_players_are_outside_the_rules_1_2a():
    assert [players for players in range(2, 13) if is_outside(CONTINENTAL, players=players)] == [
        2, 3, 9, 10, 11, 12,
    ]  # fmt: skip
