#!/usr/bin/env python3
"""Hosts for tests of a transport: nginx over TLS with several certificates, a proxy, and bodies of any size.

Prints the ports and the folder with the certificates as one line of JSON, serves on 127.0.0.1 alone, and ends when its standard
input closes. It needs nginx and openssl.

  rsa, ec     nginx over TLS, HTTP/1.1 and 2, with a key of that kind, for localhost and 127.0.0.1; answers with the protocol
  other-rsa   the same, with an RSA key and a self-signed certificate
  other-ec    the same, with an elliptic-curve key
  address     the same, with a certificate for 127.0.0.1 only
  plain       nginx without TLS, which responds with 1,000 bytes
  proxy       a proxy for CONNECT
  big         GET /bytes?count=N   N bytes; GET /stalled returns, once, the number of bytes after which it was blocked
              PUT /bytes           the number of received bytes; with ?slowly it waits between them

The folder contains authority.pem, NAME.der and NAME.key (the key in the format of a pin), access.log and proxy.log.
"""

import json
import select
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

NGINX = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 512; }}
http {{
    access_log {folder}/access.log; client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fast; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    keepalive_requests 1000000;
    {servers}
    server {{ listen 127.0.0.1:{plain}; access_log off; location / {{ return 200 "{thousand}"; }} }}
}}
"""

SERVER = """
    server {{
        listen 127.0.0.1:{port} ssl http2;
        ssl_certificate {folder}/{name}.pem; ssl_certificate_key {folder}/{name}.secret;
        location / {{ return 200 "$server_protocol"; }}
    }}
"""

NAMES = "DNS:localhost,IP:127.0.0.1"
RSA = ["-newkey", "rsa:2048"]
EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]


def openssl(*arguments):
    return subprocess.run(["openssl", *arguments], check=True, capture_output=True).stdout


def certificate(folder, name, kind, names, signed=True):
    secret, file = f"{folder}/{name}.secret", f"{folder}/{name}.pem"
    signer = ["-CA", f"{folder}/authority.pem", "-CAkey", f"{folder}/authority.secret"] if signed else []
    openssl(
        "req", "-x509", *kind, "-nodes", "-days", "2", "-subj", f"/CN={name}", "-keyout", secret, "-out", file,
        "-addext", f"subjectAltName={names}", "-addext", "basicConstraints=critical,CA:FALSE", *signer)
    with open(f"{folder}/{name}.der", "wb") as written:
        written.write(openssl("x509", "-in", file, "-outform", "DER"))
    with open(f"{folder}/{name}.key", "wb") as written:
        if "rsa" in kind[1]:
            written.write(openssl("rsa", "-in", secret, "-RSAPublicKey_out", "-outform", "DER"))
        else:
            # The point is at the end: one byte, and two numbers of 32 bytes.
            written.write(openssl("ec", "-in", secret, "-pubout", "-outform", "DER")[-65:])


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def nginx(folder):
    openssl("req", "-x509", *EC, "-nodes", "-days", "2", "-subj", "/CN=authority", "-keyout", f"{folder}/authority.secret",
            "-out", f"{folder}/authority.pem", "-addext", "basicConstraints=critical,CA:TRUE")
    for name, kind in (("rsa", RSA), ("ec", EC)):
        certificate(folder, name, kind, NAMES)
        certificate(folder, f"other-{name}", kind, NAMES, signed=False)
    certificate(folder, "address", EC, "IP:127.0.0.1")
    ports = {name: free_port() for name in ("rsa", "ec", "other-rsa", "other-ec", "address")}
    plain = free_port()
    servers = "".join(SERVER.format(folder=folder, name=name, port=port) for name, port in ports.items())
    with open(f"{folder}/nginx.conf", "w") as written:
        written.write(NGINX.format(folder=folder, servers=servers, plain=plain, thousand="x" * 1000))
    process = subprocess.Popen(["nginx", "-p", folder, "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL)
    ports["plain"] = plain
    for port in ports.values():
        for _ in range(500):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.01)
    return process, ports


class Big(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stalled = threading.Condition()
    stalls = []

    def log_message(self, *arguments):
        pass

    def say(self, text):
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self):
        parts = urlsplit(self.path)
        if parts.path == "/stalled":
            with self.stalled:
                self.stalled.wait_for(lambda: self.stalls)
                return self.say(str(self.stalls.pop()))
        count = int(parse_qs(parts.query)["count"][0])
        self.send_response(200)
        self.send_header("Content-Length", str(count))
        self.end_headers()
        piece, sent = memoryview(bytes(1 << 20)), 0
        self.connection.setblocking(False)
        while sent < count:
            if not select.select([], [self.connection], [], 1)[1]:
                with self.stalled:
                    self.stalls.append(sent)
                    self.stalled.notify_all()
                select.select([], [self.connection], [])
            sent += self.connection.send(piece[: min(count - sent, 1 << 20)])
        self.connection.setblocking(True)

    def do_PUT(self):
        count, room = 0, bytearray(1 << 20)
        pause = 0.0005 if "slowly" in self.path else 0
        if self.headers.get("Transfer-Encoding"):
            while size := int(self.rfile.readline(), 16):
                count += len(self.rfile.read(size))
                self.rfile.readline()
                time.sleep(pause)
            self.rfile.readline()
        else:
            left = int(self.headers["Content-Length"])
            while left and (got := self.rfile.readinto(memoryview(room)[: min(left, 1 << 20)])):
                count += got
                left -= got
                time.sleep(pause)
        self.say(str(count))


class Proxy(socketserver.StreamRequestHandler):
    def handle(self):
        line = self.rfile.readline().decode()
        while self.rfile.readline().strip():
            pass
        with open(f"{self.server.folder}/proxy.log", "a") as log:
            log.write(line.strip() + "\n")
        host, _, port = line.split()[1].rpartition(":")
        with socket.create_connection((host, int(port))) as other:
            self.connection.sendall(b"HTTP/1.1 200 Go ahead\r\n\r\n")
            ends = [self.connection, other]
            while True:
                for end in select.select(ends, [], [])[0]:
                    data = end.recv(1 << 16)
                    if not data:
                        return
                    ends[1 - ends.index(end)].sendall(data)


def main():
    with tempfile.TemporaryDirectory() as folder:
        process, ports = nginx(folder)
        for name, server in (
            ("big", ThreadingHTTPServer(("127.0.0.1", 0), Big)),
            ("proxy", socketserver.ThreadingTCPServer(("127.0.0.1", 0), Proxy)),
        ):
            server.daemon_threads = True
            server.folder = folder
            server.handle_error = lambda *_: None
            ports[name] = server.server_address[1]
            threading.Thread(target=server.serve_forever, daemon=True).start()
        print(json.dumps({"ports": ports, "folder": folder}), flush=True)
        while sys.stdin.buffer.read(1 << 12):
            pass
        # Not SIGTERM: the parent process may have blocked the signals.
        process.kill()
        process.wait()


if __name__ == "__main__":
    main()
