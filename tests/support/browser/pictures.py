"""The pictures of the README, of the example games and league on a phone: `make picture` takes them.

Two of them are those of the app, which browsers show before they install it.
"""

import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.support.browser.gallery import SEEN_ONE
from tests.support.browser.games import form_token, post_form
from tests.support.browser.score_pad import entered
from tests.support.servers import ROOT, Server, running

FOLDER: Final = ROOT / "docs" / "pictures"
OF_APP: Final = ROOT / "static" / "icons"
PHONE: Final = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 1.3,
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "light",
}


def take(browser_path: str) -> None:
    """Write every picture; `browser_path` is a Chromium."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"]
        )
        with running(Path(folder) / "data", subcommand="demo") as server:
            _take(browser.new_page(base_url=server.url, **PHONE), server)
        browser.close()


def _take(page: Page, server: Server) -> None:
    printed = server.output.read_text(encoding="utf-8")
    game, *_ = re.findall(r"/games/[\w-]+", printed)
    link, *_ = re.findall(r"/join/[\w-]+", printed)
    post_form(page.request, link, {"csrf_token": form_token(page.request)})

    page.goto(game)
    _shoot(page, "table", folder=OF_APP)
    entered(page, f"{game}/hands/4", out="Ben", points=(45,), digits="3")
    _shoot(page, "scoring", folder=OF_APP)
    page.goto(f"{game}/referee/{SEEN_ONE}&who-offender=3&who-in-turn=1")
    _shoot(page, "referee")
    page.goto("/leagues/thursday-club")
    _shoot(page, "league")


def _shoot(page: Page, name: str, *, folder: Path = FOLDER) -> None:
    page.screenshot(path=folder / f"{name}.jpg", quality=42)


if __name__ == "__main__":
    take(shutil.which("chromium-headless-shell") or "chromium")
