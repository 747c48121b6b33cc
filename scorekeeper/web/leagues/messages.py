"""The sentences about leagues and running them: why something is refused, and what was done."""

from __future__ import annotations

from typing import Final

from scorekeeper.rules.faults import FaultCode
from scorekeeper.web.http.messages import ErrorText, Messages

_GAME_IN_LEAGUE: Final = "This game is already in a league."
MESSAGES: Final = Messages(
    faults={
        FaultCode.LEAGUE_NAMELESS: "Give the league a name.",
        FaultCode.SEASON_NAMELESS: "Give the season a name.",
        FaultCode.SEASON_KNOWN: "Choose another name. The league already has a season {name}.",
        FaultCode.VISIBILITY_UNKNOWN: "Choose who can see the league.",
        FaultCode.LAST_ORGANISER: "Invite another organiser first. Someone has to run the league.",
        FaultCode.PLAYER_UNKNOWN: "Choose a player of this league.",
        FaultCode.PLAYER_TWICE: "{name} is here twice. Change one of them.",
        FaultCode.PLAYER_TOO_LONG: "Shorten the name on line {line}. It can have up to {most} letters.",
        FaultCode.PLAYER_UNREADABLE: "Type the name on line {line} again. "
        "No name can have one of its characters.",
        FaultCode.PLAYER_KNOWN: "Choose another name. The league already has a player {name}.",
        FaultCode.PLAYER_ERASED: "You can’t change this player any more. The name is erased.",
        FaultCode.PLAYER_MERGED: "Undo the merge first. This player is merged with {name}.",
        FaultCode.PLAYER_SAME: "Choose a different player.",
        FaultCode.PLAYERS_MET: "Choose a different player. These two have sat at the same table.",
        FaultCode.SEATS_ONE_PERSON: "{name} would sit at this table twice. "
        "Two names in the history of this game are the same player now.",
        FaultCode.ERASURE_UNCONFIRMED: "Type the name exactly as it stands above. You can’t undo this.",
        FaultCode.ACCOUNT_UNKNOWN: "Choose an organiser of this league.",
        FaultCode.ACCOUNT_LINKED: "Choose another organiser. This one is already {name}.",
        FaultCode.NIGHT_OVER: "Ask an organiser to open a new league night. This one is over.",
        FaultCode.NIGHT_OPENS: "Choose a later time, within a year from now.",
        FaultCode.NIGHT_TIME: "Choose a time after it opens, within {hours} hours.",
        FaultCode.TABLE_WITHOUT_POINTS: "Ask an organiser to enter points for tables of {players}. "
        "The season ranks by points for places, and has none yet.",
        FaultCode.GAME_IN_LEAGUE: _GAME_IN_LEAGUE,
        FaultCode.GAME_STRUCK: "This game is already removed. It doesn’t count.",
        FaultCode.GAME_OF_LEAGUE_STAYS: "Ask an organiser to remove it from the league instead. "
        "You can’t delete a league game with scores.",
        FaultCode.RANKING_BEST_OF: "Choose how many best games count, from 1 to {most}.",
        FaultCode.RANKING_MIN_GAMES: "Choose how many games you need to be ranked, from 1 to {most}.",
        FaultCode.PLACE_POINTS_MISSING: "Enter points for tables of {players}. Some have played this season.",
        FaultCode.PLACE_POINTS_UNREADABLE: "Enter {players} whole numbers from 0 to {most}. "
        "Start with first place.",
        FaultCode.PLACE_POINTS_RISING: "Check the order. A lower place can’t earn more points "
        "than a higher one.",
        FaultCode.SEASON_DAYS: "Choose a last day that isn’t before the first day.",
        FaultCode.SEASON_OVERLAPS: "Choose other days. Some of these belong to the season “{name}”.",
        FaultCode.SEASON_NAME_SLASH: "Choose another name, without a / and without “.csv” at the end. "
        "This one can’t be part of a link.",
        FaultCode.SEASON_NAME_YEAR: "Choose another name. Four digits are only for calendar years.",
    },
    unreadable={
        "players-none": "Type at least one name.",
        "players-many": "Add up to 200 names at a time.",
        "game-not-yours": "Check the link. This phone can’t score a game there.",
        "game-in-league": _GAME_IN_LEAGUE,
        "points": "Type whole numbers, like 11, 7, 4, 2.",
    },
    news={
        "league-founded": "League created. Add its players, then open a league night.",
        "league-saved": "Saved.",
        "league-link": "The league has a new link. The old one no longer works.",
        "organiser-joined": "You run this league now.",
        "organiser-gone": "That organiser no longer runs the league.",
        "organiser-gone-renewed": "That organiser no longer runs the league. The old links no longer work. "
        "Give the new ones to everyone who needs them.",
        "organiser-left": "You no longer run that league.",
        "players-added": "Players added.",
        "player-renamed": "Name changed everywhere.",
        "player-retired": "Player retired. You can’t pick them for new games. Their games stay.",
        "player-back": "You can pick this player for new games again.",
        "player-merged": "Players merged. Their games count together.",
        "player-parted": "Merge undone. They’re two players again.",
        "player-erased": "Name erased. The scores stay.",
        "player-linked": "Saved.",
        "night-planned": "League night planned.",
        "night-opened": "The league night is open.",
        "night-renewed": "The league night has a new code and link. The old ones no longer work.",
        "night-ended": "The league night is over. Games in progress carry on.",
        "night-cancelled": "The league night is cancelled.",
        "imported": "Import done. The file’s games are in the league.",
        "import-nothing": "There was nothing new to import. It’s all here already.",
        "import-gone": "Choose the file again. We no longer have it, perhaps because it’s already imported.",
        "game-joined": "Game added to the league.",
        "game-struck": "Game removed from the league. It doesn’t count.",
        "game-back": "The game counts again.",
        "season-set": "Season saved. The games of these days count in it.",
        "season-gone": "Season removed. Its games count in their calendar years.",
        "ranking-set": "Ranking saved.",
    },
    errors={
        "file-too-large": ErrorText(
            "This file is too large",
            "Choose a file of up to 16 MB. For a larger one, ask the person who runs this server to use "
            "“scorekeeper league import”. Nothing was changed.",
        ),
        "night-unknown": ErrorText(
            "We can’t find that league night",
            "Its address may have changed. Scan its code again, or ask its organiser for the link.",
        ),
        "league-not-yours": ErrorText(
            "Only for organisers",
            "Ask an organiser of this league to invite you. You’re signed in, but you don’t run it. "
            "Nothing was changed.",
        ),
    },
)
