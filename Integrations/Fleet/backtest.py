#!/usr/bin/env python3
"""A backtest on Spark: every session replayed by the app's own tool, wherever the sessions are.

    spark-submit backtest.py --worker diary-journal hdfs:///sessions --baseline states.jsonl --rows hdfs:///rows
    python3 backtest.py --worker .build/debug/diary-journal sessions

Each task starts the worker once, `backtest --stdin`, and gives it one recording after the other. A worker that dies, or is
at one event for longer than it may, is started again, and that is booked to the session that it had in hand. Prints one line
of JSON for each cause, as `backtest --json` of the tool does, and exits with 1 when there is any, with 2 when it does not
understand its arguments, and with 3 when there is no session, or they cannot be replayed.
"""

import argparse
import json
import os
import select
import shlex
import struct
import subprocess
import sys
import tempfile
import time
import traceback

COLUMNS = [
    ("path", "string"), ("session", "string"), ("status", "string"), ("entries", "long"), ("compared", "long"),
    ("seq", "long"), ("event", "string"), ("path_in_state", "string"), ("before", "string"), ("now", "string"),
    ("invariant", "string"), ("ms", "long"),
]
FINE = ("same", "nothing_to_compare", "not_in_baseline")


class Worker:
    """The tool of the app in a process, which may die, and be at one event for so many seconds."""

    def __init__(self, command, limit):
        self.limit = limit
        handle, self.note = tempfile.mkstemp(prefix="reactor-note-")
        os.close(handle)
        self.command = command + ["--stdin", "--note", self.note]
        self.process = None

    def ask(self, name, files):
        """The row of a session: the bytes of one file, or of several segments."""
        if self.process is None:
            environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
        with tempfile.TemporaryDirectory() as folder:
            if len(files) == 1 and "/" not in files[0][0]:
                content = files[0][1]
                request = json.dumps({"path": name, "bytes": len(content)}).encode() + b"\n" + content
            else:
                for path, content in files:
                    with open(os.path.join(folder, os.path.basename(path)), "wb") as file:
                        file.write(content)
                request = json.dumps({"path": name, "file": folder}).encode() + b"\n"
            try:
                self.process.stdin.write(request)
                self.process.stdin.flush()
            except BrokenPipeError:
                pass
            line = self.answer()
        if line is None:
            self.process.kill()
            self.process.wait()
            self.process = None
            return self.stopped(name, "hang")
        if line.endswith(b"\n"):
            return json.loads(line)
        code = self.process.wait()
        self.process = None
        if code >= 0:
            raise RuntimeError(f"{self.command[0]} ended with the code {code}")
        (place,) = struct.unpack_from("<Q", self.content(), 512)
        return self.stopped(name, "crash") | {"invariant": f"signal {-code}" + (f" at {place:#x}" if place else "")}

    def answer(self):
        """The line that it writes, and what there is of one where it died; None where it goes on no more."""
        seen, since = None, time.monotonic()
        while not select.select([self.process.stdout], [], [], 0.1)[0]:
            note = self.content()
            progress = (note[:8], note[504:512])
            if progress != seen:
                seen, since = progress, time.monotonic()
            # Before its first entry it is started, and reads.
            elif time.monotonic() - since > (self.limit if any(progress[0]) else max(self.limit, 30)):
                return None
        return self.process.stdout.readline()

    def content(self):
        with open(self.note, "rb") as file:
            return file.read(520).ljust(520, b"\0")

    def stopped(self, name, status):
        note = self.content()

        def text(start):
            (count,) = struct.unpack_from("<H", note, start)
            # A long name is cut off, in the middle of a character perhaps.
            return note[start + 2:start + 2 + count].decode(errors="replace")

        (seq,) = struct.unpack_from("<Q", note, 0)
        row = dict.fromkeys(column for column, _ in COLUMNS)
        return row | {
            "path": name, "session": text(256), "status": status, "entries": 0, "compared": 0, "seq": seq or None,
            "event": text(8) or None,
        }

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
        os.unlink(self.note)


def session_of(root, path):
    """The session that a file belongs to, and its name in it; None for what is no recording."""
    inner = path.split(f"{root}/", 1)[-1].lstrip("/")
    name, _, rest = inner.partition("/")
    if name.startswith(".") or not inner.endswith(".jsonl") or (rest and not rest.startswith("segment-")):
        return None
    return name, inner


def check(worker, arguments, baseline, limit):
    """For a partition of (name, files): the rows."""
    def rows(sessions):
        from pyspark import SparkFiles

        program = SparkFiles.get(os.path.basename(worker))
        os.chmod(program, 0o755)
        command = [program, *arguments, "backtest"]
        if baseline:
            command += ["--baseline", SparkFiles.get(os.path.basename(baseline))]
        process = Worker(command, limit)
        try:
            for name, files in sessions:
                row = process.ask(name, sorted(files))
                for column in ("before", "now"):
                    if row[column] is not None:
                        row[column] = json.dumps(row[column], separators=(",", ":"), ensure_ascii=False)
                yield tuple(row[column] for column, _ in COLUMNS)
        finally:
            process.close()
    return rows


def causes(rows):
    """The causes, the most frequent first, each with the session that shows it in the fewest entries."""
    from pyspark.sql import functions as f

    place = (
        f.when(rows.status.isin("crash", "invariant"), rows.invariant)
        .when(rows.status.isin("damaged", "unreadable"), f.lit(None)).otherwise(rows.path_in_state))
    grouped = (
        rows.where(~rows.status.isin(*FINE)).withColumn("place", place).groupBy("status", "event", "place")
        .agg(f.count("*").alias("sessions"), f.min(f.struct(f.coalesce("seq", f.lit(0)).alias("at"), "path", "seq"))
             .alias("smallest"))
        .orderBy(f.desc("sessions"), f.concat_ws(" ", "status", f.coalesce("event", f.lit("")),
                                                 f.coalesce("place", f.lit("")))))
    for row in grouped.collect():
        yield {
            "cause": row.status, "event": row.event, "place": row.place, "sessions": row.sessions,
            "smallest": row.smallest.path, "seq": row.smallest.seq,
        }


def nothing(sessions, reason):
    """Says that there was nothing to replay, which is not the same as that nothing was found."""
    print(
        f"error: {sessions}: {reason}. Name a folder of recordings: files that end in .jsonl, or folders of segments.",
        file=sys.stderr)
    return 3


def seconds(text):
    limit = float(text)
    if not 0 < limit <= 1e9:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of seconds above 0")
    return limit


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sessions", help="a folder of recordings, in any file system that Spark reads")
    parser.add_argument("--worker", required=True, help="the tool of the app, linked statically where nodes have no Swift")
    parser.add_argument("--arguments", default="", help="what the worker is called with before its verb")
    parser.add_argument("--baseline", help="what 'states' of the old build wrote")
    parser.add_argument("--rows", help="where to write a row for each session, as Parquet")
    parser.add_argument("--master", default=None, help="local[*] otherwise, or what spark-submit says")
    parser.add_argument("--limit", type=seconds, default=30, help="so many seconds may a worker be at one event")
    parser.add_argument("--partitions", type=int, help="how many tasks; Spark decides otherwise")
    options = parser.parse_args()
    for file in (options.worker, options.baseline):
        if file and "://" not in file and not os.path.isfile(file):
            print(f"error: {file}: there is no such file", file=sys.stderr)
            return 3

    from pyspark.errors import AnalysisException
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("reactor-backtest").config("spark.ui.enabled", "false")
    if options.master or "SPARK_ENV_LOADED" not in os.environ:
        builder = builder.master(options.master or "local[*]")
    spark = builder.getOrCreate()
    context = spark.sparkContext
    context.setLogLevel("ERROR")
    context.addFile(options.worker)
    if options.baseline:
        context.addFile(options.baseline)
    root = options.sessions.rstrip("/")
    tasks = options.partitions or context.defaultParallelism
    try:
        files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(root).select("path", "content")
    except AnalysisException as error:
        return nothing(options.sessions, str(error).splitlines()[0])
    anchor = root.split("://", 1)[-1] if "://" in root else os.path.abspath(root)
    sessions = (
        files.rdd.map(lambda row: (session_of(anchor, row.path), bytes(row.content)))
        .filter(lambda pair: pair[0] is not None).map(lambda pair: (pair[0][0], (pair[0][1], pair[1])))
        .groupByKey(tasks))
    schema = ", ".join(f"`{name}` {kind}" for name, kind in COLUMNS)
    rows = spark.createDataFrame(
        sessions.mapPartitions(
            check(options.worker, shlex.split(options.arguments), options.baseline, options.limit)), schema)
    if options.rows:
        rows.write.mode("overwrite").parquet(options.rows)
        rows = spark.read.parquet(options.rows)
    else:
        rows = rows.cache()
    if rows.isEmpty():
        return nothing(options.sessions, "there is no recording in it")
    found = False
    for cause in causes(rows):
        found = True
        print(json.dumps(cause, separators=(",", ":"), ensure_ascii=False))
    if not found and rows.where((rows.compared > 0) | (rows.status == "same")).isEmpty():
        print(
            "error: nothing was compared: " + (
                f"{options.baseline} has none of these sessions" if options.baseline else "no session holds a digest"),
            file=sys.stderr)
        found = True
    spark.stop()
    return 1 if found else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Exception:
        # 1 says that sessions differ.
        traceback.print_exc()
        sys.exit(3)
