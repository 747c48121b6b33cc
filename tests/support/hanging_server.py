"""The `scorekeeper` command with a page that hangs until a file appears (run as a module).

`HANG_UNTIL` names the file. A second of silence counts as the half minute that it takes otherwise.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from flask import Flask

from scorekeeper import app as product
from scorekeeper.cli.main import main
from scorekeeper.config import Settings
from scorekeeper.server import processes, serve

PATH = "/hanging"


def _app_that_hangs(settings: Settings) -> Flask:
    app = product.create_app(settings)
    answer = app.wsgi_app

    def hang(environ: dict[str, Any], start_response: Any) -> Any:
        while environ["PATH_INFO"] == PATH and not Path(os.environ["HANG_UNTIL"]).exists():
            time.sleep(0.02)
        return answer(environ, start_response)

    app.wsgi_app = hang  # type: ignore[method-assign]
    return app


if __name__ == "__main__":
    processes.LONGEST_SILENCE = 1  # type: ignore[misc]
    serve.create_app = _app_that_hangs  # type: ignore[attr-defined]
    main()
