"""Compares the tables and the answers of two engines with those of the oracle. `check` runs it."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import engines
import oracle
import recordings

# The tool of each program: a program of its own, or a subcommand.
TOOLS = {"weightlog": ["weightlog-journal"], "patterns": ["patterns", "journal"]}


def main():
    programs = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        sessions, tables = scratch / "sessions", scratch / "tables"
        tables.mkdir()
        counts = recordings.make(programs, sessions, bool(os.environ.get("THOROUGH")))
        known = [oracle.Session(path) for app in TOOLS for path in sorted((sessions / app).iterdir())]
        assert len(known) == sum(counts.values())
        began = time.monotonic()
        for app, tool in TOOLS.items():
            table([programs / tool[0], *tool[1:]], sessions / app, app, tables, [s for s in known if s.session["app"] == app])
        rows = sum(len(session.rows) for session in known)
        print(f"{rows} rows of {len(known)} sessions are those of the oracle ({time.monotonic() - began:.1f} s)")

        asked, expected = engines.queries(), oracle.answers(known)
        assert list(asked) == list(expected), "a query has no oracle"
        tool = programs / TOOLS["weightlog"][0]
        for name, answer in (("DuckDB", engines.duckdb_rows), ("Spark", engines.spark_rows)):
            began = time.monotonic()
            found = answer(tool, tables, asked)
            for query in asked:
                assert expected[query], f"{query}: nothing to compare"
                same(f"{name}, {query}", found[query], expected[query])
            print(f"{name} answers {len(asked)} queries as the oracle does ({time.monotonic() - began:.1f} s)")


def table(tool, folder, app, tables, known):
    """Both tables of an app, compared with the oracle column by column; what was left out is named."""
    damaged = sum(session.left_out > 0 for session in known)
    for verb, file, expected in (
        ("table", "entries", [row for session in known for row in session.rows]),
        ("sessions", "sessions", [session.session for session in known]),
    ):
        out = tables / f"{file}-{app}.jsonl"
        run = subprocess.run([*tool, verb, "-o", out, folder], capture_output=True, text=True)
        assert run.returncode == (1 if damaged else 0), f"{verb} of {app} ended with {run.returncode}: {run.stderr}"
        left = sum(session.left_out for session in known)
        named = [int(line.split("left out ")[1].split()[0]) for line in run.stderr.splitlines()]
        assert len(named) == damaged and sum(named) == left, f"{left} lines left out, said: {run.stderr}"
        same(f"{verb} of {app}", [json.loads(line) for line in out.read_text().splitlines()], expected)


def same(what, found, expected):
    for number, (one, other) in enumerate(zip(found, expected)):
        assert one == other, f"{what}, row {number}: {one} instead of {other}"
    assert len(found) == len(expected), f"{what}: {len(found)} rows instead of {len(expected)}"


main()
