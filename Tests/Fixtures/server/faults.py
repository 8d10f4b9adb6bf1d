#!/usr/bin/env python3
"""A server that breaks the rules of HTTP, on raw sockets, for tests of what stands between a client and the world.

Prints {"port": PORT} as one line of JSON, serves on 127.0.0.1 alone, and ends when its standard input closes.

  /ok                  200, and the connection stays open
  /dies                on a connection that was used before: read to its end, then closed unanswered; else 200
  /hangup              read to its end, then closed unanswered
  /garbage             bytes that are no HTTP
  /fields?count=N      N header fields of a kilobyte each
  /status?code=S&...   S, without Location; body=, type= and retry-after= may be given, basic=1 asks for Basic
  /cut?at=N            the first N bytes of an answer's header, then closed
  /long?kilobytes=N    one header field of so many kilobytes
  /negative            a length below zero
  /colonless           a line of the header without a colon
  /latin               a byte of Latin-1 in the header
  /trailer             chunked, with a trailer
  /mark                JSON behind a byte-order mark
  /silent              read to its end, and never answered
  /portal              302 to /login; /login answers 200 with a page
  /_arrivals           how often each path was asked for, as method and path
  /_wait?for=NAME      once that has arrived
"""

import json
import socket
import sys
import threading
from urllib.parse import parse_qs, urlsplit

PAGE = b"<html><body>Please sign in</body></html>"


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
    fields = {}
    while True:
        field = reader.readline().rstrip(b"\r\n")
        if not field:
            break
        name, _, value = field.partition(b":")
        fields[name.strip().lower().decode("latin-1")] = value.strip().decode("latin-1")
    length = int(fields.get("content-length", "0"))
    body = reader.read(length) if length else b""
    return line[0].decode(), line[1].decode(), fields, body


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
            method, target, _, _ = request
            parts = urlsplit(target)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            if not parts.path.startswith("/_"):
                world.arrived(f"{method} {parts.path}")
            reply = react(world, connection, parts.path, query, used)
            if reply is None:
                return
            connection.sendall(reply)
            used = True


def react(world, connection, path, query, used):
    if path == "/_arrivals":
        with world.changed:
            return answer(200, json.dumps(world.arrivals).encode(), "application/json")
    if path == "/_wait":
        with world.changed:
            world.changed.wait_for(lambda: query["for"] in world.arrivals)
        return answer(204)
    if path == "/dies":
        return None if used else answer(200, b"once")
    if path == "/hangup":
        return None
    if path == "/garbage":
        connection.sendall(b"\x00\x01\x02 nobody speaks this\r\n\r\n")
        return None
    if path == "/fields":
        fields = [(f"X-Field-{number}", "y" * 1000) for number in range(int(query["count"]))]
        return answer(200, b"many", fields=fields)
    if path == "/status":
        fields = [("WWW-Authenticate", 'Basic realm="here"')] if "basic" in query else []
        fields += [("Retry-After", query["retry-after"])] if "retry-after" in query else []
        body = query.get("body", "because").encode()
        return answer(int(query["code"]), body, query.get("type", "text/plain"), fields)
    if path == "/cut":
        connection.sendall(answer(200, b"cut", fields=[("X-One", "1"), ("X-Two", "2")])[: int(query["at"])])
        return None
    if path == "/long":
        return answer(200, b"long", fields=[("X-Long", "y" * (int(query["kilobytes"]) << 10))])
    if path == "/negative":
        return head(200, [("Content-Length", -5)], b"hello")
    if path == "/colonless":
        return b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nno colon here\r\n\r\nok"
    if path == "/latin":
        return answer(200, b"latin", fields=[("X-Name", "M\u00fcller")])
    if path == "/trailer":
        chunks = b"4\r\nbody\r\n0\r\nX-Checksum: 1\r\n\r\n"
        return head(200, [("Transfer-Encoding", "chunked"), ("Trailer", "X-Checksum")], chunks)
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
        pass  # The client went away.


def main():
    world = World()
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)

    def accept():
        while True:
            connection, _ = listener.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=guarded, args=(world, connection), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    print(json.dumps({"port": listener.getsockname()[1]}), flush=True)
    while sys.stdin.buffer.read(1 << 12):
        pass


if __name__ == "__main__":
    main()
