"""Runs queries.sql with DuckDB and with Spark over the tables of the journal tool."""

import datetime
import decimal
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).parent


def queries():
    """The queries by name, in their order."""
    parts = re.split(r"^-- name: (\w+)$", (HERE / "queries.sql").read_text(), flags=re.M)[1:]
    return {name: text.split(";")[0] for name, text in zip(parts[::2], parts[1::2])}


def statements(tool, engine, folder):
    """The statements that read the tables in a folder, as the tool itself prints them."""
    for verb, files in (("table", "entries-*.jsonl"), ("sessions", "sessions-*.jsonl")):
        command = [tool, verb, "--ddl", engine, "-o", str(folder / files)]
        yield subprocess.run(command, check=True, capture_output=True, text=True).stdout.rstrip().rstrip(";")


def duckdb_rows(tool, folder, asked):
    import duckdb

    database = duckdb.connect()
    database.execute("CREATE MACRO get_json_object(text, path) AS json_extract_string(text, path)")
    for statement in statements(tool, "duckdb", folder):
        database.execute(statement)
    return {name: plain(database.execute(text).fetchall()) for name, text in asked.items()}


def spark_rows(tool, folder, asked, master="local[2]"):
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.master(master).appName("reactor-tables")
        .config("spark.sql.session.timeZone", "UTC").config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "4").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    # A timestamp of Spark is a moment; collect() gives it in the time zone of this process.
    to_utc = datetime.timezone.utc
    try:
        for statement in statements(tool, "spark", folder):
            spark.sql(statement)
        return {
            name: plain([
                tuple(v.astimezone(to_utc).replace(tzinfo=None) if isinstance(v, datetime.datetime) else v for v in row)
                for row in spark.sql(text).collect()])
            for name, text in asked.items()}
    finally:
        spark.stop()


def plain(rows):
    """Rows without the types that only one engine has."""
    return [
        tuple(int(v) if isinstance(v, decimal.Decimal) and v == int(v) else v for v in row)
        for row in rows]
