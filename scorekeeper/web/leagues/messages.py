"""The sentences about leagues and running them: why something is refused, and what was done."""

from __future__ import annotations

from typing import Final

from scorekeeper.rules.faults import FaultCode
from scorekeeper.web.http.messages import ErrorText, Messages

_GAME_IN_LEAGUE: Final = "This game belongs to a league already."
MESSAGES: Final = Messages(
    faults={
        FaultCode.LEAGUE_NAMELESS: "The league needs a name.",
        FaultCode.SEASON_NAMELESS: "The season needs a name.",
        FaultCode.SEASON_KNOWN: "{name} is a season of the league already.",
        FaultCode.VISIBILITY_UNKNOWN: "Choose who may read the league.",
        FaultCode.LAST_ORGANISER: "Nobody could run the league any more. Let somebody else run it first.",
        FaultCode.PLAYER_UNKNOWN: "Choose a player of the league.",
        FaultCode.PLAYER_TWICE: "{name} stands here twice.",
        FaultCode.PLAYER_TOO_LONG: "Line {line}: a name has at most {most} letters.",
        FaultCode.PLAYER_UNREADABLE: "Line {line} holds a sign that no name has.",
        FaultCode.PLAYER_KNOWN: "{name} is a player of the league already.",
        FaultCode.PLAYER_ERASED: "This player is erased: there is nothing left to change.",
        FaultCode.PLAYER_MERGED: "This player is one person with {name}. Part them first.",
        FaultCode.PLAYER_NOT_MERGED: "This player is not one person with another.",
        FaultCode.PLAYER_SAME: "Choose another player.",
        FaultCode.PLAYERS_MET: "Both sat at one table: they are two people.",
        FaultCode.SEATS_ONE_PERSON: "{name} would sit at this table twice: two names in its history mean one "
        "player of the league by now.",
        FaultCode.PLAYER_RETIRED: "This player has retired already.",
        FaultCode.PLAYER_NOT_RETIRED: "This player has not retired.",
        FaultCode.ERASURE_UNCONFIRMED: "Type the name as it stands above: nothing brings it back afterwards.",
        FaultCode.ACCOUNT_UNKNOWN: "Choose an organiser of the league.",
        FaultCode.ACCOUNT_LINKED: "This account belongs to {name}.",
        FaultCode.NIGHT_OVER: "This league night is over: no game can be started in it any more.",
        FaultCode.NIGHT_OPENS: "A league night opens after now, and within a year.",
        FaultCode.NIGHT_TIME: "A league night ends after it opens, and within {hours} hours.",
        FaultCode.TABLE_WITHOUT_POINTS: "The season counts places, and has no points for tables of {players} "
        "yet. Its organiser can enter them.",
        FaultCode.GAME_IN_LEAGUE: _GAME_IN_LEAGUE,
        FaultCode.GAME_STRUCK: "This game is struck already.",
        FaultCode.GAME_NOT_STRUCK: "This game is not struck.",
        FaultCode.GAME_OF_LEAGUE_STAYS: "A game of a league is not deleted once a hand is recorded. "
        "An organiser of the league can strike it.",
        FaultCode.RANKING_BEST_OF: "How many of the best games count is a number from 1 to {most}.",
        FaultCode.RANKING_MIN_GAMES: "The games needed for a rank are a number from 1 to {most}.",
        FaultCode.PLACE_POINTS_MISSING: "Tables of {players} have played: enter their place points.",
        FaultCode.PLACE_POINTS_UNREADABLE: "Give {players} whole numbers from 0 to {most}, best place first.",
        FaultCode.PLACE_POINTS_RISING: "A worse place cannot be worth more than a better one.",
        FaultCode.SEASON_DAYS: "A season ends after it begins.",
        FaultCode.SEASON_OVERLAPS: "These days belong to the season “{name}” already.",
        FaultCode.SEASON_NAME_SLASH: "This cannot stand in an address: choose another name, without a slash "
        "and without “.csv” at its end.",
        FaultCode.SEASON_NAME_YEAR: "Names of four digits belong to the calendar years. Choose another one.",
    },
    unreadable={
        "players-none": "Write at least one name.",
        "players-many": "At most 200 names at once.",
        "game-not-yours": "This is not the address of a game that this phone may score.",
        "game-in-league": _GAME_IN_LEAGUE,
        "points": "These are not whole numbers. Write them like this: 11, 7, 4, 2.",
    },
    news={
        "league-founded": "The league is there. Add its players, then open a league night.",
        "league-saved": "Saved.",
        "league-link": "The league has a new link. The old one leads nowhere.",
        "organiser-joined": "You run this league now.",
        "organiser-gone": "That account no longer runs the league.",
        "organiser-gone-renewed": "That account no longer runs the league. Old addresses no longer work: "
        "show the new ones to your scorers and readers.",
        "organiser-left": "You no longer run that league.",
        "players-added": "The players are in the league.",
        "player-renamed": "The name is changed everywhere.",
        "player-retired": "The player is no longer offered for new games. All games stay.",
        "player-back": "The player is offered for new games again.",
        "player-merged": "They are one person now, with the games of both.",
        "player-parted": "They are two players again.",
        "player-erased": "The name is erased. The numbers stay.",
        "player-linked": "It is noted.",
        "night-planned": "The league night is planned.",
        "night-opened": "The league night is open.",
        "night-renewed": "The league night has a new address. The old one no longer works.",
        "night-ended": "The league night is over. Games begun go on.",
        "night-cancelled": "The league night is cancelled.",
        "imported": "The file is in the league.",
        "import-nothing": "All of it was here already.",
        "import-gone": "This file is kept no longer: perhaps it is brought in already. Choose it again "
        "to see.",
        "game-joined": "The game belongs to the league now.",
        "game-struck": "The game is struck: it counts nowhere.",
        "game-back": "The game counts again.",
        "season-set": "The season is set. Its games count in it.",
        "season-gone": "The season is removed. Its games count in their calendar years.",
        "ranking-set": "The season ranks this way now.",
    },
    errors={
        "file-too-large": ErrorText(
            "This file is too large",
            "A page takes files up to 16 MB. Nothing was changed. The command takes larger ones: "
            "scorekeeper league import.",
        ),
        "night-unknown": ErrorText(
            "We can’t find that league night",
            "Its address may have changed. Scan its code again, or ask its organiser for the link.",
        ),
        "league-not-yours": ErrorText(
            "Only for its organisers",
            "You are signed in, but you do not run this league. One of its organisers can invite you. "
            "Nothing was changed.",
        ),
    },
)
