"""The cast of the league tests: two who run a league, one who runs another, two tables, everybody else."""

from dataclasses import dataclass
from datetime import timedelta

from flask import Flask

from scorekeeper.services.leagues import leagues, night_addresses, nights, organisers
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.leagues import league_head
from scorekeeper.services.leagues.transfer import uploads
from tests.support.accounts import make_account, sign_in
from tests.support.phones import Phone
from tests.support.played_once import played_once
from tests.support.routes import Route, all_routes

FOUR, OTHERS = ("Ana", "Ben", "Cem", "Dee"), ("Eva", "Fay", "Gus", "Hal")

BOOK = "date,hand,player,points\n2019-03-07,1,Ana,25\n2019-03-07,1,Ben,0\n"


@dataclass(frozen=True)
class Cast:
    """Phones by who holds them; the account of the co-organiser; two games, the first one of `scorer`."""

    app: Flask
    phones: dict[str, Phone]
    slug: str
    league_id: int
    co: int
    night: str
    token: str
    game: str
    other_game: str
    upload: str

    def routes(self, *, calls: bool = False) -> list[Route]:
        """Every address, of this league and its first table; `calls`: those of the API."""
        values = {"slug": self.slug, "account": self.co, "night": self.night, "token": self.token}
        values |= {"upload": self.upload, "player": 1, "clause": "1.1"}
        return list(all_routes(self.app, game=self.game, calls=calls, **values))


@played_once
def set_cast(app: Flask, *, visibility: str = "public") -> Cast:
    """A league with a night on which two tables play; the first game is finished."""
    accounts = [make_account(app, f"{name}@example.org", name) for name in ("olga", "cora", "otto")]
    now = app.extensions["clock"]()
    with app.app_context():
        slug = _found(accounts[0], now=now, visibility=visibility)
        _found(accounts[2], now=now, visibility="public")
        league_id = league_head(slug).id
        organisers.accept(
            organisers.invite(league_id, actor=Actor(None, now)).token, actor=Actor(accounts[1], now)
        )
        night = nights.open_night(
            league_id, closes_at=now + timedelta(hours=9), actor=Actor(accounts[0], now)
        )
        token = night_addresses.token_of(night)
        upload = uploads.keep(BOOK.encode(), league_id=league_id, actor=Actor(accounts[0], now))
    phones = {name: Phone(app) for name in ("organiser", "co-organiser", "other organiser")}
    for phone, account in zip(phones.values(), accounts, strict=True):
        sign_in(phone, account)
    phones |= {name: Phone(app) for name in ("scorer", "other scorer", "watcher", "stranger")}
    game = start_at(phones["scorer"], token, *FOUR)
    for hand in range(1, 8):
        assert phones["scorer"].score(game, hand, 1, {0: 25, 2: 45, 3: 110}).status_code == 303
    other_game = start_at(phones["other scorer"], token, *OTHERS)
    assert phones["watcher"].get(f"/games/{game}").status_code == 200
    phones["stranger"].start("Zoe", "Yan")
    return Cast(app, phones, slug, league_id, accounts[1], night, token, game, other_game, upload)


def start_at(phone: Phone, token: str, *players: str, **fields: object) -> str:
    """Start a game in a league night; its id."""
    form = {"player": players, "dealer": 0, "start": "1", "csrf_token": phone.fresh_token(), **fields}
    answer = phone.post(f"/nights/{token}/games/new", form)
    assert answer.status_code == 303, answer.text
    return answer.location.rsplit("/", 1)[-1]


def _found(account: int, *, now, visibility: str) -> str:
    return leagues.found_league(
        "Thursday Club", visibility=visibility, time_zone="UTC", actor=Actor(account, now)
    )
