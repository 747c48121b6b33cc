"""Lighthouse's grades of each page, beside the most it gives: `python -m bench.lighthouse [endpoint ...]`.

Lighthouse is no part of this project: install it with npm, and let PATH or `--lighthouse` lead to it. It
opens each page of the gallery that needs no taps as a slow phone would, one state for each endpoint.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from tests.browser.conftest import CHROMIUM_FLAGS, PHONE
from tests.support.browser.gallery import CASES, Case
from tests.support.browser.stage import Stage, set_stage
from tests.support.servers import Server, running

MOST = 100
KINDS = ("performance", "accessibility", "best-practices")
_PATIENCE_SECONDS = 300
# Pages that say why they cannot be shown; Lighthouse grades only what answers 200.
_REFUSALS = ("refused", "not-yet")


@dataclass(frozen=True, slots=True)
class Grades:
    """What Lighthouse gives a page, by kind, and the audits that cost it points."""

    given: dict[str, int]
    faults: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the grades of each page, and what each one below 100 is about."""
    parser = argparse.ArgumentParser(prog="python -m bench.lighthouse")
    parser.add_argument("endpoints", nargs="*", help="such as games.table; all pages if none is given")
    parser.add_argument("--lighthouse", default=shutil.which("lighthouse"), help="the command of Lighthouse")
    given = parser.parse_args(arguments)
    if given.lighthouse is None:
        parser.error("install Lighthouse with npm, or give its command by --lighthouse")
    print(f"{'page':44}" + "".join(f"{kind:>16}" for kind in KINDS) + f"{'most':>7}")
    with tempfile.TemporaryDirectory() as folder, _staged(Path(folder)) as (stage, server):
        for case in _chosen(given.endpoints):
            phone = stage.blank if case.blank else stage.page
            url = server.url + stage.path(case.path, state=case.state)
            grades = _graded(given.lighthouse, url, cookie=_cookie(phone.context, url))
            print(
                f"{case!s:44}" + "".join(f"{grades.given[kind]:>16}" for kind in KINDS) + f"{MOST:>7}",
                flush=True,
            )
            for fault in grades.faults:
                print(f"    {fault}", flush=True)


def _chosen(endpoints: Sequence[str]) -> Iterator[Case]:
    """One state of each page: that of a running game, else the first."""
    found: dict[str, Case] = {}
    for case in CASES:
        if case.then is not None or case.state in _REFUSALS or (endpoints and case.endpoint not in endpoints):
            continue
        if case.endpoint not in found or case.state == "running":
            found[case.endpoint] = case
    return iter(found.values())


@contextmanager
def _staged(folder: Path) -> Iterator[tuple[Stage, Server]]:
    with running(folder / "data") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_FLAGS)
        mine, others, new = (browser.new_context(base_url=server.url, **PHONE).new_page() for _ in range(3))
        yield set_stage(mine, others=others, new=new, server=server), server
        browser.close()


def _cookie(context: BrowserContext, url: str) -> str:
    return "; ".join(f"{one['name']}={one['value']}" for one in context.cookies(url))


def _graded(lighthouse: str, url: str, *, cookie: str) -> Grades:
    """The grades of one page; CalledProcessError if Lighthouse gives none."""
    command = [lighthouse, url, "--quiet", "--output=json", "--no-enable-error-reporting"]
    command += [f"--only-categories={','.join(KINDS)}", f"--extra-headers={json.dumps({'Cookie': cookie})}"]
    command += [f"--chrome-flags={' '.join(['--headless=new', *CHROMIUM_FLAGS])}"]
    environment = os.environ | {"CHROME_PATH": shutil.which("chromium") or ""}
    answer = subprocess.run(
        command, env=environment, capture_output=True, check=True, timeout=_PATIENCE_SECONDS
    )
    report = json.loads(answer.stdout)
    categories = {kind: report["categories"][kind] for kind in KINDS}
    wrong = [
        report["audits"][one["id"]]
        for category in categories.values()
        for one in category["auditRefs"]
        if one["weight"]
        and (report["audits"][one["id"]]["score"] or 0) < 1
        and report["audits"][one["id"]]["scoreDisplayMode"] in ("binary", "numeric", "metricSavings")
    ]
    return Grades(
        {kind: round((category["score"] or 0) * MOST) for kind, category in categories.items()},
        tuple(f"{one['title']}: {one.get('displayValue', one['id'])}" for one in wrong),
    )


if __name__ == "__main__":
    main()
