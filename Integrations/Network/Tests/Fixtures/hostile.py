#!/usr/bin/env python3
"""Hostile servers, for tests of a transport: each has a separate port, whose name describes its behavior.

hostile.py FOLDER prints {"ports": {NAME: PORT}} as one line of JSON, serves on 127.0.0.1 alone, and ends when its standard input
closes. FOLDER contains their certificate, ec.pem and ec.secret. A name begins with the protocol: http, tls (HTTP/1.1
over TLS) or h2. Endless data is sent until the client disconnects, and 64 MiB at most (4 MiB of data that a client does not have
to buffer); then a line "NAME BYTES" in FOLDER/hostile.log contains the amount.

The port "http-cut" sends the first bytes of a chunked response, by its path: GET /17 the first 17 bytes.
"""

import gzip
import json
import socket
import ssl
import struct
import sys
import threading

FOLDER = sys.argv[1]
ROOM = 1 << 26
# The limit for data that a client may receive as long as it waits, since it does not have to buffer it.
HEARD = 1 << 22
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
WHOLE = CHUNKED + b"3;name=value\r\none\r\n3\r\ntwo\r\n0\r\nX-Sum: 6\r\n\r\n"


def endless(start, piece, room=ROOM):
    """Data with this beginning that never ends."""
    return start, piece * (1 + (1 << 16) // len(piece)), room


def frame(kind, flags=0, stream=1, payload=b"", length=None):
    """A frame of HTTP/2: RFC 9113, 4.1."""
    length = len(payload) if length is None else length
    return struct.pack(">I", length)[1:] + bytes((kind, flags)) + struct.pack(">I", stream) + payload


DATA, HEADERS, RESET, SETTINGS, PROMISE, PING, GOAWAY, WINDOW, CONTINUATION = 0, 1, 3, 4, 5, 6, 7, 8, 9
END_STREAM, END_HEADERS = 1, 4
HELLO = frame(SETTINGS, stream=0)
STATUS_200 = b"\x88"
# A field that is not put into the table, of the name "x" and 16,000 bytes.
LONG_FIELD = b"\x00\x01x\x7f\x81\x7c" + b"y" * 16_000
ANSWER = frame(HEADERS, END_HEADERS, payload=STATUS_200)

FAULTS = {
    "http-endless-field": endless(OK + b"X-Long: ", b"y"),
    "http-endless-fields": endless(OK, b"X-One: 1\r\n"),
    "http-endless-interim": endless(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n", HEARD),
    "http-endless-chunk-size": endless(CHUNKED, b"0", HEARD),
    "http-endless-chunk-extension": endless(CHUNKED + b"1;", b"y", HEARD),
    "http-endless-trailers": endless(CHUNKED + b"0\r\n", b"X-One: 1\r\n"),
    "http-endless-error": endless(b"HTTP/1.1 500 No\r\n\r\n", b"y"),
    "http-endless-answer": endless(b"HTTP/1.1 200 OK\r\n\r\n", b"y"),
    "http-garbage-behind": OK + b"\r\nok" + b"\x00\xff" * 5_000,
    "http-bomb": OK[:17] + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(bytes(1 << 28)),
    "http-circle": b"HTTP/1.1 302 There\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    # Each of these ends without close_notify: RFC 8446, 6.1.
    "tls-cut-whole": OK + b"\r\nok",
    "tls-cut-inside": OK[:-3] + b"9\r\n\r\nok",
    "tls-cut-open": b"HTTP/1.1 200 OK\r\n\r\nok",
    "tls-cut-unanswered": b"",
    "h2-garbage": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "h2-goaway": frame(GOAWAY, stream=0, payload=struct.pack(">II", 0, 11)),
    "h2-goaway-inside": ANSWER + frame(DATA, payload=b"ok") + frame(GOAWAY, stream=0, payload=struct.pack(">II", 0, 0)),
    "h2-refused": frame(RESET, payload=struct.pack(">I", 7)),
    "h2-reset-inside": ANSWER + frame(DATA, payload=b"ok") + frame(RESET, payload=struct.pack(">I", 2)),
    "h2-reset-idle": frame(RESET, stream=99, payload=struct.pack(">I", 8)),
    "h2-data-first": frame(DATA, END_STREAM, payload=b"ok"),
    "h2-bad-table": frame(HEADERS, END_HEADERS, payload=b"\xff" * 40),
    "h2-no-status": frame(HEADERS, END_HEADERS | END_STREAM, payload=b"\x00\x01x\x01y"),
    "h2-large-frame": frame(DATA, payload=b"y" * 20_000),
    "h2-huge-frame": frame(DATA, length=0xFFFFFF, payload=b"y" * 20_000),
    "h2-promise": frame(PROMISE, END_HEADERS, payload=struct.pack(">I", 2) + b"\x82\x86\x84"),
    "h2-window": frame(WINDOW, payload=struct.pack(">I", 0x7FFFFFFF)) * 2,
    "h2-no-window": frame(WINDOW, payload=struct.pack(">I", 0)),
    "h2-endless-pings": endless(b"", frame(PING, stream=0, payload=bytes(8))),
    "h2-endless-settings": endless(b"", HELLO),
    "h2-endless-resets": endless(b"", frame(RESET, payload=struct.pack(">I", 8))),
    "h2-endless-fields": endless(
        frame(HEADERS, payload=STATUS_200), frame(CONTINUATION, payload=LONG_FIELD)),
    "h2-endless-nothing": endless(ANSWER, frame(DATA)),
    "h2-endless-answer": endless(ANSWER, frame(DATA, payload=b"y" * 16_000)),
}


def asked(connection, speaks):
    """Waits for a request. Returns its path, if it can be read without decompression."""
    reader = connection.makefile("rb")
    if speaks == "h2":
        reader.read(24)
        while True:
            head = reader.read(9)
            if len(head) < 9 or head[3] == HEADERS:
                return None
            reader.read(int.from_bytes(head[:3], "big"))
    path = reader.readline().split()[1]
    while reader.readline().strip():
        pass
    return path


def secured(connection, protocol):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{FOLDER}/ec.pem", f"{FOLDER}/ec.secret")
    context.set_alpn_protocols([protocol])
    return context.wrap_socket(connection, server_side=True)


def harm(name, speaks, connection):
    if speaks == "h2":
        # Without this a client waits, and sends nothing.
        connection.sendall(FAULTS[name] if name == "h2-garbage" else HELLO)
    path = asked(connection, speaks)
    if name == "http-cut":
        return connection.sendall(WHOLE[: int(path[1:])])
    sent = FAULTS[name]
    if isinstance(sent, bytes):
        return connection.sendall(sent)
    start, pieces, room = sent
    count = 0
    try:
        connection.sendall(start)
        while count < room:
            count += connection.send(pieces)
    finally:
        with open(f"{FOLDER}/hostile.log", "a") as log:
            log.write(f"{name} {count}\n")


def guarded(name, speaks, connection):
    try:
        if speaks != "http":
            connection = secured(connection, "h2" if speaks == "h2" else "http/1.1")
        harm(name, speaks, connection)
        if speaks != "tls":
            # A connection that is closed with unread data is reset, and the sent data is lost.
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(1 << 16):
                pass
    except (OSError, IndexError, ValueError):
        pass  # The client has disconnected.
    finally:
        connection.close()


def listen(name):
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)

    def accept():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=guarded, args=(name, name.split("-")[0], connection), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def main():
    print(json.dumps({"ports": {name: listen(name) for name in [*FAULTS, "http-cut"]}}), flush=True)
    while sys.stdin.buffer.read(1 << 12):
        pass


if __name__ == "__main__":
    main()
