#!/usr/bin/env python3
"""The engine beside other people's: rolls a CPU second of four random players.

    python3 benches/compare/compare.py

Installs the others from the package index into a virtual environment under target/, runs them and ours one after the
other, and prints what each of them does and the ratios. Needs Python 3.9 or later and a network for the first run.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKAGES = {"ludopy": "1.5.0", "ludo-king-engine": "0.1.3"}
SAMPLES = 9


def environment() -> pathlib.Path:
    """The interpreter of an environment that has the packages."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    place = target / "compare-venv"
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        venv.create(place, with_pip=True)
    wanted = [f"{name}=={version}" for name, version in PACKAGES.items()]
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted], check=True
    )
    return python


def ours(part: str) -> dict[str, dict]:
    """The figures of a part of the bench, by name."""
    command = ["cargo", "bench", "--quiet", "-p", "ludo-rules", "--", part, "--json"]
    lines = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    figures = [json.loads(line) for line in lines.splitlines() if line.startswith("{")]
    # With the dice, as everybody's.
    return {figure["name"]: figure for figure in figures if "rolled before" not in figure["group"]}


def theirs(python: pathlib.Path) -> dict[str, dict]:
    """The figures of the others, which take turns."""
    samples: dict[str, list[float]] = {name: [] for name in PACKAGES}
    for _ in range(SAMPLES):
        for name in PACKAGES:
            ran = subprocess.run(
                [python, HERE / "others.py", name], check=True, stdout=subprocess.PIPE, text=True
            )
            samples[name].append(float(ran.stdout))
    return {
        f"{name} {PACKAGES[name]}": {
            "median": statistics.median(rates),
            "lowest": min(rates),
            "highest": max(rates),
        }
        for name, rates in samples.items()
    }


def main() -> None:
    others = theirs(environment())
    mine = {
        "ours, one game at a time": ours("one")["classic"],
        "ours, one game, each move checked": ours("checked")["classic"],
        "ours, 64 games at once": ours("batch")["classic, 64 lanes"],
    }
    print("rolls a CPU second, four random players: median (lowest to highest)")
    for name, figure in (others | mine).items():
        print(f"  {name:<36} {figure['median']:>13,.0f}  ({figure['lowest']:,.0f} to {figure['highest']:,.0f})")
    print("times as fast, by the medians")
    for name, figure in mine.items():
        for other, theirs_ in others.items():
            print(f"  {name:<36} {figure['median'] / theirs_['median']:>9,.0f} times {other}")


if __name__ == "__main__":
    sys.exit(main())
