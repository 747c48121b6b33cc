"""`python -m tests.support.speaking_server run`: the `scorekeeper` command in the pseudo-languages, too.

Their catalogues lie in a folder beside the data folder.
"""

from __future__ import annotations

import os
from pathlib import Path

from scorekeeper import paths
from tests.support.languages import pseudo_catalogues


def beside(data: Path) -> Path:
    """The folder of the catalogues for the server over `data`."""
    return data.parent / "languages"


def write_catalogues(data: Path) -> None:
    """Make the pseudo-languages for the server over `data`."""
    beside(data).mkdir()
    for code, catalogue in pseudo_catalogues().items():
        (beside(data) / f"{code}.mo").write_bytes(catalogue)


if __name__ == "__main__":
    paths.LANGUAGES = beside(Path(os.environ["SCOREKEEPER_DATA"]))
    from scorekeeper.cli.main import main

    main()
