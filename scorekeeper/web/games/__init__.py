"""The pages of a game."""

from secrets import SystemRandom

from flask import Flask, request, url_for

from scorekeeper.language import _
from scorekeeper.rules.checks import clause_by
from scorekeeper.services.common.faults import FormRecorded
from scorekeeper.services.games import rights
from scorekeeper.web.games import (
    ahead,
    badges,
    charts,
    exports,
    game_rules,
    games,
    hands,
    house_rules,
    messages,
    ruling_text,
    score_text,
    scorers,
    seats,
    story,
)
from scorekeeper.web.http import device, errors, headers, responses
from scorekeeper.web.http.messages import register_messages


def init_app(app: Flask) -> None:
    """Register the pages of games, and what other pages show of a game."""
    register_messages(app, messages.MESSAGES)
    headers.keep_secret(app, "/join/")
    headers.keep_unlisted(app, "/games/", "/join/")
    device.believe(app, rights.is_known)
    errors.lead_back(app, _game_of_page)
    # As after the first answer, which may have been lost.
    app.register_error_handler(
        FormRecorded,
        lambda sent: responses.see("games.table", game_id=sent.game_id, news="form-recorded"),
    )
    ruling_text.init_app(app)
    app.jinja_env.globals.update(
        badge=badges.badge,
        badges=badges.badges,
        badges_of=badges.badges_of,
        clause_by=clause_by,
        draw_chart=charts.draw_chart,
        house_lines=house_rules.house_lines,
        other_lines=house_rules.other_lines,
        are_changed=house_rules.are_changed,
        game_name=house_rules.game_name,
        margin=story.margin,
        score_row=score_text.score_row,
        tell_story=story.tell_story,
    )
    app.jinja_env.filters.update(longest_word=charts.longest_word, short_name=charts.short_name)
    for module in (games, hands, ahead, seats, game_rules, exports, scorers):
        app.register_blueprint(module.blueprint)
    app.register_blueprint(hands.corrections)
    app.register_blueprint(game_rules.pauses)
    app.extensions.update(chance=SystemRandom(), watched_pages=games.watched_pages())


def _game_of_page() -> tuple[str, str] | None:
    """A link to the game that the address of this page names."""
    game_id = (request.view_args or {}).get("game_id")
    return (url_for("games.table", game_id=game_id), _("Back to the game")) if game_id else None
