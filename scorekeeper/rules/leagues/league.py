"""Who may read a league, and the kinds of entries in its history."""

from enum import StrEnum


class Visibility(StrEnum):
    """Who may read a league: everybody, those who know its secret address, or only its organisers."""

    PUBLIC = "public"
    LINK = "link"
    PRIVATE = "private"


class EntryKind(StrEnum):
    """What an entry of the history of a league records. The web has a sentence for each."""

    FOUNDED = "founded"
    RENAMED = "renamed"
    VISIBILITY = "visibility"
    HOUSE_RULES = "house-rules"
    TIME_ZONE = "time-zone"
    ORGANISER_ADDED = "organiser-added"
    ORGANISER_GONE = "organiser-gone"
    PLAYER_ADDED = "player-added"
    PLAYER_RENAMED = "player-renamed"
    PLAYER_RETIRED = "player-retired"
    PLAYER_BACK = "player-back"
    PLAYER_MERGED = "player-merged"
    PLAYER_PARTED = "player-parted"
    PLAYER_ERASED = "player-erased"
    PLAYER_REMOVED = "player-removed"
    PLAYER_GUEST = "player-guest"
    PLAYER_MEMBER = "player-member"
    SEASON_SET = "season-set"
    SEASON_GONE = "season-gone"
    SEASON_CLOSED = "season-closed"
    SEASON_OPENED = "season-opened"
    RANKING_SET = "ranking-set"
    NIGHT_OPENED = "night-opened"
    NIGHT_PLANNED = "night-planned"
    NIGHT_ENDED = "night-ended"
    NIGHT_RENEWED = "night-renewed"
    GAME_STARTED = "game-started"
    GAME_JOINED = "game-joined"
    GAME_COUNTED = "game-counted"
    GAME_CHANGED = "game-changed"
    GAME_REOPENED = "game-reopened"
    GAME_STRUCK = "game-struck"
    GAME_BACK = "game-back"
    SCORERS_ENDED = "scorers-ended"
    SCORER_INVITED = "scorer-invited"
    IMPORTED = "imported"
    IMPORT_UNDONE = "import-undone"
