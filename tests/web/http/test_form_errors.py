"""Where refusals go: those of the rules beside their fields, those of the state to a page of their own."""

import pytest

from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, StateViolation
from scorekeeper.web.http import form_errors


@pytest.fixture(autouse=True)
def context(app):
    with app.app_context():
        yield


def test_what_the_rules_refuse_is_caught_by_its_field():
    with form_errors.caught() as errors:
        raise RuleViolation(Fault(FaultCode.SUSPENSION_NOT_AGREED, "/agreed", "8.1"))

    (error,) = errors["agreed"]
    assert error.clause == "8.1"


def test_what_cannot_be_read_is_caught_by_its_field():
    with form_errors.caught() as errors:
        raise form_errors.Malformed({"points-1": "number"})

    assert errors == form_errors.malformed({"points-1": "number"})


def test_what_the_state_of_the_game_forbids_is_not_caught():
    with pytest.raises(StateViolation), form_errors.caught():
        raise StateViolation(Fault(FaultCode.GAME_FINISHED))


def test_what_is_allowed_leaves_no_errors():
    with form_errors.caught() as errors:
        pass

    assert errors == form_errors.NO_ERRORS


@pytest.mark.parametrize(
    ("pointer", "field"),
    [("/players/3", "player-3"), ("/players", ""), ("/first_dealer", "dealer"), ("/ruleset", ""), ("", "")],
)
def test_the_first_pattern_that_matches_names_the_field(pointer, field):
    fields = {"/players/*": "player-*", "/first_dealer": "dealer"}
    errors = form_errors.by_field([Fault(FaultCode.NAME_EMPTY, pointer)], fields=fields)

    assert list(errors) == [field]


def test_one_pattern_can_take_every_fault():
    faults = [Fault(FaultCode.NAME_EMPTY, ""), Fault(FaultCode.NAME_TOO_LONG, "/names/1")]

    (field,) = form_errors.by_field(faults, fields={"*": "names"})
    assert field == "names"
