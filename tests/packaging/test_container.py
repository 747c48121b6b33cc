"""Proves that the files copied by the Containerfile run, and that documented ports and paths hold."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import yaml

from scorekeeper.config import DEFAULT_PORT, from_environment
from scorekeeper.services.maintenance.doctor import shown_settings
from tests.support.recommended import example
from tests.support.servers import ROOT, environment, free_port

FOLDER = ROOT / "container"
LINES = re.sub(r"\\\n\s*", "", (FOLDER / "Containerfile").read_text(encoding="utf-8")).splitlines()
STEPS = [line.partition(" ")[::2] for line in LINES if line and not line.startswith("#")]
DEPLOYING = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")
DATA = "/var/lib/scorekeeper"


def test_port_volume_and_user_are_the_documented_ones() -> None:
    variables = dict(pair.split("=", 1) for pair in only("ENV").split())

    assert (only("EXPOSE"), variables["PORT"]) == (str(DEFAULT_PORT), str(DEFAULT_PORT))
    assert (only("VOLUME"), variables["SCOREKEEPER_DATA"]) == (DATA, DATA)
    assert f":{DATA}" in DEPLOYING
    user, group = only("USER").split(":")
    (made,) = (rest for _, rest in STEPS if "useradd" in rest)
    assert f"--gid {group} scorekeeper" in made
    assert f"--uid {user} --gid scorekeeper" in made
    assert f"--owner scorekeeper --group scorekeeper --mode 0700 {DATA}" in made


def test_the_unit_of_systemd_keeps_the_scores_in_the_same_place() -> None:
    (unit,) = re.findall(r"^```\n(\[Unit\]\n.*?)^```", DEPLOYING, re.MULTILINE | re.DOTALL)
    settings = set(unit.splitlines())

    assert settings >= {
        f"Environment=SCOREKEEPER_DATA={DATA} PORT={DEFAULT_PORT}",
        f"StateDirectory={Path(DATA).name}",
        "StateDirectoryMode=0700",
        "UMask=0077",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
    }


def test_both_stages_have_the_same_python_and_it_is_new_enough() -> None:
    bases = {rest.split()[0] for name, rest in STEPS if name == "FROM"}

    (base,) = bases
    found = re.fullmatch(r"docker\.io/library/python:3\.(\d+)-slim-\w+", base)
    assert found
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert int(found[1]) >= int(project["requires-python"].removeprefix(">=3."))


def test_nothing_but_what_is_copied_reaches_the_build() -> None:
    lines = (FOLDER / "Containerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if not line.startswith("#")]

    assert rules[0] == "*"
    assert {rule.removeprefix("!") for rule in rules if rule.startswith("!")} == {*copied()}


def test_what_is_copied_runs_without_the_checkout(tmp_path: Path) -> None:
    for source, target in copied().items():
        if source == "requirements/run.txt":
            continue
        shutil.copytree(
            ROOT / source, tmp_path / target.lstrip("/"), ignore=shutil.ignore_patterns("__pycache__")
        )
    app, data = tmp_path / only("WORKDIR").lstrip("/"), tmp_path / "data"

    said = subprocess.run(
        [sys.executable, *json.loads(only("ENTRYPOINT"))[1:], "db", "upgrade"],
        cwd=app,
        env=environment(data, PYTHONPATH=str(app)),
        capture_output=True,
        text=True,
        check=False,
    )

    assert (said.returncode, said.stderr) == (0, "")
    assert (data / "scorekeeper.sqlite").is_file()
    assert {file.name for file in (app / "scorekeeper").iterdir()} >= {"templates", "static", "migrations"}


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1), (None, 1)])
def test_the_health_check_fails_unless_the_server_answers(status: int | None, code: int) -> None:
    command = json.loads(only("HEALTHCHECK").partition("CMD ")[2])

    with answering(status) as port:
        checked = subprocess.run(
            [sys.executable, *command[1:]],
            env={**os.environ, "PORT": str(port)},
            capture_output=True,
            check=False,
        )

    assert (command[0], checked.returncode) == ("python", code)


@pytest.mark.parametrize("name", ["compose.yaml", "compose.several.yaml"])
def test_a_compose_file_names_only_what_there_is(name: str) -> None:
    file = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    services = file["services"]
    volumes = [volume.split(":")[:2] for service in services.values() for volume in service["volumes"]]
    instances = [service for service in services.values() if "build" in service]
    known = {name for name, _ in shown_settings(from_environment({}))}

    assert f"--file container/{name} up" in DEPLOYING
    sources = {source for source, _ in volumes}
    assert {source for source in sources if not (FOLDER / source).is_file()} - {"./secret-key"} == {
        *file["volumes"]
    }
    assert len({source for source, target in volumes if target == DATA}) == len(instances)
    for instance in instances:
        assert (FOLDER / instance["build"]["context"] / instance["build"]["dockerfile"]).is_file()
        assert {*instance["environment"]} <= known
        driver = instance["build"].get("args", {}).get("DRIVER", "")
        assert driver in (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")


def test_caddy_in_compose_has_the_documented_settings_and_the_name_that_instances_answer_to() -> None:
    caddy = (FOLDER / "Caddyfile").read_text(encoding="utf-8").expandtabs(4)
    documented = example("cards.example.org {\n    reverse_proxy 192")

    for name, address in {"one": 21, "two": 22}.items():
        documented = documented.replace(f"192.168.1.{address}", name)
    asks_by_name = "        health_headers {\n            Host {$NAME}\n        }\n"
    assert asks_by_name in caddy
    assert caddy.replace(asks_by_name, "") == documented.replace("cards.example.org", "{$NAME}")


@contextmanager
def answering(status: int | None) -> Iterator[int]:
    """The port of a server that answers /healthz so, or of none."""

    class Health(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/healthz" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    if status is None:
        yield free_port()
        return
    with HTTPServer(("127.0.0.1", 0), Health) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def only(name: str) -> str:
    """The arguments of the only instruction with this name."""
    (rest,) = (rest for instruction, rest in STEPS if instruction == name)
    return rest


def copied() -> dict[str, str]:
    """Paths copied from the checkout, each with its target."""
    return dict(
        tuple(rest.split())  # type: ignore[misc]
        for name, rest in STEPS
        if name == "COPY" and not rest.startswith("--from")
    )
