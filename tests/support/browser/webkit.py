"""A thumb in WebKit, the engine of iPhones: WebKitGTK's own small browser on a screen that nobody sees.

Playwright cannot drive it; the few things that a thumb does are done by WebDriver, with a mouse.
"""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, Keys, Remote, WebKitGTKOptions
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

PATIENCE = 60
WIDTH, HEIGHT = 360, 740
SEEN = """const [css, text] = arguments
    const says = (element) => new RegExp(text).test(element.textContent.replace(/\\s+/g, " ").trim())
    const seen = document.readyState === "complete" && [...document.querySelectorAll(css)]
        .find((element) => element.checkVisibility({ visibilityProperty: true }) && says(element))
"""
# Its place, once a press there meets it.
MEETS = f"""{SEEN}
    if (!seen || seen.disabled) return null
    const place = () => {{
        const {{ x, y, width, height }} = seen.getBoundingClientRect()
        return [x, y, width, height]
    }}
    const meets = () => {{
        const [x, y, width, height] = place()
        return seen.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }}
    for (const block of ["nearest", "center"]) {{
        if (!meets()) seen.scrollIntoView({{ block, behavior: "instant" }})
    }}
    return meets() ? place() : null
"""


class WebKit:
    """A thumb; see `Thumb`."""

    def __init__(self, driver: Remote, url: str) -> None:
        self.driver = driver
        self.url = url

    def open(self, path: str) -> None:
        self.driver.get(self.url + path)

    def reload(self) -> None:
        self.driver.refresh()

    def tap(self, css: str, text: str = "", *, at: tuple[int, int] | None = None) -> None:
        left, top, width, height = self._still(css, text)
        right, down = at or (width / 2, height / 2)
        actions = ActionBuilder(self.driver, duration=0)
        actions.pointer_action.move_to_location(int(left + right), int(top + down)).click()
        actions.perform()

    def write(self, css: str, text: str) -> None:
        self.tap(css)
        chain = ActionChains(self.driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL)
        chain.send_keys(text.replace("\n", Keys.ENTER)).perform()

    def choose(self, css: str, text: str) -> None:
        Select(self.driver.find_element(By.CSS_SELECTOR, css)).select_by_visible_text(text)

    def sees(self, css: str, text: str = "") -> None:
        self._wait(lambda: self.driver.execute_script(f"{SEEN}; return seen", css, text), f"{css} {text}")

    def texts(self, css: str) -> list[str]:
        found = f"[...document.querySelectorAll({css!r})]"
        return list(self.evaluate(f"{found}.map((element) => element.innerText.trim())"))

    def evaluate(self, expression: str) -> Any:
        return self.driver.execute_script(f"return {expression}")

    def _still(self, css: str, text: str) -> tuple[float, float, float, float]:
        """Where it is (left, top, width, height), once a press there meets it and it does not move."""
        places: list[Any] = [None]

        def stands() -> Any:
            places.append(self.driver.execute_script(MEETS, css, text))
            return places[-1] if places[-1] == places[-2] else None

        return self._wait(stands, f"{css} {text}")

    def _wait(self, found: Callable[[], Any], what: str) -> Any:
        wait = WebDriverWait(
            self.driver, PATIENCE, poll_frequency=0.02, ignored_exceptions=[WebDriverException]
        )
        return wait.until(lambda _driver: found(), what)


@contextmanager
def webkit(url: str, *, driver: str, screen: str) -> Iterator[WebKit]:
    """A thumb on a new phone; `driver` is the program WebKitWebDriver, `screen` is Xvfb."""
    with _display(screen) as display:
        options = WebKitGTKOptions()
        # Without its bars, which are wider than a phone.
        options.add_argument("--automation")
        options.add_argument("--full-screen")
        service = Service(executable_path=driver, env={**os.environ, "DISPLAY": display})
        service.start()
        try:
            # By its mere address, Selenium warns of itself.
            connection = RemoteConnection(client_config=ClientConfig(service.service_url))
            with Remote(connection, options=options) as phone:
                phone.set_window_rect(0, 0, WIDTH, HEIGHT)
                yield WebKit(phone, url)
        finally:
            service.stop()


@contextmanager
def _display(program: str) -> Iterator[str]:
    """A screen, by the number that the program gave it."""
    read, write = os.pipe()
    size = f"{WIDTH}x{HEIGHT}x24"
    command = [program, "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as process:
        os.close(write)
        try:
            with os.fdopen(read) as number:
                yield f":{number.readline().strip()}"
        finally:
            process.terminate()
