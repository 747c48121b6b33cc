"""Scorers on bad networks: what a phone has written down is in the book once, or waits, or awaits a decision.

The outbox of the pages (outbox.js, store.js, page-store.js) runs in Chromium as a real server serves it, in
pages without anything else. A schedule is drawn from its seed: what the people of one or two phones do, by
forms of pages that their phones keep, and what befalls the network, the pages and the server meanwhile. In
the end all is mended, and each phone sends until nothing moves. Then the log of the game must agree with the
phones:

- What has left a phone is in the log, or says what another entry there says; unless a person took it back,
  saw it refused as they sent it, or a restored backup does not hold it. What waits then is sent as ever.
- The log holds nothing twice, nothing that no phone has sent, and the entries of a phone in their order.
- A correction, a ruling or a decision knows what other phones did before: nothing is overwritten silently.
- What is left on a phone waits behind an entry that needs a decision, which the log does not hold.

An entry is written down once the store of its phone holds it or the network has seen it.
"""

import json
import multiprocessing
import re
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, Error, Page, Route, sync_playwright

from bench.prove.proof import Proof, at_least_one, counted
from scorekeeper.config import DATABASE_NAME
from tests.support.browser.games import Game, begin, join
from tests.support.referee_forms import CHARGE
from tests.support.servers import Process, command, environment, free_port, wait_until_running

SCHEDULES, IN_A_BATCH, AT_ONCE = 1000, 25, 2
# How often each step is drawn. A fault befalls the next form that the phone sends.
ACTS = {"save": 10, "undo": 3, "correct": 5, "rule": 3, "decide": 3, "settle": 3, "send": 2}
EVENTS = {"cut": 6, "reconnect": 2, "kill page": 2, "kill server": 1}
FAULTS = {"form lost": 1, "answer lost": 3, "double send": 3, "late form": 2, "server killed": 1}
FAULTS |= {"page killed": 1, "page killed after commit": 2}
DRAWN = ACTS | EVENTS | FAULTS
STEPS = (8, 16)
# The share of schedules with a second phone, a second tab, a restored backup; of tabs that send beside; of
# acts before which a page hears the newest; of hands that the second phone does not save.
SECOND_PHONE, SECOND_TAB, RESTORED, BESIDE, AWAKE, ELSE = 0.7, 0.3, 0.06, 0.3, 0.4, 0.7
# Seconds that a server lives on at most once a form is on its way; how often a phone sends in the end.
LONGEST_LIFE, TRIES = 0.03, 10
# What a form knows, beside what it says.
KNOWS = ("seen", "attempt", "waited", "form_id", "previous_form", "csrf_token")
Log = list[tuple[int, str, str | None]]

# What a person can do on a page: forms are filled in as a page has them, and offered as the page would.
PERSON = """async ([scripts, game]) => {
    const modules = ["outbox.js", "store.js", "page-store.js"].map((name) => import(scripts + name))
    const [outbox, store, kept] = await Promise.all(modules)
    const parse = (text) => new DOMParser().parseFromString(text, "text/html")
    const fetched = (path) => fetch(game + path).then((answer) => (answer.ok ? answer.text() : ""), () => "")
    const all = async () => (await store.entries()) ?? all()
    const find = async (id) => (await all()).find((entry) => entry.id === id)
    const keep = (pages) => kept.keepPages(kept.gameOf(game), pages)
    async function offer(action, form, values) {
        const fields = new FormData(form ?? undefined)
        for (const [name, value] of Object.entries(values)) fields.set(name, value)
        const entry = outbox.entryOf(new URL(action, location).href, fields, { name: "", held: [] })
        return { id: entry.id, outcome: (await outbox.offer(entry)).outcome }
    }
    let known
    async function look() {
        const text = await fetched("/game.json")
        if (!text) return null
        const { version, hands: { length } } = JSON.parse(text)
        if (version === known) return null
        const paths = ["", `/hands/${length + 1}`, ...(length ? [`/hands/${length}/correction`] : [])]
        const pages = await Promise.all(paths.map(async (path) => [game + path, await fetched(path)]))
        await keep(Object.fromEntries(pages.filter(([, page]) => page)))
        known = version
        return { version, hands: length }
    }
    async function write([page, selector, action, values]) {
        history.replaceState(null, "", page)
        delete document.body.dataset.form
        const form = selector && parse((await kept.keptPage(location)) ?? "").querySelector(selector)
        return selector && !form ? null : offer(action, form || null, values)
    }
    async function takeBack(id) {
        const entry = await find(id)
        if (entry) await outbox.takeBack(entry, "")
    }
    async function settle([id, values]) {
        const entry = await find(id)
        const { outcome, answer } = entry ? await outbox.look(entry) : {}
        if (outcome !== "refused") return null
        history.replaceState(null, "", new URL(entry.action).pathname)
        const { body } = parse(await answer.text())
        document.body.dataset.form = body.dataset.form
        const form = body.querySelector("main form[data-outbox]")
        return form ? offer(form.action, form, values) : { outcome: "no form" }
    }
    Object.assign(window, { all, keep, look, write, takeBack, settle, send: outbox.sendAll })
}"""


def prove(share: float, seed: int = 1) -> Proof:
    """Run schedules, one for each seed from this one on."""
    seeds = range(seed, seed + at_least_one(SCHEDULES, share))
    batches = [seeds[first : first + IN_A_BATCH] for first in range(0, len(seeds), IN_A_BATCH)]
    steps, fates, broken = Counter[str](), Counter[str](), list[str]()
    with ProcessPoolExecutor(AT_ONCE, multiprocessing.get_context("spawn")) as pool:
        for found in pool.map(run, batches):
            steps, fates, broken = steps + found[0], fates + found[1], broken + found[2]
    did = f"{len(seeds):,} schedules ({counted(steps.most_common())}), "
    did += f"{fates.total():,} entries ({counted(fates.most_common())})"
    return Proof("outbox", did, tuple(broken))


def run(seeds: range) -> tuple[Counter[str], Counter[str], list[str]]:
    """Run the schedules of these seeds: their steps, the fates of all entries, and each broken promise."""
    steps, fates, broken = Counter[str](), Counter[str](), list[str]()
    with tempfile.TemporaryDirectory(prefix="prove-outbox-") as folder, sync_playwright() as playwright:
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        host = Host(Path(folder))
        try:
            for seed in seeds:
                schedule = Schedule(browser, host, seed=seed)
                broken += [f"seed {seed}: {said}" for said in schedule.run()]
                steps.update(step for step, *_ in schedule.steps)
                fates += schedule.fates
        finally:
            host.kill()
        if "of these wrong: 0" not in (doctor := command("doctor", environ=host.environ).stdout):
            broken.append(f"seeds from {seeds[0]}: doctor found: {doctor}")
    return steps, fates, broken


class Host:
    """A server over one data folder, killed and started again; `name` as browsers call it."""

    def __init__(self, folder: Path, *, name: str = "localhost") -> None:
        port = free_port()
        self.url, self.folder = f"http://{name}:{port}", folder
        self.environ = environment(folder / "data", port=port)
        self.scripts: dict[str, str] = {}
        self._ahead: tuple[Game, str] | None = None
        self.process: Process | None = None
        self._output = folder / "output.txt"

    def start(self) -> None:
        """Start it, unless it runs."""
        if not self.process:
            self._output.write_bytes(b"")
            output = {"output": self._output, "error": self._output}
            self.process = Process("scorekeeper", "run", environ=self.environ, **output)
            wait_until_running(self.process, output=self._output)

    def kill(self) -> None:
        """Kill it, if it runs."""
        if self.process:
            self.process.kill()
            self.process.wait(30)
        self.process = None

    def ahead(self, game: Game) -> dict[str, str]:
        """The pages drawn ahead of a new game; they and the scripts are fetched once."""
        if not self._ahead:
            self._ahead = game, game.request.get(f"{game.path}/ahead").text()
            js = re.findall(r"/static/\w+/js/", self._ahead[1])[0]
            names = ("outbox.js", "store.js", "page-store.js", "app.js", "reach.js")
            self.scripts = {js + name: game.request.get(js + name).text() for name in names}
        first, text = self._ahead
        text = text.replace(first.path, game.path).replace(first.token, game.token)
        return dict(json.loads(text))

    def copy(self, verb: str) -> None:
        """Back up the book, or restore it."""
        file = self.folder / "copy.sqlite"
        if verb == "backup":
            file.unlink(missing_ok=True)
        else:
            self.kill()
        assert command(verb, str(file), environ=self.environ).returncode == 0

    def log(self, game: str) -> Log:
        """Number, kind and form of each entry of a game."""
        query = "SELECT number, kind, form_id FROM entry WHERE game_id = ? ORDER BY number"
        with closing(sqlite3.connect(self.folder / "data" / DATABASE_NAME)) as connection:
            return connection.execute(query, [game]).fetchall()


class Phone:
    """A browser with one or two pages, and the network between it and the server.

    `written` has the path and the fields of each entry by its id, `orders` its place in line; `fates`
    says why one may be gone that is not in the log.
    """

    def __init__(self, browser: Browser, host: Host) -> None:
        self.context, self.host = browser.new_context(base_url=host.url), host
        self.context.route("**", self._pass)
        self.is_cut, self.fault, self.life = False, "", 0.0
        self.written: dict[str, tuple[str, dict[str, list[str]]]] = {}
        self.orders: dict[str, int] = {}
        self.fates: dict[str, str] = {}
        self.late: dict[str, tuple[str, str]] = {}
        self.version = self.hands = 0

    def open(self, game: str, *, pages: int) -> None:
        """Have so many pages open."""
        while len(self.context.pages) < pages:
            page = self.context.new_page()
            page.goto(game)
            page.evaluate(PERSON, [next(iter(self.host.scripts)).rpartition("/")[0] + "/", game])

    def act(self, page: Page, verb: str, argument: Any = None) -> Any:
        """What a verb of the page answers; None if the page is killed meanwhile."""
        try:
            return page.evaluate("([verb, argument]) => window[verb](argument)", [verb, argument])
        except Error:
            if page.is_closed():
                return None
            raise

    def stored(self) -> list[dict[str, Any]]:
        """What the store holds."""
        entries: list[dict[str, Any]] = self.context.pages[0].evaluate("all()")
        for entry in entries:
            fields: dict[str, list[str]] = {}
            for name, value in entry["fields"]:
                fields.setdefault(name, []).append(value)
            fields["previous_form"] = [entry.get("previous") or ""]
            self.written[entry["id"]] = urlsplit(entry["action"]).path, fields
            self.orders[entry["id"]] = entry["order"]
        return entries

    def look(self, page: Page) -> None:
        """See the newest pages of the game, if there is an answer."""
        if known := self.act(page, "look"):
            self.version, self.hands = known["version"], known["hands"]

    def deliver(self) -> None:
        """Let the server have what was under way for long, if it runs."""
        for url, data in self.late.values():
            with suppress(Error):
                headers = {"Content-Type": "application/x-www-form-urlencoded;charset=UTF-8"}
                self.context.request.post(url, data=data, headers=headers, max_redirects=0)

    def mend(self) -> None:
        """Send until nothing moves, as often as a busy machine may need."""
        self.is_cut, self.fault = False, ""
        self.deliver()
        for _ in range(TRIES):
            self.act(self.context.pages[0], "send")
            if all(entry["state"] == "refused" for entry in self.stored()[:1]):
                break

    def _pass(self, route: Route) -> None:
        """Let a request through, or what befalls it."""
        path = urlsplit(route.request.url).path
        with suppress(Error):
            if route.request.is_navigation_request():
                route.fulfill(body="<!doctype html><title>Blank</title>", content_type="text/html")
            elif path.startswith("/static/"):
                script = self.host.scripts.get(path)
                route.fulfill(body=script, content_type="text/javascript", status=200 if script else 404)
            elif self.is_cut or not self.host.process:
                route.abort("internetdisconnected")
            elif route.request.method == "POST":
                self._post(route, path, route.request.post_data or "")
            else:
                route.continue_()

    def _post(self, route: Route, path: str, data: str) -> None:
        fields = parse_qs(data, keep_blank_values=True)
        self.written.setdefault(fields["form_id"][0], (path, fields))
        fault, self.fault = self.fault, ""
        if fault in ("answer lost", "double send", "page killed after commit"):
            route.fetch(max_redirects=0)
        if fault == "late form":
            self.late[fields["form_id"][0]] = route.request.url, data
        if fault.startswith("page killed"):
            route.request.frame.page.close()
        if fault in ("", "double send", "server killed"):
            route.continue_()
        else:
            route.abort("internetdisconnected")
        if fault == "server killed":
            time.sleep(self.life)
            self.host.kill()


class Schedule:
    """One game on one or two phones, and what befalls them."""

    def __init__(self, browser: Browser, host: Host, *, seed: int) -> None:
        rng = Random(seed)
        self.host, self.fates = host, Counter[str]()
        host.start()
        self.phones = [Phone(browser, host) for _ in range(1 + (rng.random() < SECOND_PHONE))]
        game = begin(self.phones[0].context)
        self.path, self.id = game.path, game.path.rsplit("/", 1)[-1]
        self.tabs = [1 + (rng.random() < SECOND_TAB) for _ in self.phones]
        for phone, tabs in zip(self.phones, self.tabs, strict=True):
            ahead = host.ahead(game if phone is self.phones[0] else join(phone.context, game))
            phone.open(self.path, pages=tabs)
            phone.act(phone.context.pages[0], "keep", ahead)
            phone.look(phone.context.pages[0])
        names = rng.choices([*DRAWN], [*DRAWN.values()], k=rng.randint(*STEPS))
        if rng.random() < RESTORED:
            for name in ("restore", "back up"):
                names.insert(rng.randint(0, (*names, "restore").index("restore")), name)
        self.steps = [(name, rng.choice(self.phones), Random(rng.random())) for name in names]
        # Another phone mostly does what does not contradict the hands of the first one.
        for number, (name, phone, own) in enumerate(self.steps):
            if name == "save" and phone is not self.phones[0] and rng.random() < ELSE:
                self.steps[number] = "decide", phone, own

    def run(self) -> list[str]:
        """Take all steps, mend everything, and judge."""
        for name, phone, rng in self.steps:
            page = rng.choice(phone.context.pages)
            others = [(other, tab) for other in self.phones for tab in other.context.pages if tab != page]
            beside = [pair for pair in others if rng.random() < BESIDE]
            for _, tab in beside:
                tab.evaluate("() => { window.sending = send() }")
            if rng.random() < BESIDE:
                phone.deliver()
            if name in ACTS:
                self._act(name, phone, page, rng)
            else:
                self._befall(name, phone, page, rng)
            for other, tab in beside:
                tab.is_closed() or other.act(tab, "eval", "window.sending.then(() => null)")
            for other, tabs in zip(self.phones, self.tabs, strict=True):
                other.open(self.path, pages=tabs)
                other.stored()
        self.host.start()
        for phone in self.phones:
            phone.mend()
        broken = [*self._broken()]
        for phone in self.phones:
            phone.context.close()
        return broken

    def _act(self, name: str, phone: Phone, page: Page, rng: Random) -> None:
        """What a person does: on to the newest pages once it is recorded."""
        answer, stored = None, [entry for entry in phone.stored() if entry["state"] != "unsure"]
        if rng.random() < AWAKE:
            phone.look(page)
        first, last = (stored[0], stored[-1]["id"]) if stored else (None, "")
        if name == "undo" and last:
            phone.fates[last] = "taken back"
            phone.act(page, "takeBack", last)
        elif name == "send":
            phone.act(page, "send")
        elif name != "settle":
            answer = phone.act(page, "write", self._form(name, phone, rng))
        elif first and first["state"] == "refused":
            choice = {"choice": rng.choice(["keep", "mine"]), "answer": "agreed"}
            answer = phone.act(page, "settle", [first["id"], choice])
            if answer and answer["outcome"] == "no form":
                phone.act(page, "takeBack", first["id"])
            if answer and answer["outcome"] != "refused":
                phone.fates[first["id"]] = "decided"
        if answer and answer["outcome"] == "refused":
            phone.fates[answer["id"]] = "refused in sight"
        if answer and answer["outcome"] == "recorded":
            phone.look(page)

    def _form(self, name: str, phone: Phone, rng: Random) -> list[object]:
        """The page of a form, where the form is there and where it goes, and what somebody fills in."""
        waiting = [int(found[1]) for entry in phone.stored() if (found := _HAND.search(entry["action"]))]
        hand, seen = max([phone.hands, *waiting]) + 1, str(phone.version)
        match name:
            case "save":
                return [f"{self.path}/hands/{hand}", ".score-pad", "", _sheet(rng)]
            case "correct":
                values = {**_sheet(rng), "answer": "agreed"}
                return [f"{self.path}/hands/{phone.hands}/correction", ".score-pad", "", values]
            case "rule":
                values = {**CHARGE, "who-offender": rng.randrange(4), "by": rng.randint(1, 9), "seen": seen}
                return [f"{self.path}/referee", "", "rulings", values]
            case "decide":
                values = {"clause": "", "question": f"{rng.random()}?", "agreed": "Yes", "seen": seen}
                return [f"{self.path}/decision", "", "agreements", values]
        return [self.path, "form.undo", f"{self.path}/undos", {}]

    def _befall(self, name: str, phone: Phone, page: Page, rng: Random) -> None:
        """What happens to a phone, its network or the server."""
        match name:
            case "cut":
                phone.is_cut = True
            case "reconnect":
                self.host.start()
                phone.is_cut = False
                phone.act(page, "send")
            case "kill page":
                page.close()
            case "kill server":
                self.host.kill()
            case "back up":
                self.host.copy("backup")
            case "restore":
                self.host.copy("restore")
                for each in self.phones:
                    left = each.written.keys() - {entry["id"] for entry in each.stored()}
                    each.fates |= dict.fromkeys(left - each.fates.keys(), "gone with the book")
            case fault:
                phone.fault, phone.life = fault, rng.uniform(0, LONGEST_LIFE)

    def _broken(self) -> Iterator[str]:
        """Each promise that is broken, and the fates of all entries."""
        log = self.host.log(self.id)
        at = {form: number for number, _, form in log[1:] if form}
        written = {form: entry for phone in self.phones for form, entry in phone.written.items()}
        contents = [_content(*written[form]) for form in at if form in written]
        if len(at) < len(log) - 1 or at.keys() - written.keys():
            yield f"the log holds something twice, or of nobody: {log}"
        for phone in self.phones:
            left = {entry["id"]: entry["state"] for entry in phone.stored()}
            if "waiting" in [*left.values()][:1]:
                yield f"{left} waits behind nothing"
            if recorded := [
                form for form in left.keys() & at.keys() - phone.late.keys() if left[form] == "refused"
            ]:
                yield f"{recorded} needs a decision, but is recorded"
            for form, (path, fields) in phone.written.items():
                fate = left.get(form) or ("recorded" if form in at else phone.fates.get(form))
                is_said = "keep" in fields.get("choice", ()) or _content(path, fields) in contents
                # What was taken back is undone, unless it was never recorded.
                is_needless = path.endswith("/undos") and fields["entry"] == ["0"]
                is_needless = is_needless and fields["previous_form"][0] not in at
                fate = fate or ("said already" if is_said else "needless" if is_needless else "lost")
                self.fates[fate] += 1
                if fate == "lost":
                    yield f"{form} is lost: {path} {fields}"
            # An undo of what may be recorded has its place in line.
            line = [
                at[form]
                for form in sorted(at.keys() & phone.orders, key=lambda form: (phone.orders[form], at[form]))
            ]
            if line != sorted(line):
                yield f"the entries of a phone are out of order: {line}"
            yield from _overwritten(log, phone)


_HAND = re.compile(r"/hands/(\d+)$")


def _overwritten(log: Log, phone: Phone) -> Iterator[str]:
    """What a phone has changed without knowing of an entry before, as its form says what it knows."""
    for number, kind, form in log:
        if form in phone.written and (seen := phone.written[form][1].get("seen")):
            unknown = [before for before, _, by in log[int(seen[0]) : number - 1] if by not in phone.written]
            if unknown:
                yield f"entry {number}, a {kind}, knows nothing of {unknown}"


def _content(path: str, fields: dict[str, list[str]]) -> tuple[str, list[tuple[str, list[str]]]]:
    """What a form says."""
    return path, sorted((name, said) for name, said in fields.items() if name not in KNOWS and any(said))


def _sheet(rng: Random) -> dict[str, str]:
    """A sheet in which somebody went out."""
    out = rng.randrange(4)
    points = {f"points-{seat}": "" if seat == out else str(5 * rng.randint(2, 20)) for seat in range(4)}
    return {"went_out": str(out), **points}
