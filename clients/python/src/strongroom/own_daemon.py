"""Finds the daemon of this user, and proves its identity on each connection before anything else is sent.

A port proves nothing: any program can take it while no daemon runs. The daemon writes its socket and a random key to a
file that only its user can read. It shows that it has the key by the HMAC of a fresh number, on the connection that then
carries the request.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import os
import secrets
import socket
import stat
import struct
import sys
from typing import Any, Dict, Optional

from .errors import StrongroomError

_HANDSHAKE_LIMIT_S = 10.0
_HANDSHAKE_BYTES = 4096
_RUN_FILE_BYTES = 64 * 1024


def default_data_dir() -> str:
    """Returns the data folder that the daemon uses without an option."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
        return os.path.join(base, "strongroom", "Data")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "strongroom")
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    return os.path.join(home, base, "strongroom")


def connect_to_own_daemon(data_dir: str, timeout: Optional[float]) -> http.client.HTTPConnection:
    """Returns an open connection on which the daemon has proved its identity. Raises StrongroomError."""
    running = _read_run_file(os.path.join(data_dir, "run", "daemon.json"))
    if running is None:
        raise _unreachable(data_dir)
    connection = _connection_to(running)
    try:
        is_proven = _is_proven(connection, running)
    except (OSError, ValueError, KeyError, TypeError, http.client.HTTPException):
        is_proven = False
    if not is_proven or connection.sock is None:
        connection.close()
        raise _unreachable(data_dir)
    connection.timeout = timeout
    connection.sock.settimeout(timeout)
    return connection


class _ProvenConnection(http.client.HTTPConnection):
    """A connection that is opened once, so that no request can reach another program than the one that was proved."""

    def __init__(self, port: int, path: Optional[str]) -> None:
        super().__init__("127.0.0.1", port, timeout=_HANDSHAKE_LIMIT_S)
        self._path = path
        self._is_opened = False

    def connect(self) -> None:
        if self._is_opened:
            raise ConnectionResetError("the proved connection was closed")
        self._is_opened = True
        if self._path is None:
            super().connect()
            return
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def _connection_to(running: Dict[str, Any]) -> _ProvenConnection:
    # Python opens no named pipes as sockets. The proof names the port, so it also proves a connection to the port.
    if sys.platform == "win32":
        return _ProvenConnection(running["port"], None)
    path = running["socketPath"]
    _require_private(os.path.dirname(path), stat.S_ISDIR)
    return _ProvenConnection(running["port"], path)


def _is_proven(connection: http.client.HTTPConnection, running: Dict[str, Any]) -> bool:
    nonce = secrets.token_bytes(32)
    endpoint = struct.pack(">II", running["port"], running["pid"])
    expected = hmac.new(base64.b64decode(running["proofKey"]), nonce + endpoint, hashlib.sha256).digest()
    body = json.dumps({"nonce": base64.b64encode(nonce).decode()})
    connection.request("POST", "/api/v1/handshake", body=body, headers={"content-type": "application/json"})
    response = connection.getresponse()
    content = response.read(_HANDSHAKE_BYTES)
    # An answer that is not read to its end would be taken for that of the request.
    if response.status != 200 or not response.isclosed():
        return False
    return hmac.compare_digest(base64.b64decode(json.loads(content)["proof"]), expected)


def _read_run_file(path: str) -> Optional[Dict[str, Any]]:
    """Returns the content of the file; None if there is none, or if it is not complete."""
    if not os.path.lexists(path):
        return None
    _require_private(path, stat.S_ISREG)
    _require_private(os.path.dirname(path), stat.S_ISDIR)
    try:
        with open(path, encoding="utf-8") as file:
            found = json.loads(file.read(_RUN_FILE_BYTES))
        names = {"pid": int, "port": int, "proofKey": str, "socketPath": str}
        return found if all(isinstance(found.get(name), kind) for name, kind in names.items()) else None
    except (OSError, ValueError, AttributeError, RecursionError):
        return None


def _require_private(path: str, is_kind: Any) -> None:
    """Checks that only this user can reach a path, which is not a link."""
    if sys.platform == "win32":
        return
    try:
        facts = os.lstat(path)
    except OSError:
        # A socket that does not exist cannot be connected to.
        return
    if not is_kind(facts.st_mode) or facts.st_uid != os.getuid() or facts.st_mode & 0o077:
        raise StrongroomError(
            "connection_failed",
            f"{path} can be read by others or belongs to another user. Remove it and start Strongroom again.",
        )


def _unreachable(data_dir: str) -> StrongroomError:
    return StrongroomError(
        "connection_failed",
        f"No daemon runs for {data_dir}, or it does not answer. Start it, or set STRONGROOM_URL to the address of another.",
    )
