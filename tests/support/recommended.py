"""An application with the settings that docs/deploying.md recommends, behind the proxy that it describes."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Settings, from_environment

DEPLOYING: Final = Path(__file__).parents[2] / "docs" / "deploying.md"


def example(beginning: str) -> str:
    """The example in docs/deploying.md that begins so."""
    before = f"\n```\n{beginning}"
    return beginning + DEPLOYING.read_text(encoding="utf-8").partition(before)[2].partition("```")[0]


def recommended(data: Path, **more: Any) -> Flask:
    """The application over `data`; requests to localhost come by https, to its public name."""
    environ = dict(line.split("=", 1) for line in example("SCOREKEEPER_HOST=").splitlines())
    settings = from_environment({**environ, "SCOREKEEPER_DATA": str(data)})
    assert settings.hosts
    app = create_app(replace(settings, **more))
    app.wsgi_app = _proxy(app.wsgi_app, settings)  # type: ignore[method-assign]
    return app


def _proxy(application: Callable[..., Iterable[bytes]], settings: Settings) -> Callable[..., Iterable[bytes]]:
    def forwarded(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "localhost")
        said = {"PROTO": "https", "HOST": settings.hosts[0] if host == "localhost" else host}
        for name, value in {**said, "FOR": environ.get("REMOTE_ADDR", "")}.items():
            environ.setdefault(f"HTTP_X_FORWARDED_{name}", value)
        return application(environ, start_response)

    return forwarded
