"""Whatever a signed-in browser sends about accounts, the answer is a page of ours."""

from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper.services.accounts import registration
from tests.support.accounts import OLGA, PASSWORD, make_account, sign_in
from tests.support.phones import Phone
from tests.support.routes import all_routes
from tests.web.test_nonsense import ANSWERED, ODD

pytestmark = pytest.mark.long

FIELDS = ("mail", "name", "password", "current", "next", "challenge", "credential", "said")


@pytest.fixture
def organiser(app, clock):
    settings = app.extensions["settings"]
    app.extensions["settings"] = replace(settings, sign_up=True, public_url="http://localhost")
    phone = Phone(app)
    sign_in(phone, make_account(app, password=PASSWORD))
    return phone


@pytest.mark.parametrize("odd", ODD)
def test_odd_values_in_every_field_are_answered(app, organiser, clock, odd):
    with app.app_context():
        link = registration.offer_reset(OLGA, now=clock.at, valid_for=timedelta(hours=1)).token
    paths = {(route.path.replace("T" * 22, link), route.method) for route in all_routes(app)}

    for path, method in sorted(paths):
        if path.startswith("/account") and path not in ("/account/sign-out", "/account/closing"):
            fields = dict.fromkeys(FIELDS, odd)
            get = method == "GET"
            answer = organiser.get(path, query_string=fields) if get else organiser.post(path, fields)
            assert answer.status_code in ANSWERED, path
