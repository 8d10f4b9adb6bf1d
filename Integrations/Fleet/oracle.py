"""What the tables and the answers have to be, from the journals themselves: plain Python, nothing of Reactor."""

import collections
import datetime
import json
import pathlib
import statistics

CRC_TABLE = []
for value in range(256):
    for _ in range(8):
        value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    CRC_TABLE.append(value)


def crc32c(data, crc):
    crc ^= 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


class Session:
    """One recording: its rows up to what does not verify."""

    def __init__(self, path):
        path = pathlib.Path(path)
        files = sorted(path.glob("segment-*.jsonl")) if path.is_dir() else [path]
        self.rows, self.left_out, self.torn, self.digests, self.segments, last_line = [], 0, False, 0, 0, None
        header = first = None
        for file in files:
            crc = 0
            for line in file.read_bytes().splitlines(keepends=True):
                body, mark, check = line.rpartition(b',"crc":"')
                if not self.left_out and line.endswith(b'"}\n') and mark:
                    crc = crc32c(body, crc)
                    if b"%08x\"}\n" % crc == check:
                        last_line = json.loads(line)
                        if "reactor" in last_line:
                            header, first, self.segments = last_line, first or last_line, self.segments + 1
                        elif "check" in last_line:
                            self.digests += "digest" in last_line
                        else:
                            self.add(header, last_line, raw_payload(body))
                        continue
                if line.endswith(b"\n"):
                    self.left_out += 1
                else:
                    self.torn = True
        ended = last_line.get("end") in ("closed", "rotated")
        schema = {**header["schema"]["events"], "(state)": header["schema"]["state"]}
        self.session = {
            "session": first["id"], "app": first["app"], "first": first["at"],
            "last": self.rows[-1]["ts"] if self.rows else first["at"], "entries": len(self.rows),
            "segments": self.segments, "schema": json.dumps(schema, sort_keys=True, separators=(",", ":")),
            "redacted": header.get("redacted", False), "torn": self.torn,
            "ended_cleanly": None if self.left_out else ended and not self.torn, "digests": self.digests}
        self.resolve()

    def add(self, header, line, payload):
        op, cause, group = line.get("op"), line.get("cause", {}), line.get("group", [None, None])
        self.rows.append({
            "session": header["id"], "app": header["app"], "seq": line["seq"], "segment_from": header["from"],
            "ts": line["at"], "operation": op, "prediction": line.get("tx"), "mark": line.get("mark"),
            "withdraws": line.get("withdraws"), "group_index": group[0], "group_count": group[1],
            "command": cause.get("command"), "launch": cause.get("launch"), "parent_launch": cause.get("parent"),
            "event": line.get("event"), "version": line.get("v"), "payload": payload,
            "payload_bytes": None if payload is None else len(payload.encode()), "gap": line.get("gap"),
            "outcome": None, "open_ms": None})

    def resolve(self):
        """What became of each prediction, looked up from its beginning."""
        for row in self.rows:
            if row["operation"] != "begin":
                continue
            row["outcome"] = "open"
            begun = next(r for r in self.rows if r["operation"] == "begin" and r["prediction"] == row["prediction"])
            for later in self.rows[row["seq"] - self.rows[0]["seq"]:]:
                mine = later["prediction"] == row["prediction"]
                by = later["operation"] if mine and later["operation"] in ("commit", "replace", "rollback") else None
                if row["prediction"] in (later["withdraws"] or []):
                    by = "reset"
                if by:
                    row["outcome"] = by
                    row["open_ms"] = round((time(later["ts"]) - time(begun["ts"])).total_seconds() * 1000)
                    break


def raw_payload(body):
    """The payload as it was written: it is the last member of a line but the check."""
    _, mark, payload = body.partition(b',"payload":')
    return payload.decode() if mark else None


def time(text):
    return datetime.datetime.fromisoformat(text.removesuffix("Z"))


def answers(sessions):
    """The answers to queries.sql, each worked out by hand."""
    rows = [row for session in sessions for row in session.rows]
    events = [row for row in rows if row["event"]]
    result = {}

    hours = collections.Counter(
        (r["app"], r["event"], time(r["ts"]).replace(minute=0, second=0, microsecond=0)) for r in events)
    result["events_by_type_and_hour"] = sorted((*key, count) for key, count in hours.items())

    failed = collections.defaultdict(list)
    for row in events:
        if row["event"] == "command.ended":
            payload = json.loads(row["payload"])
            failure = payload["outcome"].get("failed") if isinstance(payload["outcome"], dict) else None
            if failure:
                failed[row["app"], payload["command"], failure["kind"]].append(row["session"])
    result["failed_commands"] = sorted((*key, len(found), len(set(found))) for key, found in failed.items())

    predictions = collections.defaultdict(list)
    for row in events:
        if row["operation"] == "begin":
            predictions[row["app"], row["event"]].append(row)
    result["predictions"] = sorted(
        (*key, len(found), sum(r["outcome"] == "rollback" for r in found), sum(r["outcome"] == "open" for r in found),
         median([r["open_ms"] for r in found if r["open_ms"] is not None]),
         max((r["open_ms"] for r in found if r["open_ms"] is not None), default=None))
        for key, found in predictions.items())

    steps = [0, 0, 0]
    for session in sessions:
        if session.session["app"] != "weightlog":
            continue
        rest = iter(session.rows)
        for step, wanted in enumerate(("change.predicted", "change.withdrawn", "change.predicted")):
            if not any(row["event"] == wanted for row in rest):
                break
            steps[step] += 1
    what = ("changed something", "saw it rolled back", "changed something again")
    result["funnel"] = [(n + 1, what[n], steps[n]) for n in range(3)]

    versions = collections.defaultdict(list)
    for row in events:
        versions[row["app"], row["event"], row["version"]].append(row)
    result["versions_of_events"] = sorted(
        (*key, len({r["session"] for r in found}), max(time(r["ts"]) for r in found)) for key, found in versions.items())

    schemas = collections.defaultdict(list)
    for session in sessions:
        schemas[session.session["app"], session.session["schema"]].append(time(session.session["last"]))
    result["schemas"] = sorted((*key, len(found), max(found)) for key, found in schemas.items())

    before = collections.Counter()
    for session in sessions:
        if session.session["ended_cleanly"] is False:
            named = [row["event"] for row in session.rows if row["event"]]
            for place, event in enumerate(reversed(named[-3:])):
                before[session.session["app"], place + 1, event] += 1
    result["before_an_unexpected_end"] = sorted((*key, count) for key, count in before.items())
    return result


def median(values):
    return float(statistics.median(values)) if values else None
