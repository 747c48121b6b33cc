"""The shapes of answers about disputes: the catalogue of the referee, rulings, and what they left open."""

from __future__ import annotations

from typing import Final

from marshmallow import fields

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.web.api.fields import Told
from scorekeeper.web.api.response_schemas import GameSchema
from scorekeeper.web.api.schema_parts import (
    many,
    one_of,
    one_of_or_null,
    text,
    text_or_null,
    texts,
    whole,
    whole_or_null,
    yes_no,
)

FACT_KINDS: Final = ("choice", "number", "numbers", "name", "names")


class FactSchema(Told):
    fact = text()
    question = text()
    hint = text()
    kind = one_of(*FACT_KINDS)
    values = texts(description="What a choice may be; empty for the others.")


class ThenSchema(Told):
    """What follows: another question by its id, or an outcome by its name."""

    question = text_or_null()
    outcome = text_or_null()


class AnswerSchema(Told):
    value = text_or_null(description="Of a choice.")
    when = text_or_null(description="Of all other questions.")
    text = text_or_null()
    then = fields.Nested(ThenSchema, required=True)


class QuestionSchema(Told):
    """Facts that are asked together, and what follows from each answer."""

    id = text()
    facts = many(FactSchema)
    answers = many(AnswerSchema)


class OptionChoiceSchema(Told):
    option = one_of(*OptionCode)
    see = one_of_or_null(*Irregularity)


class ChoiceSchema(Told):
    who = one_of(*Who)
    options = many(OptionChoiceSchema)


class OrderSchema(Told):
    remedy = one_of(*Remedy)
    who = one_of(*Who)
    see = one_of_or_null(*Irregularity)


class OutcomeSchema(Told):
    outcome = text()
    remedies = many(OrderSchema)
    choices = many(ChoiceSchema)
    clauses = texts(description="Empty where they follow from the answers.")
    notes = texts()


class IrregularitySchema(Told):
    """One irregularity with its questions; the first one is asked first."""

    irregularity = one_of(*Irregularity)
    headline = text()
    example = text()
    questions = many(QuestionSchema)
    outcomes = many(OutcomeSchema)


class RemedySchema(Told):
    remedy = one_of(*Remedy)
    who = one_of(*Who)
    points = whole_or_null()
    player = text_or_null()
    see = one_of_or_null(*Irregularity)
    text = text()


class RulingOptionSchema(Told):
    option = one_of(*OptionCode)
    see = one_of_or_null(*Irregularity)
    then = text()
    text = text()


class OfferedSchema(Told):
    who = one_of(*Who)
    text = text()
    options = many(RulingOptionSchema)


class RulingSchema(Told):
    """What the referee says."""

    irregularity = one_of(*Irregularity)
    facts = fields.Dict(required=True)
    outcome = text()
    headline = text()
    remedies = many(RemedySchema)
    choices = many(OfferedSchema)
    clauses = texts()
    interpretation = yes_no(description="It rests on our reading of a clause.")
    silent = yes_no(description="The rules leave it open.")
    notes = texts(description="Silent clauses close by.")
    house = texts(description="House rules that changed it, or its text.")


class RecordedRulingSchema(RulingSchema):
    """A ruling as it is recorded, with the names of the players, and the game after it."""

    roles = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    choice = one_of_or_null(*OptionCode)
    applied = yes_no(description="The sheet takes over its effects.")
    entry = whole(description="The entry that records it.")
    version = whole(description="Of the game; also the ETag.")
    game = fields.Nested(GameSchema, required=True)
