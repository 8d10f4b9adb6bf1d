#!/usr/bin/env python3
"""Queries the recordings of a fleet with SQL: Integrations/fleet.py TOOL RECORDING...

TOOL is the journal tool of an app, and its arguments up to the subcommand: "patterns journal" for example. The tool writes
each entry whose check is correct as a line of JSON (`table`), and DuckDB reads the lines. Needs DuckDB: pip install duckdb

  --sql QUERY    one query on the table `entries`, instead of the built-in queries
  --keep FILE    store the table as Parquet

Exit status: 0; 1 if the tool left out an entry or a recording, which it names
"""
import argparse
import os
import shlex
import subprocess
import sys
import tempfile

COLUMNS = {
    "session": "VARCHAR", "app": "VARCHAR", "seq": "BIGINT", "ts": "TIMESTAMP", "operation": "VARCHAR",
    "prediction": "BIGINT", "command": "VARCHAR", "launch": "BIGINT", "event": "VARCHAR", "version": "BIGINT",
    "payload": "VARCHAR", "outcome": "VARCHAR", "open_ms": "BIGINT",
}
QUESTIONS = {
    "Events by type and hour": """
        SELECT app, event, date_trunc('hour', ts) AS hour, count(*) AS events
        FROM entries WHERE event IS NOT NULL GROUP BY ALL ORDER BY ALL""",
    "Failed commands": """
        SELECT app, payload->>'$.command' AS command, payload->>'$.outcome.failed.kind' AS error, count(*) AS times,
            count(DISTINCT session) AS sessions
        FROM entries WHERE event = 'command.ended' AND payload->>'$.outcome.failed.kind' IS NOT NULL
        GROUP BY ALL ORDER BY ALL""",
    "Predictions: how many are rolled back, and how long they are open": """
        SELECT app, event, count(*) AS predictions, count(*) FILTER (outcome = 'rollback') AS rolled_back,
            count(*) FILTER (outcome = 'open') AS still_open, median(open_ms) AS median_ms, max(open_ms) AS longest_ms
        FROM entries WHERE operation = 'begin' AND event IS NOT NULL GROUP BY ALL ORDER BY ALL""",
    "Versions of events that are still sent": """
        SELECT app, event, version, count(DISTINCT session) AS sessions, max(ts) AS last_seen
        FROM entries WHERE event IS NOT NULL GROUP BY ALL ORDER BY ALL""",
    "The last three events of each session": """
        WITH numbered AS (
            SELECT app, event, row_number() OVER (PARTITION BY session ORDER BY seq DESC) AS place
            FROM entries WHERE event IS NOT NULL)
        SELECT app, place, event, count(*) AS sessions FROM numbered WHERE place <= 3 GROUP BY ALL ORDER BY ALL""",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("recordings", nargs="+")
    parser.add_argument("--sql")
    parser.add_argument("--keep")
    options = parser.parse_args()
    try:
        import duckdb
    except ImportError:
        sys.exit("error: DuckDB is missing: pip install duckdb")
    with tempfile.TemporaryDirectory() as folder:
        lines = os.path.join(folder, "entries.jsonl")
        with open(lines, "wb") as file:
            code = subprocess.run([*shlex.split(options.tool), "table", *options.recordings], stdout=file).returncode
        database = duckdb.connect()
        columns = ", ".join(f"{name}: '{kind}'" for name, kind in COLUMNS.items())
        database.execute(
            f"CREATE TABLE entries AS SELECT * FROM read_json('{lines}', format = 'newline_delimited', "
            f"maximum_object_size = 67108864, columns = {{{columns}}})")
    if options.keep:
        database.execute("COPY entries TO '{}' (FORMAT parquet)".format(options.keep.replace("'", "''")))
    for title, query in ({"": options.sql} if options.sql else QUESTIONS).items():
        if title:
            print(title)
        print(database.sql(query) or "")
    sys.exit(1 if code else 0)


main()
