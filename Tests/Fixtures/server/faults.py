#!/usr/bin/env python3
"""A server that breaks the rules of HTTP, on raw sockets, for tests of network adapters and gateways.

Prints {"port": PORT} as one line of JSON, serves on 127.0.0.1 alone, and ends when its standard input closes.

  /ok                  200, and the connection stays open
  /fields              200, and the header fields of the request as a JSON list of names and values, as they arrived
  /dies                on a connection that was used before: read to its end, then closed without a response; else 200
  /hangup              read to its end, then closed without a response
  /status?code=S&...   S, without Location; body=, type= and retry-after= are optional, basic=1 requires Basic
  /cut?at=N            the first N bytes of a response's header, then closed
  /mark                JSON after a byte-order mark
  /silent              read to its end, without a response
  /portal              302 to /login; /login responds with 200 and a page
  /wire?fault=NAME     the bytes of that name in WIRE in place of a response, then closed
  /_arrivals           the number of requests of each path, as method and path
  /_wait?for=NAME      responds once that request has arrived
"""

import gzip
import json
import socket
import struct
import sys
import threading
import time
from urllib.parse import parse_qs, urlsplit

PAGE = b"<html><body>Please sign in</body></html>"

CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"

# Bytes in place of a response; after each of them the connection ends.
WIRE = {
    "nothing": b"",
    "garbage": b"\x00\x01\x02 nobody speaks this\r\n\r\n",
    "blank": b"\r\n\r\n\r\n",
    "zero": b"\x00" * 4096,
    "tls": b"\x15\x03\x01\x00\x02\x02\x46",
    "bad-status": b"HTTP/1.1 twohundred OK\r\nContent-Length: 2\r\n\r\nok",
    "no-reason": b"HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok",
    "old-version": b"HTTP/1.0 200 OK\r\n\r\nok",
    "new-version": b"HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\nok",
    "some-fields": OK + b"".join(b"X-%d: %s\r\n" % (number, b"y" * 1000) for number in range(50)) + b"\r\nok",
    "many-fields": OK + b"".join(b"X-%d: %s\r\n" % (number, b"y" * 1000) for number in range(2000)) + b"\r\nok",
    "long-field": OK + b"X-Long: " + b"y" * 400_000 + b"\r\n\r\nok",
    "endless-line": b"HTTP/1.1 200 " + b"y" * 2_000_000,
    "colonless": OK + b"no colon here\r\n\r\nok",
    "latin": OK + b"X-Name: M\xfcller\r\n\r\nok",
    "nul": OK + b"X-Name: a\x00b\r\n\r\nok",
    "folded": OK + b"X-Name: a\r\n  b\r\n\r\nok",
    "bare-lines": b"HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
    "negative": b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
    "huge": b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nhello",
    "two-lengths": OK + b"Content-Length: 5\r\n\r\nhello",
    "length-and-chunks": CHUNKED + b"Content-Length: 2\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    "bad-chunk": CHUNKED + b"\r\nxyz\r\nok\r\n0\r\n\r\n",
    "huge-chunk": CHUNKED + b"\r\nfffffffffffffffffff\r\nok\r\n0\r\n\r\n",
    "cut-chunk": CHUNKED + b"\r\na\r\nok",
    "trailer": CHUNKED + b"Trailer: X-Checksum\r\n\r\n2\r\nok\r\n0\r\nX-Checksum: 1\r\n\r\n",
    "many-continues": b"HTTP/1.1 100 Continue\r\n\r\n" * 100 + OK + b"\r\nok",
    "switches": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n\x00\x01",
    "early": OK + b"Connection: close\r\n\r\nok",
    "extra": OK + b"\r\nok" + OK + b"\r\nno",
    "drip": OK + b"\r\nok",
    "padded": OK + b"X-Padded: \t a \t b \t \r\nRetry-After:  3 \r\n\r\nok",
    "padded-redirect": b"HTTP/1.1 302 There\r\nLocation: /ok \t\r\nContent-Length: 0\r\n\r\n",
    "broken-gzip": OK[:-3] + b"10\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08no gzip",
    "followed-gzip": OK[:-3] + b"30\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(b"hello") + b"after",
    "broken-gzip-error": b"HTTP/1.1 503 Busy\r\nContent-Length: 9\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08busy!!",
    "two-types": OK + b"Content-Type: application/json\r\nContent-Type: application/json; charset=utf-8\r\n\r\n42",
}


class World:
    def __init__(self):
        self.changed = threading.Condition()
        self.arrivals = []

    def arrived(self, name):
        with self.changed:
            self.arrivals.append(name)
            self.changed.notify_all()


def read_request(reader):
    line = reader.readline().split()
    if len(line) < 2:
        return None
    fields, written = {}, []
    while True:
        field = reader.readline().rstrip(b"\r\n")
        if not field:
            break
        name, _, value = field.partition(b":")
        written.append([name.decode("latin-1"), value.decode("latin-1")])
        fields[name.strip().lower().decode("latin-1")] = value.strip().decode("latin-1")
    length = int(fields.get("content-length", "0"))
    # An early response does not wait for the rest of the request.
    body = reader.read(length) if length and b"fault=early" not in line[1] else b""
    return line[0].decode(), line[1].decode(), written, body


def head(status, fields, body=b""):
    lines = [f"HTTP/1.1 {status} Whatever"] + [f"{name}: {value}" for name, value in fields]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


def answer(status, body=b"", kind="text/plain", fields=()):
    return head(status, [("Content-Type", kind), ("Content-Length", len(body)), *fields], body)


def serve(world, connection):
    reader = connection.makefile("rb")
    used = False
    with connection:
        while True:
            request = read_request(reader)
            if request is None:
                return
            method, target, fields, _ = request
            parts = urlsplit(target)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            if not parts.path.startswith("/_"):
                world.arrived(f"{method} {parts.path}")
            reply = react(world, connection, parts.path, query, used, fields)
            if reply is None:
                return
            connection.sendall(reply)
            used = True


def break_off(connection, fault):
    if fault == "reset":
        # With this option, closing resets the connection.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return
    answer = WIRE[fault]
    for start in range(0, len(answer), 1 if fault == "drip" else 1 << 20):
        connection.sendall(answer[start : start + (1 if fault == "drip" else 1 << 20)])
        if fault == "drip":
            time.sleep(0.002)
    if fault == "early":
        # Reads the rest of the request; otherwise the response would be lost with it.
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1 << 16):
            pass


def react(world, connection, path, query, used, fields):
    if path == "/wire":
        return break_off(connection, query["fault"])
    if path == "/_arrivals":
        with world.changed:
            return answer(200, json.dumps(world.arrivals).encode(), "application/json")
    if path == "/_wait":
        with world.changed:
            world.changed.wait_for(lambda: query["for"] in world.arrivals)
        return answer(204)
    if path == "/fields":
        return answer(200, json.dumps(fields).encode(), "application/json")
    if path == "/dies":
        return None if used else answer(200, b"once")
    if path == "/hangup":
        return None
    if path == "/status":
        fields = [("WWW-Authenticate", 'Basic realm="here"')] if "basic" in query else []
        fields += [("Retry-After", query["retry-after"])] if "retry-after" in query else []
        body = query.get("body", "because").encode()
        return answer(int(query["code"]), body, query.get("type", "text/plain"), fields)
    if path == "/cut":
        connection.sendall(answer(200, b"cut", fields=[("X-One", "1"), ("X-Two", "2")])[: int(query["at"])])
        return None
    if path == "/mark":
        return answer(200, b'\xef\xbb\xbf{"kilograms": 81.5}', "application/json")
    if path == "/silent":
        connection.recv(1)
        return None
    if path == "/portal" or path.startswith("/weights"):
        return answer(302, PAGE, "text/html", [("Location", "/login")])
    if path == "/login":
        return answer(200, PAGE, "text/html")
    return answer(200, b"fine")


def guarded(world, connection):
    try:
        serve(world, connection)
    except OSError:
        pass  # The client has disconnected.


def listen():
    """Serves from now on; gives the port."""
    world = World()
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)

    def accept():
        while True:
            connection, _ = listener.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=guarded, args=(world, connection), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def main():
    print(json.dumps({"port": listen()}), flush=True)
    while sys.stdin.buffer.read(1 << 12):
        pass


if __name__ == "__main__":
    main()
