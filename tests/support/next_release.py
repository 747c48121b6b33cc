"""`python -m tests.support.next_release`: the command as of the next release, with one revision more."""

import shutil
import sys
import tempfile
from pathlib import Path

from scorekeeper import paths
from scorekeeper.cli import main
from scorekeeper.services.maintenance import schema

NAME = "2099_01_01_more"


def add_revision(folder: Path) -> None:
    """Copy the revisions to a new folder, and add one that changes nothing."""
    newest = schema.revisions()[-1]
    shutil.copytree(paths.MIGRATIONS, folder)
    revision = f"revision, down_revision = {NAME!r}, {newest!r}"
    (folder / "versions" / f"{NAME}.py").write_text(f"{revision}\nupgrade = downgrade = lambda: None\n")


if __name__ == "__main__":
    sys.argv[0] = "scorekeeper"
    with tempfile.TemporaryDirectory() as place:
        add_revision(Path(place, "migrations"))
        paths.MIGRATIONS = Path(place, "migrations")
        main.main()
