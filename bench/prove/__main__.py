"""`make prove`: runs the named proofs or all, a line each; exit code 1 if a promise is broken."""

import argparse
import os
import platform
import sqlite3
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import scorekeeper
from bench.prove import disk, fuzz, hostile, instances, kills, outbox, rights
from bench.prove.proof import Proof

PARTS: dict[str, Callable[[float, int], Proof]] = {
    "kills": kills.prove,
    "postgresql": kills.prove_on_postgresql,
    "instances": instances.prove,
    "hostile": hostile.prove,
    "disk": disk.prove,
    "fuzz": fuzz.prove,
    "rights": rights.prove,
    "outbox": outbox.prove,
}
PAGE = Path(__file__).parents[2] / "docs" / "reliability.md"
_WIDTH = 118
_BEGIN, _END = "```text\n", "```\n"


def main() -> None:
    """Run the proofs that the arguments name."""
    parser = argparse.ArgumentParser(prog="python -m bench.prove", description=__doc__)
    parser.add_argument("part", nargs="*", metavar="part", default=list(PARTS))
    parser.add_argument("--share", type=float, default=1.0, help="how much of it: 0.05 is a twentieth")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all random choices")
    parser.add_argument("--write", action="store_true", help="write the results into docs/reliability.md")
    options = parser.parse_args()
    if unknown := set(options.part) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}, but {', '.join(PARTS)}")
    print(made := _made_of(), end="", flush=True)
    printed = [_proved(name, share=options.share, seed=options.seed) for name in options.part]
    if options.write:
        _write(made + "".join(text for text, _ in printed))
    sys.exit(any(proof.broken for _, proof in printed))


def _proved(name: str, *, share: float, seed: int) -> tuple[str, Proof]:
    began = time.monotonic()
    proof = PARTS[name](share, seed)
    lines = [f"{proof.line} ({time.monotonic() - began:.0f} s)", *(f"  {said}" for said in proof.broken)]
    text = "".join(f"{_wrapped(line)}\n" for line in lines)
    print(text, end="", flush=True)
    return text, proof


def _wrapped(line: str) -> str:
    return textwrap.fill(
        line, _WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def _made_of() -> str:
    """Name the versions and the machine that the proofs run on."""
    return (
        f"scorekeeper {scorekeeper.__version__}, Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}, {platform.system()}, {os.cpu_count()} cores\n"
    )


def _write(printed: str) -> None:
    """Replace the content of the fenced block of the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(_BEGIN)
    after = rest.partition(_END)[2]
    PAGE.write_text(f"{before}{_BEGIN}{printed}{_END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
