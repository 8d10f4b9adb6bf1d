"""Has planted changes found by the tool and by Spark, and compares both with an oracle. See check-backtest."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
THOROUGH = bool(os.environ.get("THOROUGH"))
SESSIONS = 300 if THOROUGH else 30
ENTRIES = 200 if THOROUGH else 120
CHANGES = {
    # Below zero the bug hangs instead of ending the program.
    "weightlog": [1, -2, 3, 5, 7, 8, 9, 11, 13, 15, 17] if THOROUGH else [-2, 13],
    "patterns": [1, 2, 5, 6, 8, 10, 12, 13, 15, 16] if THOROUGH else [5],
}


def run(*words, codes=(0,)):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(f"error: {' '.join(map(str, words))} ended with {done.returncode}\n{done.stdout}\n{done.stderr[-3000:]}")
    return done.stdout


def main():
    tool = pathlib.Path(sys.argv[1]) / "PlantedTool"
    failures = changed = total = 0
    failures += check_nothing(tool)
    seconds = {"tool": 0.0, "spark": 0.0}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for app, plants in CHANGES.items():
            sessions = folder / app
            sessions.mkdir()
            made = (sessions, SESSIONS, ENTRIES, 1)
            run(tool, app, "--plant", 0, "generate", *made)
            baseline = folder / f"{app}.states"
            run(tool, app, "--plant", 0, "states", "--digests", sessions, "-o", baseline)
            for plant in plants:
                limit = ("--limit", 3) if plant < 0 else ()
                oracle = set(run(tool, app, "--plant", plant, "oracle", *made).split())
                began = time.monotonic()
                rows = folder / "rows.jsonl"
                local = run(
                    tool, app, "--plant", plant, "backtest", "--baseline", baseline, "--rows", "-o", rows, "--json",
                    *limit, sessions, codes=(0, 1))
                seconds["tool"] += time.monotonic() - began
                began = time.monotonic()
                spark = run(
                    sys.executable, HERE / "backtest.py", "--master", "local[2]", "--worker", tool, "--arguments",
                    f"{app} --plant {plant}", "--baseline", baseline, "--rows", folder / "rows.parquet", *limit,
                    sessions, codes=(0, 1))
                seconds["spark"] += time.monotonic() - began
                here = {row["path"]: row for row in map(json.loads, rows.read_text().splitlines())}
                there = read(folder / "rows.parquet")
                for row in [*here.values(), *there.values()]:
                    del row["ms"]
                    for column in ("before", "now"):
                        if row[column] is not None and not isinstance(row[column], str):
                            row[column] = json.dumps(row[column], separators=(",", ":"), ensure_ascii=False)
                found = {path for path, row in here.items() if row["status"] != "same"}
                total += len(here)
                changed += len(oracle)
                problems = []
                if found != oracle:
                    problems.append(f"missed {sorted(oracle - found)}, and found {sorted(found - oracle)}")
                if local != spark:
                    problems.append(f"the tool says\n{local}and Spark says\n{spark}")
                if here != there:
                    problems.append(f"rows differ: {[path for path in here if here[path] != there.get(path)][:3]}")
                for problem in problems:
                    print(f"error: {app}, change {plant}: {problem}", file=sys.stderr)
                failures += len(problems)
                print(f"{app} change {plant}: {len(found)} of {len(here)} sessions, {len(local.splitlines())} causes", flush=True)
    print(
        f"{changed} changed sessions of {total} found, all and only them, by both engines with one answer; "
        f"{seconds['tool']:.1f} s here, {seconds['spark']:.1f} s with Spark" if not failures else f"{failures} failures")
    return 1 if failures else 0


def check_nothing(tool):
    """A folder without a session, and one that is not there, are no backtest in which nothing was found."""
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for sessions in (folder, f"{folder}/nowhere"):
            done = subprocess.run(
                [sys.executable, HERE / "backtest.py", "--master", "local[2]", "--worker", tool, sessions],
                capture_output=True, text=True)
            if done.returncode != 3 or f"error: {sessions}: " not in done.stderr or done.stdout:
                print(f"error: {sessions} ended with {done.returncode}: {done.stderr[-500:]}", file=sys.stderr)
                failures += 1
    return failures


def read(path):
    """The rows of a Parquet folder, by another engine than the one that wrote it."""
    import duckdb

    table = duckdb.sql(f"SELECT * FROM read_parquet('{path}/*.parquet')")
    return {row[0]: dict(zip(table.columns, row)) for row in table.fetchall()}


if __name__ == "__main__":
    sys.exit(main())
