"""The sentences about leagues and running them: why something is refused, and what was done."""

from typing import Final

from scorekeeper.language import N_, Plural
from scorekeeper.rules.faults import FaultCode
from scorekeeper.web.http.messages import ErrorText, Messages

_GAME_IN_LEAGUE: Final = N_("This game is already in a league.")
MESSAGES: Final = Messages(
    faults={
        FaultCode.LEAGUE_NAMELESS: N_("Give the league a name."),
        FaultCode.SEASON_NAMELESS: N_("Give the season a name."),
        FaultCode.SEASON_KNOWN: N_("Choose another name. The league already has a season {name}."),
        FaultCode.LAST_ORGANISER: N_("Invite another organiser first. Someone has to run the league."),
        FaultCode.PLAYER_UNKNOWN: N_("Choose a player of this league."),
        FaultCode.PLAYER_TWICE: N_("{name} is here twice. Change one of them."),
        FaultCode.PLAYER_TOO_LONG: Plural(
            "Shorten the name on line {line}. It can have up to {most} letter.",
            "Shorten the name on line {line}. It can have up to {most} letters.",
            by="most",
        ),
        FaultCode.PLAYER_UNREADABLE: N_(
            "Type the name on line {line} again. No name can have one of its characters."
        ),
        FaultCode.PLAYER_KNOWN: N_("Choose another name. The league already has a player {name}."),
        FaultCode.PLAYER_ERASED: N_("You can’t change this player any more. The name is erased."),
        FaultCode.PLAYER_PLAYED: N_("Retire or merge this player instead. Games have the name."),
        FaultCode.PLAYER_MERGED: N_("Undo the merge first. This player is merged with {name}."),
        FaultCode.PLAYER_SAME: N_("Choose a different player."),
        FaultCode.PLAYERS_MET: N_("Choose a different player. These two have sat at the same table."),
        FaultCode.SEATS_ONE_PERSON: N_(
            "{name} would sit at this table twice, because two names in this game belong to {name} now."
        ),
        FaultCode.ERASURE_UNCONFIRMED: N_("Type the name exactly as it stands above."),
        FaultCode.NIGHT_OVER: N_("Ask an organiser to open a new league night. This one is over."),
        FaultCode.NIGHT_OPENS: N_("Choose a later time, within a year from now."),
        FaultCode.NIGHT_TIME: Plural(
            "Choose a time after it opens, within {hours} hour.",
            "Choose a time after it opens, within {hours} hours.",
            by="hours",
        ),
        FaultCode.GAME_IN_LEAGUE: _GAME_IN_LEAGUE,
        FaultCode.GAME_STRUCK: N_("This game is already removed. It doesn’t count."),
        FaultCode.GAME_OF_LEAGUE_STAYS: N_(
            "Ask an organiser to remove it from the league instead. "
            "You can’t delete a league game with scores."
        ),
        FaultCode.RANKING_BEST_OF: N_("Choose how many count, from 1 to {most}."),
        FaultCode.RANKING_TOTALS: N_(
            "Choose “Only the best” above, and how many. Otherwise whoever misses a game gains by it."
        ),
        FaultCode.RANKING_MIN_GAMES: N_("Choose how many you need for a place, from 1 to {most}."),
        FaultCode.RANKING_NUMBER: N_("Choose a number from 0 to {most}."),
        FaultCode.PLACE_POINTS_UNREADABLE: Plural(
            "Enter {players} whole number from 0 to {most}. Start with first place.",
            "Enter {players} whole numbers from 0 to {most}. Start with first place.",
            by="players",
        ),
        FaultCode.PLACE_POINTS_RISING: N_(
            "Check the order. A lower place can’t earn more points than a higher one."
        ),
        FaultCode.SEASON_DAYS: N_("Choose a last day that isn’t before the first day."),
        FaultCode.SEASON_OVERLAPS: N_("Choose other days. Some of these belong to the season “{name}”."),
        FaultCode.SEASON_CLOSED: N_(
            "Ask an organiser to open season {name} again. It’s closed, and its table doesn’t change."
        ),
        FaultCode.SEASON_PLAYED: N_("Create a season for these days first. Its games need a place to count."),
    },
    unreadable={
        "players-none": N_("Type at least one name."),
        "players-many": N_("Add up to 200 names at a time."),
        "game-not-yours": N_("Check the link. This phone can’t score a game there."),
        "game-in-league": _GAME_IN_LEAGUE,
        "points": N_("Type whole numbers, like 11, 7, 4, 2."),
    },
    news={
        "league-founded": N_("League created. Add its players, then open a league night."),
        "league-saved": N_("Saved."),
        "league-link": N_("The league has a new link. The old one no longer works."),
        "organiser-joined": N_("You run this league now."),
        "organiser-gone": N_("That organiser no longer runs the league."),
        "organiser-gone-renewed": N_(
            "That organiser no longer runs the league. The old links no longer work. "
            "Give the new ones to everyone who needs them."
        ),
        "organiser-left": N_("You no longer run that league."),
        "players-added": N_("Players added."),
        "player-renamed": N_("Name changed everywhere."),
        "player-guest": N_("Now a guest. All games count without them."),
        "player-member": N_("Now a member. All games count with them."),
        "player-retired": N_("Player retired. You can’t pick them for new games. Their games stay."),
        "player-back": N_("You can pick this player for new games again."),
        "player-merged": N_("Players merged. Their games count together."),
        "player-parted": N_("Merge undone. They’re two players again."),
        "player-removed": N_("Player removed."),
        "player-erased": N_("Name erased. The scores stay."),
        "night-planned": N_("League night planned."),
        "night-opened": N_("The league night is open."),
        "night-renewed": N_("The league night has a new code and link. The old ones no longer work."),
        "night-ended": N_("The league night is over. Games in progress carry on."),
        "night-cancelled": N_("The league night is cancelled."),
        "imported": N_("Import done. The file’s games are in the league."),
        "import-undone": N_("The import is undone. Its games are gone."),
        "import-not-undone": N_("The import can’t be undone any more. A game of it was changed."),
        "import-gone": N_("Choose the file again. We no longer have it."),
        "game-joined": N_("Game added to the league."),
        "game-struck": N_("Game removed from the league. It doesn’t count."),
        "game-back": N_("The game counts again."),
        "season-set": N_("Season saved. The games of these days count in it."),
        "season-gone": N_("Season removed. You didn’t lose any games."),
        "season-closed": N_("Season closed. Its table is final."),
        "season-opened": N_("The season is open again."),
        "ranking-set": N_("Ranking saved."),
    },
    errors={
        "file-too-large": ErrorText(
            N_("This file is too large"),
            N_(
                "Choose a file of up to 16 MB. For a larger one, ask the person who runs this server to use "
                "“scorekeeper league import”. Nothing was changed."
            ),
        ),
        "night-unknown": ErrorText(
            N_("We can’t find that league night"),
            N_("Its address may have changed. Scan its code again, or ask its organiser for the link."),
        ),
        "league-not-yours": ErrorText(
            N_("Only for organisers"),
            N_(
                "Ask an organiser of this league to invite you. You’re signed in, but you don’t run it. "
                "Nothing was changed."
            ),
        ),
    },
)
