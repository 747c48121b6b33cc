"""The sentences of the API's problem documents that the rules do not say: shapes and HTTP."""

from __future__ import annotations

from typing import Final

SHAPES: Final = {
    "object": "This must be a JSON object.",
    "list": "This must be a JSON array.",
    "unknown": "There is no such field.",
    "required": "This field is needed.",
    "null": "This may not be null.",
    "whole": "This must be a whole number of at most 15 digits.",
    "yes-no": "This must be true or false.",
    "text": "This must be a text.",
    "moment": "This must be a time in ISO 8601 with its offset, such as 2026-11-20T19:30:00+01:00.",
    "reason": "The reason has at most 200 characters.",
    "either-form": "Give either “scores” or one score by its “seat”, not both.",
    "either-seats": "Give either “seat” or “seats”.",
}

PROBLEMS: Final = {
    "not-json": "The body must be JSON, sent as application/json and not compressed.",
    "unreadable": "The body is not one JSON document in UTF-8, with every name once in its object.",
    "shape": "The body is JSON, but not of the shape that is asked for here.",
    "rules": "The rules do not allow this. Nothing has changed.",
    "state": "The game as it is now does not allow this. Nothing has changed.",
    "bad-key": "An Idempotency-Key has 1 to 255 characters.",
    "key-reused": "This Idempotency-Key was used before, for another body. Nothing has changed.",
    "stale-version": "The game has moved on since the version in If-Match. Nothing has changed.",
    "no-right": "Writing to a game needs its scorer token, sent as “Authorization: Bearer <token>”.",
    "wrong-right": "This is not the scorer token of this game.",
    "starts-closed": "On this server only organisers and league nights can start games. Programs cannot.",
    "unknown-game": "There is no such game, or it has been deleted.",
    "unknown-league": "There is no such league, or it is not for everybody.",
    "unknown-season": "The league has no such season.",
    "unknown-player": "The league has no such player, or no such season.",
    "bad-page": "“page” must be a whole number from 1.",
    "bad-day": "“on” must be a day such as 2026-11-20.",
    "unknown-irregularity": "The referee knows no such irregularity.",
    "unknown-clause": "There is no clause of that number.",
    "too-many": "Too many games were started from here. Wait, then try once more.",
    "busy": "Someone else is saving. Nothing has changed. Try again in a moment.",
    "scores-gone": "The server cannot find the folder with the scores. Nothing has changed.",
    "scores-replaced": "Another file has taken the place of the scores. Nothing has changed.",
    "disk-full": "The disk of the server is full. Nothing has changed.",
    "read-only": "The server cannot write to its disk. Nothing has changed.",
    "disk-error": "The disk of the server reports errors. Nothing has changed.",
    "scores-damaged": "The file with the scores is damaged. Nothing has changed.",
    "database-unreachable": "The database does not answer. Nothing has changed: try once more in a moment.",
    "database-unusable": "The database cannot be used. Nothing has changed.",
}

STATUSES: Final = {
    400: "This request cannot be read.",
    404: "There is nothing at this address.",
    405: "This address does not know this method.",
    413: "The body is too large.",
    500: "Something went wrong here. What was saved before is safe.",
}
OTHER_STATUS: Final = "This request cannot be answered."
