"""Real browsers before the real server: one server and one browser for all tests of a worker.

Without a browser these tests are skipped, and the end of the run says so; in CI they fail instead.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect

from scorekeeper.web.http.addresses import network_address
from tests.support import speaking_server
from tests.support.browser.killing import browser_on
from tests.support.browser.stage import Stage, set_stage
from tests.support.browser.thumb import Finger, Thumb
from tests.support.browser.webkit import webkit
from tests.support.examples import cannot_run
from tests.support.servers import Server, running

PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    # Playwright sees no request that a worker makes.
    "service_workers": "block",
}
# Milliseconds: no test measures time, and a machine may be busy.
PATIENCE = 60_000
# Chromium loads two pages of its own for the address bar of every window, though nobody sees it, which takes
# longer than most tests, and a process in reserve. The last flag of this kind counts: the others repeat
# what Playwright says.
UNUSED = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("PaintHolding", "DialMediaRouteProvider", "GlobalMediaControls", "LensOverlay", "MediaRouter"),
    *("AimEnabled", "Translate", "ThirdPartyStoragePartitioning", "BlockOriginHeaderModificationOnRedirect"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying"),
)
# The first opens no windows, which saves a third of the time of a test.
CHROMIUM = ("chromium-headless-shell", "chromium")
DEBIAN = "chromium-headless-shell firefox-esr webkit2gtk-driver xvfb"
CHROMIUM_FLAGS = [
    f"--disable-features={','.join(UNUSED)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`scorekeeper run` over an empty data folder, bound to every address of this machine."""
    with running(tmp_path_factory.mktemp("browser") / "data") as server:
        yield server


@pytest.fixture(scope="session")
def network_url(server: Server) -> str:
    """The server as phones in the same network reach it: plain HTTP, and no secure context."""
    address = network_address()
    if address is None:
        cannot_run("this machine is in no network")
    return f"http://{address}:{server.port}"


@pytest.fixture
def lasting(
    playwright: Playwright, network_url: str, tmp_path: Path
) -> Callable[[], AbstractContextManager[Page]]:
    """Open a phone of the home network over one profile on disk, at `tmp_path`: it can be killed."""
    options = {"executable_path": installed(*CHROMIUM), "args": CHROMIUM_FLAGS, "base_url": network_url}
    return lambda: browser_on(playwright.chromium, tmp_path, **PHONE, **options)


def installed(*names: str) -> str:
    """The path of the first of these browsers that is installed."""
    return next(filter(None, map(shutil.which, names)), None) or cannot_run(
        f"{names[-1]} is not installed (sudo apt-get install --no-install-recommends {DEBIAN})"
    )


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=installed(*CHROMIUM), args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=installed("firefox-esr"))
    yield browser
    browser.close()


@pytest.fixture
def contexts(server: Server) -> Iterator[Callable[..., BrowserContext]]:
    """Make phones, each of another person; any complaint of a console fails the test."""
    made: list[BrowserContext] = []
    complaints: list[str] = []

    def make(browser: Browser, **options: Any) -> BrowserContext:
        context = browser.new_context(**{"base_url": server.url} | options)
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda message: _note(message, complaints))
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        made.append(context)
        return context

    yield make
    for context in made:
        # An answer that a test is still rewriting would otherwise fail the next one.
        for opened in context.pages:
            opened.unroute_all(behavior="ignoreErrors")
        context.close()
    assert complaints == []


@pytest.fixture
def phone(chromium: Browser, contexts: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Open a page on a phone of 360x740 with touch; options as of `Browser.new_context`."""

    def make(**options: Any) -> Page:
        return contexts(chromium, **PHONE | options).new_page()

    return make


@pytest.fixture
def page(phone: Callable[..., Page]) -> Page:
    """The scorer's phone."""
    return phone()


@pytest.fixture(
    params=["chromium", *(pytest.param(name, marks=pytest.mark.long) for name in ("firefox", "webkit"))]
)
def thumb(
    request: pytest.FixtureRequest, contexts: Callable[..., BrowserContext], network_url: str
) -> Iterator[Thumb]:
    """A thumb on a new phone in each engine, over plain HTTP."""
    if request.param == "webkit":
        with webkit(network_url, driver=installed("WebKitWebDriver"), screen=installed("Xvfb")) as phone:
            yield phone
        return
    is_chromium = request.param == "chromium"
    options = PHONE if is_chromium else {"viewport": PHONE["viewport"]}
    browser = request.getfixturevalue(request.param)
    yield Finger(contexts(browser, base_url=network_url, **options).new_page(), touch=is_chromium)


@pytest.fixture(scope="session")
def shots() -> Path:
    """The folder for screenshots."""
    folder = Path("build/shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _note(message: ConsoleMessage, complaints: list[str]) -> None:
    """Collect what the console complains about, but for the status of forms that tests let be refused."""
    expected = (
        *("status of 403", "status of 404 (NOT FOUND)", "status of 409", "status of 410", "status of 422"),
        # Only what a test itself answers has this in these letters.
        *("status of 400 (Bad Request)", "status of 503 (Service Unavailable)"),
        *("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "blocked by Playwright"),
    )
    if message.type in ("error", "warning") and not any(words in message.text for words in expected):
        complaints.append(message.text)


@pytest.fixture(scope="session")
def stage(chromium: Browser, server: Server) -> Iterator[Stage]:
    """Games in every state on one phone, for tests that only look."""
    with _staged(chromium, server) as stage:
        yield stage


@pytest.fixture(scope="module")
def speaking_stage(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A stage of its own on a server that knows the pseudo-languages."""
    data = tmp_path_factory.mktemp("languages") / "data"
    with running(data, module=speaking_server.__name__) as server, _staged(chromium, server) as stage:
        yield stage


@contextmanager
def _staged(browser: Browser, server: Server) -> Iterator[Stage]:
    phones = (_silent_phone(browser, server) for _phone in range(3))
    with ExitStack() as open_phones:
        mine, others, new = map(open_phones.enter_context, phones)
        yield set_stage(mine, others=others, new=new, server=server)


@contextmanager
def _silent_phone(browser: Browser, server: Server) -> Iterator[Page]:
    complaints: list[str] = []
    context = browser.new_context(base_url=server.url, **PHONE)
    context.set_default_timeout(PATIENCE)
    context.on("console", lambda message: _note(message, complaints))
    yield context.new_page()
    context.close()
    assert complaints == []
