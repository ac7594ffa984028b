"""Forwards requests for the package index to the configured proxy and adds its user name and password.

pip, pnpm and the code of packages get the address of this forwarder, without a password. The password stays in the
memory of process 1, which they cannot read. A request for another host is refused.
"""

import asyncio
import base64
import os
import re
import socket
import ssl
import threading
import urllib.parse

CONNECT_SECONDS = 20
HEAD_LIMIT = 64 * 1024
CHUNK_BYTES = 64 * 1024
# TRACE is not allowed: a proxy may answer it with the request's own headers.
AUTHORITY = rb"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?"
PLAIN = rb"(?:GET|HEAD|POST) http://(?P<plain>" + AUTHORITY + rb")(?:[/?][!-~]*)?"
REQUEST_LINE = re.compile(rb"(?:CONNECT (?P<tunnel>" + AUTHORITY + rb")|" + PLAIN + rb") HTTP/1\.[01]")
REPLACED_HEADERS = (b"proxy-authorization:", b"proxy-connection:", b"connection:", b"upgrade:")
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
FORBIDDEN = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
# src-daemon/engine/refused-host.ts reads this line.
REFUSED_HOST = "Access to %s was refused: it is not a host of the package index."
REPORTED_CAP = 20


def start_forwarder(proxy, hosts, certificates, report):
    """Listens on the loopback and returns the address to use as a proxy.

    `proxy` is an http or https address, `hosts` a list of `host:port` that may be requested, `certificates` a PEM file,
    `report` receives a line for the log.
    """
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    forwarder = Forwarder(urllib.parse.urlsplit(proxy), hosts, certificates, report)
    threading.Thread(target=asyncio.run, args=(forwarder.serve(listener),), daemon=True).start()
    return "http://127.0.0.1:%d" % listener.getsockname()[1]


class Forwarder:
    def __init__(self, proxy, hosts, certificates, report):
        self.hosts = set(hosts)
        self.host = proxy.hostname
        self.port = proxy.port or (443 if proxy.scheme == "https" else 80)
        self.tls = ssl.create_default_context(cafile=certificates) if proxy.scheme == "https" else None
        self.authorization = authorization_of(proxy)
        self.report = report
        self.reported = set()

    async def serve(self, listener):
        server = await asyncio.start_server(self.handle, sock=listener, limit=HEAD_LIMIT)
        await server.serve_forever()

    async def handle(self, reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            target = target_of(head)
            if target is None:
                writer.write(BAD_REQUEST)
                return
            if target not in self.hosts:
                writer.write(FORBIDDEN)
                self.report_once(REFUSED_HOST % target)
                return
            connection = await self.connect()
            if connection is not None:
                await self.exchange(authorized(head, self.authorization), (reader, writer), connection)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # The connection is closed; the client tries again or reports it.
        finally:
            writer.close()

    async def connect(self):
        """Returns the streams to the proxy. If it cannot be reached, reports that and returns None."""
        opening = asyncio.open_connection(self.host, self.port, ssl=self.tls)
        try:
            return await asyncio.wait_for(opening, CONNECT_SECONDS)
        except (OSError, TimeoutError) as error:
            self.report_of_proxy("could not be reached: %s" % reason_of(error))
            return None

    async def exchange(self, head, near, far):
        """Sends one request with the password. Copies all other bytes unchanged until either side closes."""
        (near_reader, near_writer), (far_reader, far_writer) = near, far
        far_writer.write(head)
        copies = (copy(near_reader, far_writer), copy(far_reader, near_writer, self.inspect))
        tasks = [asyncio.ensure_future(one) for one in copies]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            far_writer.close()

    def inspect(self, answer):
        if re.match(rb"HTTP/1\.[01] 407", answer):
            self.report_of_proxy("did not accept its user name and password (407)")

    def report_of_proxy(self, text):
        self.report_once("The proxy %s:%d %s" % (self.host, self.port, text))

    def report_once(self, line):
        if line not in self.reported and len(self.reported) < REPORTED_CAP:
            self.reported.add(line)
            self.report(line)


def reason_of(error):
    if isinstance(error, ssl.SSLError):
        return error.reason or "TLS failed"
    # asyncio has its own texts for the errors of connect(2), so the text comes from the code. Codes of getaddrinfo(3)
    # are negative.
    code = getattr(error, "errno", None) or 0
    return os.strerror(code) if code > 0 else getattr(error, "strerror", None) or "no answer"


async def copy(reader, writer, inspect_first=None):
    try:
        while chunk := await reader.read(CHUNK_BYTES):
            if inspect_first is not None:
                inspect_first(chunk)
                inspect_first = None
            writer.write(chunk)
            await writer.drain()
    except OSError:
        pass


def authorization_of(proxy):
    if proxy.username is None:
        return []
    pair = "%s:%s" % (urllib.parse.unquote(proxy.username), urllib.parse.unquote(proxy.password or ""))
    return [b"Proxy-Authorization: Basic " + base64.b64encode(pair.encode())]


def target_of(head):
    """Returns the `host:port` that a request is for, or None for a head that is not forwarded.

    A bare CR or LF is refused. Otherwise a proxy might parse the head as shorter than it is, and send the password to a
    server as part of a body.
    """
    request_line, *headers = head[:-4].split(b"\r\n")
    if any(re.search(rb"[\r\n\0]", header) or header[:1] in (b" ", b"\t") for header in headers):
        return None
    found = REQUEST_LINE.fullmatch(request_line)
    if found is None:
        return None
    authority = (found["tunnel"] or found["plain"]).decode().lower()
    has_port = re.search(r":[0-9]+$", authority) is not None
    return authority if has_port else authority + (":443" if found["tunnel"] else ":80")


def authorized(head, authorization):
    """Returns the head of a request with the password added.

    The password follows the request line. A connection carries one request or one tunnel, so the password is never
    added to later bytes.
    """
    request_line, *headers = head[:-4].split(b"\r\n")
    kept = [header for header in headers if not header.lower().startswith(REPLACED_HEADERS)]
    closing = [] if request_line.startswith(b"CONNECT ") else [b"Connection: close"]
    return b"\r\n".join([request_line, *authorization, *kept, *closing]) + b"\r\n\r\n"
