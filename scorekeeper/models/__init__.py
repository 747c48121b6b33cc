"""The record: tables and relations, no decisions."""

from scorekeeper.models.accounts import AccountRow, KnownBrowserRow, OneTimeLinkRow, PasskeyRow, SignInRow
from scorekeeper.models.games import (
    EntryNoteRow,
    EntryRow,
    GameNameRow,
    GameRow,
    HandRow,
    InvitationRow,
    PrecedentRow,
    SavedRulesetRow,
    ScoreRow,
    ScorerRightRow,
    SeatRow,
)
from scorekeeper.models.leagues import (
    LeagueEntryRow,
    LeagueGameRow,
    LeagueRow,
    NightRow,
    OrganiserInvitationRow,
    OrganiserRow,
    PlayerRow,
    ResultRow,
    SeasonRow,
    UploadRow,
)
from scorekeeper.models.requests import AttemptCountRow, IdempotencyRow, SecretKeyRow
