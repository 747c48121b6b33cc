"""Requests every page and API call in each role, in public, linked and private leagues.

The tests have the table of who may do what, and the function that tries it.
"""

from bench.prove.installations import installation
from bench.prove.proof import Proof
from tests.support import roles
from tests.support.league_cast import set_cast

VISIBILITIES = ("public", "link", "private")


def prove(share: float, seed: int = 1) -> Proof:
    """Try all three kinds of leagues, or the first one for a small share."""
    del seed
    requests, broken = 0, []
    chosen = VISIBILITIES[: max(1, round(len(VISIBILITIES) * share))]
    for visibility in chosen:
        with installation() as app:
            file = app.extensions["settings"].database_file
            walked = roles.walk(set_cast(app, visibility=visibility), visibility=visibility, file=file)
        requests += walked.requests
        broken += [f"{visibility}: {wrong}" for wrong in walked.wrong]
    addresses = requests // len(roles.ROLES) // len(chosen)
    did = (
        f"{requests:,} requests: {addresses} addresses and calls, each by {len(roles.ROLES)} roles "
        f"({', '.join(roles.ROLES)}), in leagues that are {', '.join(chosen)}; "
        f"what was refused changed nothing"
    )
    return Proof("rights", did, tuple(broken))
