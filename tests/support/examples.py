"""What CI adds: all examples of a property instead of a quarter, and no test that is skipped."""

import os
from typing import Final, NoReturn

import pytest

# Where nothing may be left out.
IN_CI: Final = os.environ.get("CI") == "true"


def examples(count: int) -> int:
    """How many of `count` examples this run makes."""
    return count if IN_CI else count // 4


def cannot_run(reason: str) -> NoReturn:
    """Skip the test for want of a program; in CI, where nothing may be left out, fail it."""
    if IN_CI:
        pytest.fail(reason)
    pytest.skip(reason)
