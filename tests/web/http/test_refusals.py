"""Where refusals go: those of the rules beside their fields, those of the state to a page of their own."""

import pytest

from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, StateViolation
from scorekeeper.web.http import refusals


def test_what_the_rules_refuse_is_caught_by_its_field():
    with refusals.caught() as errors:
        raise RuleViolation(Fault(FaultCode.SUSPENSION_NOT_AGREED, "/agreed", "8.1"))

    (refusal,) = errors["agreed"]
    assert refusal.clause == "8.1"


def test_what_the_state_of_the_game_forbids_is_not_caught():
    with pytest.raises(StateViolation), refusals.caught():
        raise StateViolation(Fault(FaultCode.GAME_FINISHED))


def test_what_is_allowed_leaves_no_errors():
    with refusals.caught() as errors:
        pass

    assert errors == refusals.NONE
