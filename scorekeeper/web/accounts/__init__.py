"""The pages of an account: signing up and in, passkeys, closing."""

from flask import Flask

from scorekeeper.web.accounts import accounts, links, mail, messages
from scorekeeper.web.http import headers
from scorekeeper.web.http.messages import register_messages


def init_app(app: Flask) -> None:
    """Register the pages of accounts, their cookies and their letters."""
    register_messages(app, messages.MESSAGES)
    headers.keep_secret(app, "/account")
    headers.keep_unlisted(app, "/account/links/")
    mail.init_app(app)
    for blueprint in (accounts.blueprint, accounts.passkey_pages, links.blueprint):
        app.register_blueprint(blueprint)
