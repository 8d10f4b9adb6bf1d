#!/usr/bin/env python3
"""A small server for tests of services: an API on one port, a storage host on another.

Prints {"api": PORT, "storage": PORT} as one line of JSON, serves on 127.0.0.1 alone, and ends when its standard input
closes, so that it never outlives the program that started it. All data is in memory.

  API      GET/POST /weights, GET/PUT/PATCH/DELETE /weights/ID lists in pages, ETags, Idempotency-Key,
                                                         Weights-Version: the change of a weight that the response includes
           POST /snapshots, GET /snapshots/ID, PUT /snapshots/ID (its description; confirms)
  storage  POST or PUT /uploads/ID?signature=...               a form with the file, or the file alone
  both     /echo  /bytes?count=N  /redirect?status=S&to=URL  /etag  /empty
  control  GET /_log, POST /_rules (a list), POST /_reset      on both ports, never logged; the log contains the applied rule
           PUT /_rules     replaces all rules
           GET /_arrivals  the number of requests; with ?wait=N once there were N
           GET /_effects   the changes that were carried out: method, path, idempotency key, status
           GET /_repeats   the number of repeated deliveries of each, which were answered from memory

A delivery that repeats an idempotency key has no effect and receives the first response. This is the only protection: with
another key, or none, the change is carried out again.

A rule makes the next matching requests fail:
  {"host": "api", "method": "POST", "path": "/weights", "times": 2, "action": ACTION, ...}
  status      responds with "status" and "headers"; "body" is optional
  delay       waits "seconds", then continues
  disconnect  closes the connection without a response; with "after": true after the request has had its effect
  truncate    announces the whole response, sends "bytes" bytes of it and closes the connection
  duplicate   delivers the request twice, and responds to the second delivery

--certificate FILE --key FILE serve the API over TLS; the storage host stays plain, so use it for control.

--faults also serves faults.py, and prints its port.

--run COMMAND... does the same, runs the command with REACTOR_API, REACTOR_STORAGE and REACTOR_FAULTS in its environment, and ends
with it. The network adapters of other packages are tested in this way (NetworkChecks).

--chaos SHARE makes a random share of the API's requests fail, by --seed: a delay, 500, 503, or a connection
that is closed before or after the request has had its effect.
"""

import argparse
import hashlib
import json
import os
import random
import ssl
import subprocess
import sys
import threading
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, parse_qsl, urlsplit

import faults

CREDENTIALS = ("authorization", "proxy-authorization", "cookie", "x-api-key")

CHAOS = (
    {"action": "delay", "seconds": 0.05},
    {"action": "status", "status": 500},
    {"action": "status", "status": 503},
    {"action": "disconnect"},
    {"action": "disconnect", "after": True},
    {"action": "duplicate"},
)


class Answer:
    """The response to a request."""

    def __init__(self, status, value=None, headers=None, body=None):
        self.status = status
        self.headers = dict(headers or {})
        self.body = body if body is not None else b""
        if value is not None:
            self.body = json.dumps(value).encode()
            self.headers.setdefault("Content-Type", "application/json")


def problem(status, code, message, headers=None):
    return Answer(status, {"error": {"code": code, "message": message}}, headers)


class World:
    """The data of both hosts, with one lock."""

    def __init__(self, options):
        self.options = options
        self.chance = random.Random(options.seed)
        self.lock = threading.Lock()
        self.arrived = threading.Condition(self.lock)
        self.ports = {}
        self.reset()

    def reset(self):
        self.log = []
        self.rules = []
        self.weights = {}
        self.version = 0
        self.snapshots = {}
        self.uploads = {}
        self.answered = {}
        self.effects = []
        self.repeats = []
        self.last_id = 0

    def next_id(self):
        self.last_id += 1
        return str(self.last_id)

    def take_rule(self, host, method, path):
        for rule in self.rules:
            if rule.get("host", host) != host or rule.get("method", method) != method:
                continue
            if not path.startswith(rule.get("path", "/")) or rule.get("times", 1) <= 0:
                continue
            rule["times"] = rule.get("times", 1) - 1
            return rule
        if host == "api" and self.chance.random() < self.options.chaos:
            return self.chance.choice(CHAOS)
        return None


class Host(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512

    def __init__(self, name, world):
        super().__init__(("127.0.0.1", 0), Handler)
        self.name = name
        self.world = world
        world.ports[name] = self.server_address[1]
        if name == "api" and world.options.certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(world.options.certificate, world.options.key)
            # The thread that reads a request does the TLS handshake, at the first read.
            self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)

    def handle_error(self, request, client_address):
        """Does not report a client that has disconnected."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "reactor-example"
    sys_version = ""
    # A response does not wait for the acknowledgement of its header.
    disable_nagle_algorithm = True
    wbufsize = 1 << 16

    def log_message(self, *arguments):
        pass

    def handle_one(self):
        parts = urlsplit(self.path)
        body = self.read_body()
        if body is None:
            return
        if parts.path.startswith("/_"):
            self.send(self.control(parts, body))
            return
        world, host = self.server.world, self.server.name
        with world.lock:
            entry = self.record(host, parts, body)
            world.log.append(entry)
            world.arrived.notify_all()
            rule = world.take_rule(host, self.command, parts.path)
            action = rule["action"] if rule else None
            entry["rule"] = action
        if action == "delay" or world.options.delay:
            time.sleep(rule["seconds"] if action == "delay" else world.options.delay)
        if action == "disconnect" and not rule.get("after"):
            self.hang_up()
            return
        if action == "status":
            given = rule.get("body", "")
            text = given if isinstance(given, str) else json.dumps(given)
            self.send(Answer(rule["status"], headers=rule.get("headers"), body=text.encode()))
            return
        for _ in range(2 if action == "duplicate" else 1):
            with world.lock:
                answer = self.once(parts, body)
        if action == "disconnect":
            self.hang_up()
        elif action == "truncate":
            self.send(answer, cut=rule.get("bytes", 0))
        else:
            self.send(answer)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = handle_one

    # Requests.

    def read_body(self):
        if self.headers.get("Expect", "").lower() == "100-continue":
            pass  # http.server has already sent 100 Continue.
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            length = int(self.headers.get("Content-Length", "0"))
            body = self.rfile.read(length)
            return body if len(body) == length else self.hang_up()
        body = b""
        while True:
            line = self.rfile.readline().split(b";")[0].strip()
            if not line:
                return self.hang_up()
            size = int(line, 16)
            body += self.rfile.read(size)
            self.rfile.readline()
            if size == 0:
                return body

    def record(self, host, parts, body):
        return {
            "host": host,
            "method": self.command,
            "path": parts.path,
            "query": parts.query,
            "headers": [[name, value] for name, value in self.headers.items()],
            "credentials": {n: v for n, v in self.headers.items() if n.lower() in CREDENTIALS},
            "length": len(body),
            "sha256": hashlib.sha256(body).hexdigest(),
        }

    # Responses.

    def send(self, answer, cut=None):
        # A response with its own date gets no second one.
        (self.send_response_only if "Date" in answer.headers else self.send_response)(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.status not in (204, 304) and "Content-Length" not in answer.headers:
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if self.command != "HEAD" and answer.status not in (204, 304):
            self.wfile.write(answer.body if cut is None else answer.body[:cut])
        self.wfile.flush()
        if cut is not None:
            self.hang_up()

    def hang_up(self):
        self.close_connection = True
        try:
            self.connection.shutdown(2)
        except OSError:
            pass  # It is already closed.

    # Control.

    def control(self, parts, body):
        world, path = self.server.world, parts.path
        with world.lock:
            if path == "/_log":
                return Answer(200, world.log)
            if path == "/_counts":
                counts = {}
                for entry in world.log:
                    key = f'{entry["host"]} {entry["method"]} {entry["path"]}'
                    counts[key] = counts.get(key, 0) + 1
                return Answer(200, counts)
            if path == "/_arrivals":
                wanted = int(parse_qs(parts.query).get("wait", ["0"])[0])
                world.arrived.wait_for(lambda: len(world.log) >= wanted)
                return Answer(200, len(world.log))
            if path == "/_effects":
                return Answer(200, world.effects)
            if path == "/_repeats":
                return Answer(200, world.repeats)
            if path == "/_rules":
                world.rules = (world.rules if self.command == "POST" else []) + json.loads(body)
                return Answer(204)
            if path == "/_reset":
                world.reset()
                return Answer(204)
        return problem(404, "unknown", "There is no such control.")

    # The services.

    def once(self, parts, body):
        """Processes a delivery. One that repeats an idempotency key receives the first response."""
        world = self.server.world
        key = self.headers.get("Idempotency-Key")
        effect = {"host": self.server.name, "method": self.command, "path": parts.path, "key": key}
        place = tuple(effect.values())
        if key is not None and place in world.answered:
            world.repeats.append(effect)
            return world.answered[place]
        answer = self.serve(parts, body)
        if answer.status >= 500 or answer.status in (401, 429):
            return answer
        if self.command not in ("GET", "HEAD"):
            world.effects.append(dict(effect, status=answer.status))
        if key is not None:
            world.answered[place] = answer
        return answer

    def serve(self, parts, body):
        query = parse_qs(parts.query, keep_blank_values=True)
        names = parts.path.strip("/").split("/")
        common = self.serve_common(parts, names[0], query, body)
        if common:
            return common
        if self.server.name == "storage":
            return self.storage(names, query, body)
        token = self.server.world.options.token
        if token and self.headers.get("Authorization") != f"Bearer {token}":
            return problem(401, "unauthorized", "Send the token.", {"WWW-Authenticate": "Bearer"})
        if names[0] == "weights":
            return self.weights(names[1:], query, body)
        if names[0] == "snapshots":
            return self.snapshots(names[1:], body)
        return problem(404, "notFound", "There is nothing here.")

    def serve_common(self, parts, name, query, body):
        if name == "echo":
            text = body.decode("utf-8", "replace")
            entry = dict(self.record(self.server.name, parts, body), body=text)
            entry["items"] = parse_qsl(parts.query, keep_blank_values=True)
            return Answer(200, entry)
        if name == "bytes":
            return Answer(200, headers={"Content-Type": "application/octet-stream"}, body=b"x" * int(query["count"][0]))
        if name == "redirect":
            return Answer(int(query["status"][0]), headers={"Location": query["to"][0]})
        if name == "etag":
            if self.headers.get("If-None-Match") == '"1"':
                return Answer(304, headers={"ETag": '"1"'})
            return Answer(200, {"tagged": True}, {"ETag": '"1"'})
        if name == "empty":
            return Answer(204)
        return None

    def weights(self, names, query, body):
        world = self.server.world
        if not names:
            if self.command == "GET":
                return self.list_weights(query)
            if self.command == "POST":
                return self.put_weight(world.next_id(), body, 201)
            return problem(405, "notAllowed", "Get or post weights.")
        weight = world.weights.get(names[0])
        condition = self.headers.get("If-Match")
        if condition and (weight is None or condition not in ("*", weight["etag"])):
            return problem(412, "changed", "It is not what you knew.")
        if self.command in ("GET", "HEAD"):
            if weight is None:
                return problem(404, "notFound", "There is no such weight.")
            if self.headers.get("If-None-Match") == weight["etag"]:
                return Answer(304, headers={"ETag": weight["etag"]})
            return Answer(200, weight["value"], {"ETag": weight["etag"]})
        if self.command == "PUT":
            if self.headers.get("If-None-Match") == "*" and weight is not None:
                return problem(412, "exists", "It exists already.")
            return self.put_weight(names[0], body, 200 if weight else 201)
        if self.command == "PATCH":
            if weight is None:
                return problem(404, "notFound", "There is no such weight.")
            return self.put_weight(names[0], body, 200, weight["value"])
        if self.command == "DELETE":
            world.weights.pop(names[0], None)
            return Answer(204, headers=self.next_version())
        return problem(405, "notAllowed", "Get, put, patch or delete a weight.")

    def list_weights(self, query):
        items = [weight["value"] for weight in self.server.world.weights.values()]
        start = int(query.get("after", ["0"])[0])
        limit = int(query.get("limit", ["100"])[0])
        page = {"items": items[start : start + limit]}
        if start + limit < len(items):
            page["next"] = str(start + limit)
        return Answer(200, page, {"Weights-Version": str(self.server.world.version)})

    def next_version(self):
        """Returns the next version, with the lock of the world: versions are in the order in which changes are carried out."""
        self.server.world.version += 1
        return {"Weights-Version": str(self.server.world.version)}

    def put_weight(self, name, body, status, known=None):
        try:
            value = dict(known or {}, **dict(json.loads(body), id=name))
        except (ValueError, TypeError):
            return problem(400, "malformed", "Send a JSON object.")
        tag = '"' + hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16] + '"'
        self.server.world.weights[name] = {"value": value, "etag": tag}
        return Answer(status, value, dict(self.next_version(), ETag=tag, Location=f"/weights/{name}"))

    def snapshots(self, names, body):
        world = self.server.world
        if not names:
            if self.command != "POST":
                return problem(405, "notAllowed", "Post snapshots.")
            name = world.next_id()
            url = f"http://127.0.0.1:{world.ports['storage']}/uploads/{name}?signature={self.signature(name)}&expires=9"
            world.snapshots[name] = {"id": name, "state": "allocated", "about": json.loads(body or b"{}")}
            return Answer(201, dict(world.snapshots[name], upload={"url": url, "fields": {"key": f"snapshots/{name}"}}))
        snapshot = world.snapshots.get(names[0])
        if snapshot is None:
            return problem(404, "notFound", "There is no such snapshot.")
        if self.command == "PUT":
            if names[0] not in world.uploads:
                return problem(409, "notUploaded", "Upload it to storage first.")
            try:
                snapshot["about"] = dict(snapshot["about"], **json.loads(body))
            except (ValueError, TypeError):
                return problem(400, "malformed", "Send a JSON object.")
            snapshot["state"] = "confirmed"
        return Answer(200, dict(snapshot, upload=world.uploads.get(names[0])))

    def storage(self, names, query, body):
        world = self.server.world
        if names[0] != "uploads" or len(names) != 2:
            return problem(404, "notFound", "There is nothing here.")
        if query.get("signature") != [self.signature(names[1])]:
            return problem(403, "expired", "The signature is wrong or old.")
        if self.command in ("POST", "PUT"):
            content = self.form_file(body) if self.command == "POST" else body
            if content is None:
                return problem(400, "malformed", "Send a form with a file.")
            digest = hashlib.sha256(content).hexdigest()
            times = world.uploads.get(names[1], {}).get("times", 0) + 1
            world.uploads[names[1]] = {"size": len(content), "sha256": digest, "times": times}
            return Answer(201, world.uploads[names[1]])
        return problem(405, "notAllowed", "Post or put a file.")

    def form_file(self, body):
        """The content of the part of a multipart form that is named `file`."""
        kind, _, boundary = self.headers.get("Content-Type", "").partition("boundary=")
        if not kind.startswith("multipart/form-data") or not boundary:
            return None
        for part in body.split(b"--" + boundary.strip('"').encode()):
            head, found, content = part.partition(b"\r\n\r\n")
            if found and b'name="file"' in head:
                return content.removesuffix(b"\r\n")
        return None

    def signature(self, name):
        return hashlib.sha256(f"{self.server.world.options.secret}/{name}".encode()).hexdigest()[:24]

    def date_time_string(self, timestamp=None):
        return formatdate(timestamp, usegmt=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--token", help="what the API wants as Authorization: Bearer TOKEN; anything by default")
    parser.add_argument("--secret", default="storage", help="what signatures are made with")
    parser.add_argument("--delay", type=float, default=0, help="seconds every answer waits")
    parser.add_argument("--rules", help="a JSON list of rules to begin with")
    parser.add_argument("--certificate", help="a file; serves the API over TLS with it")
    parser.add_argument("--key", help="a file with the certificate's key")
    parser.add_argument("--chaos", type=float, default=0, help="which share of the API's requests goes wrong")
    parser.add_argument("--seed", type=int, default=1, help="of chance")
    parser.add_argument("--faults", action="store_true", help="serves faults.py too")
    parser.add_argument("--run", nargs=argparse.REMAINDER, metavar="COMMAND", help="a command to run beside them")
    options = parser.parse_args()
    world = World(options)
    if options.rules:
        world.rules = json.loads(options.rules)
    hosts = [Host(name, world) for name in ("api", "storage")]
    for host in hosts:
        threading.Thread(target=host.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    if options.faults or options.run:
        world.ports["faults"] = faults.listen()
    if options.run:
        addresses = {f"REACTOR_{name.upper()}": f"http://127.0.0.1:{port}" for name, port in world.ports.items()}
        sys.exit(subprocess.call(options.run, env=dict(os.environ, **addresses)))
    print(json.dumps(world.ports), flush=True)
    try:
        while sys.stdin.buffer.read(1 << 12):
            pass
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
