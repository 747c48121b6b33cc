"""Proves that the wheel contains exactly the files of the checkout and works without it."""

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from scorekeeper import __version__
from tests.support.servers import ROOT, environment

pytestmark = pytest.mark.long

BESIDE = ("templates", "static", "migrations")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it would be published, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an environment with the wheel installed, which uses the libraries of this one."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    programs = folder / "bin"
    site = Path(_ask(programs / "python", "import sysconfig; print(sysconfig.get_path('purelib'))"))
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python"),
            *(str(programs / "python"), "install", "--no-deps", "--no-index", str(wheel)),
        ],
        check=True,
    )
    return programs


def test_wheel_holds_what_the_checkout_holds(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}

    assert packed == {f"scorekeeper/{name}" if name.startswith(BESIDE) else name for name in _kept_files()}


def test_wheel_names_its_licence_and_its_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        about = {name.partition(".dist-info/")[2]: name for name in archive.namelist()}
        metadata = archive.read(about["METADATA"]).decode()

    assert wheel.name.startswith("rummy_scorekeeper-")
    assert "licenses/LICENSE" in about
    assert "\nLicense-Expression: MIT\n" in metadata
    assert "\nRequires-Python: >=3.11\n" in metadata


def test_installed_command_says_its_version(installed: Path, tmp_path: Path) -> None:
    assert _scorekeeper(installed, "--version", data=tmp_path) == f"scorekeeper {__version__}\n"


def test_installed_command_finds_its_files_without_the_checkout(installed: Path, tmp_path: Path) -> None:
    found = _ask(installed / "python", "from scorekeeper import paths; print(paths.TEMPLATES)")

    assert Path(found).is_relative_to(installed.parent)
    _scorekeeper(installed, "db", "upgrade", data=tmp_path / "data")
    assert (tmp_path / "data" / "scorekeeper.sqlite").is_file()


def test_installed_command_keeps_scores_in_the_users_own_folder(installed: Path) -> None:
    code = "from scorekeeper import paths; print(paths.default_data_folder({'XDG_DATA_HOME': '/own/data'}))"

    assert _ask(installed / "python", code) == "/own/data/scorekeeper"


def _kept_files() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "scorekeeper", *BESIDE],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def _scorekeeper(programs: Path, *arguments: str, data: Path) -> str:
    environ = environment(data)
    del environ["PYTHONPATH"]
    done = subprocess.run(
        [str(programs / "scorekeeper"), *arguments],
        cwd=programs,
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def _ask(python: Path, code: str) -> str:
    ran = subprocess.run(
        [str(python), "-c", code], cwd=python.parent, env={}, capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()
