"""The icons as PNG, drawn from `static/icons/icon.svg`: `make icons` draws them again."""

import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

FOLDER: Final = Path(__file__).parents[3] / "static" / "icons"
DRAWING: Final = FOLDER / "icon.svg"
# Systems cut these into a shape of their own, so that they have no round corners.
SQUARE: Final = {"touch-180.png": 180, "maskable-512.png": 512}
SIZES: Final = {"icon-32.png": 32, "icon-192.png": 192, "icon-512.png": 512, **SQUARE}


def draw(browser_path: str) -> None:
    """Write every PNG; `browser_path` is a Chromium."""
    drawing = DRAWING.read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"]
        )
        for name, size in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            shape = drawing.replace('rx="14"', 'rx="0"') if name in SQUARE else drawing
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{shape}")
            page.screenshot(path=FOLDER / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    draw(shutil.which("chromium") or "chromium")
