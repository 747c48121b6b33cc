"""`make prove`: runs the named proofs or all, a line each; exit code 1 if a promise is broken."""

import argparse
import os
import platform
import sqlite3
import sys
import time
from collections.abc import Callable

import scorekeeper
from bench.prove import disk, fuzz, hostile, instances, kills, outbox
from bench.prove.proof import Proof

PARTS: dict[str, Callable[[float, int], Proof]] = {
    "kills": kills.prove,
    "postgresql": kills.prove_on_postgresql,
    "instances": instances.prove,
    "hostile": hostile.prove,
    "disk": disk.prove,
    "fuzz": fuzz.prove,
    "outbox": outbox.prove,
}


def main() -> None:
    """Run the proofs that the arguments name."""
    parser = argparse.ArgumentParser(prog="python -m bench.prove", description=__doc__)
    parser.add_argument("part", nargs="*", metavar="part", default=list(PARTS))
    parser.add_argument("--share", type=float, default=1.0, help="how much of it: 0.05 is a twentieth")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all random choices")
    options = parser.parse_args()
    if unknown := set(options.part) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}, but {', '.join(PARTS)}")
    print(
        f"scorekeeper {scorekeeper.__version__}, Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}, {platform.system()}, {os.cpu_count()} cores"
    )
    kept = [_is_kept(name, share=options.share, seed=options.seed) for name in options.part]
    sys.exit(not all(kept))


def _is_kept(name: str, *, share: float, seed: int) -> bool:
    began = time.monotonic()
    proof = PARTS[name](share, seed)
    print(f"{proof.line} ({time.monotonic() - began:.0f} s)", *proof.broken, sep="\n  ", flush=True)
    return not proof.broken


if __name__ == "__main__":
    main()
