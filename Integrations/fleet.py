#!/usr/bin/env python3
"""Queries the recordings of a fleet with SQL: Integrations/fleet.py TOOL RECORDING...

TOOL is the journal tool of an app, and its arguments up to the subcommand: "weightlog journal" for example. RECORDING is a recording,
or a folder of recordings. The tool prints each entry before the first damage as a line of JSON (`show --json`), and DuckDB reads the
lines. Needs DuckDB: pip install duckdb

  --sql QUERY    one query on the table `entries`, instead of the built-in queries
  --keep FILE    store the table as Parquet

Exit status: 0; 1 if the tool left out an entry or a recording, which it names
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile

COLUMNS = {
    "session": "VARCHAR", "seq": "UBIGINT", "at": "TIMESTAMP", "op": "VARCHAR", "tx": "UBIGINT", "mark": "UBIGINT",
    "withdraws": "UBIGINT[]", "group": "UBIGINT[]", "cause": "JSON", "event": "VARCHAR", "v": "UBIGINT", "gap": "VARCHAR",
    "payload": "JSON",
}
QUESTIONS = {
    "Events by type and hour": """
        SELECT event, date_trunc('hour', at) AS hour, count(*) AS events
        FROM entries WHERE event IS NOT NULL GROUP BY ALL ORDER BY ALL""",
    "Failed commands": """
        SELECT payload->>'$.command' AS command, payload->>'$.outcome.failed.kind' AS error, count(*) AS times,
            count(DISTINCT session) AS sessions
        FROM entries WHERE event = 'command.ended' AND payload->>'$.outcome.failed.kind' IS NOT NULL
        GROUP BY ALL ORDER BY ALL""",
    "Predictions: how many are rolled back, and how long they are open": """
        WITH ends AS (
            SELECT session, tx, op, at FROM entries WHERE op IN ('commit', 'replace', 'rollback')
            UNION ALL SELECT session, unnest(withdraws), 'reset', at FROM entries WHERE withdraws IS NOT NULL),
        times AS (
            SELECT began.event, ends.op, epoch_ms(ends.at) - epoch_ms(began.at) AS open_ms
            FROM entries began LEFT JOIN ends USING (session, tx) WHERE began.op = 'begin' AND began.event IS NOT NULL)
        SELECT event, count(*) AS predictions, count(*) FILTER (op = 'rollback') AS rolled_back,
            count(*) FILTER (op IS NULL) AS still_open, median(open_ms) AS median_ms, max(open_ms) AS longest_ms
        FROM times GROUP BY ALL ORDER BY ALL""",
    "Versions of events that are still sent": """
        SELECT event, v AS version, count(DISTINCT session) AS sessions, max(at) AS last_seen
        FROM entries WHERE event IS NOT NULL GROUP BY ALL ORDER BY ALL""",
    "The last three events of each session": """
        WITH numbered AS (
            SELECT event, row_number() OVER (PARTITION BY session ORDER BY seq DESC) AS place
            FROM entries WHERE event IS NOT NULL)
        SELECT place, event, count(*) AS sessions FROM numbered WHERE place <= 3 GROUP BY ALL ORDER BY ALL""",
}


class Tool:
    """The journal tool of an app."""

    def __init__(self, words):
        self.words = shlex.split(words)
        self.failed = False

    def show(self, recordings):
        """The JSON objects that `show` prints."""
        process = subprocess.Popen([*self.words, "show", "--json", *recordings], stdout=subprocess.PIPE)
        for line in process.stdout:
            yield json.loads(line)
        self.failed = process.wait() != 0 or self.failed

    def entries(self, recordings):
        """The entries of recordings. One recording is printed as its entries, several as a line each."""
        for row in self.show(recordings):
            if "path" in row:
                yield from ({"session": row["path"], **entry} for entry in self.show([row["path"]]))
            else:
                yield {"session": recordings[0], **row}


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
    tool = Tool(options.tool)
    with tempfile.TemporaryDirectory() as folder:
        lines = os.path.join(folder, "entries.jsonl")
        with open(lines, "w") as file:
            for entry in tool.entries(options.recordings):
                file.write(json.dumps(entry) + "\n")
        database = duckdb.connect()
        columns = ", ".join(f"'{name}': '{kind}'" for name, kind in COLUMNS.items())
        database.execute(
            f"CREATE TABLE entries AS SELECT * FROM read_json('{lines}', format = 'newline_delimited', "
            f"maximum_object_size = 67108864, columns = {{{columns}}})")
    if options.keep:
        database.execute("COPY entries TO '{}' (FORMAT parquet)".format(options.keep.replace("'", "''")))
    for title, query in ({"": options.sql} if options.sql else QUESTIONS).items():
        if title:
            print(title)
        print(database.sql(query) or "")
    sys.exit(1 if tool.failed else 0)


main()
