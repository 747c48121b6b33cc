"""The rules of any game in words, and the form of house rules, before there is a game."""

from flask import Flask

from scorekeeper.web.rulesets import card_names, contracts, forms, rulesets, values, words


def init_app(app: Flask) -> None:
    """Register the pages of house rules, and what other pages say of rules."""
    app.jinja_env.globals.update(
        contract_name=contracts.contract_name,
        contract_words=contracts.contract_words,
        hand_words=contracts.hand_words,
        ruleset_facts=words.ruleset_facts,
        first_dealer=words.first_dealer,
        points_row=values.points_row,
        rule_differences=words.difference_sentences,
        explained=words.explained,
        rule_statement=words.statement,
        written_changes=forms.written,
    )
    app.jinja_env.filters.update(card_name=card_names.card_name)
    app.register_blueprint(rulesets.blueprint)
