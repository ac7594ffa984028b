"""Requests to one daemon with one API key."""

from __future__ import annotations

import http.client
import ipaddress
import json
import os
import re
import socket
import time
from typing import Any, Dict, Iterable, Mapping, Optional, Union
from urllib.parse import quote, urlencode, urlsplit

from .errors import StrongroomError, error_of
from .own_daemon import connect_to_own_daemon, default_data_dir

DEFAULT_URL = "http://127.0.0.1:7341"
#: Longest time that a repetition waits for; a longer one is left to the caller.
LONGEST_RETRY_MS = 30_000

Body = Union[None, bytes, Iterable[bytes], Mapping[str, Any]]


class Connection:
    """Sends requests. Each has a connection of its own, so that several threads can use one client."""

    def __init__(
        self,
        url: Optional[str],
        api_key: Optional[str],
        timeout: Optional[float],
        retries: int,
        socket_path: Optional[str],
        data_dir: Optional[str] = None,
    ) -> None:
        given_url = url or os.environ.get("STRONGROOM_URL")
        self.url = _check_url(given_url or DEFAULT_URL)
        is_own = socket_path is None and (data_dir is not None or given_url is None)
        self._own_data_dir = (data_dir or default_data_dir()) if is_own else None
        key = api_key or os.environ.get("STRONGROOM_API_KEY")
        self._credential: Dict[str, str] = {"x-api-key": _check_api_key(key)} if key else {}
        self._timeout = timeout
        self._retries = retries
        self._socket_path = socket_path

    def request(self, name: str, **parts: Any) -> Any:
        """Calls an operation, as `GET /api/v1/health`, and returns the body of its answer; None if it has none."""
        content = self.download(name, **parts)
        return _parse(content) if content else None

    def download(self, name: str, **parts: Any) -> bytes:
        """Calls an operation and returns the bytes of its answer."""
        method = name.partition(" ")[0]
        is_repeatable = method in ("GET", "PUT", "DELETE") and not _is_chunks(parts.get("body"))
        attempts = self._retries if is_repeatable else 0
        while True:
            try:
                with self.open(name, **parts) as response:
                    return response.read()
            except StrongroomError as error:
                wait_ms = _retry_time(error)
                if wait_ms is None or attempts <= 0:
                    raise
                attempts -= 1
                time.sleep(wait_ms / 1000)
            except (OSError, http.client.HTTPException) as error:
                raise self._failure(error) from error

    def open(
        self,
        name: str,
        *,
        params: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Body = None,
        accept: str = "application/json",
        headers: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = -1,
    ) -> http.client.HTTPResponse:
        """Sends a request and returns its successful answer, whose body is not read yet."""
        method, _, template = name.partition(" ")
        is_json = isinstance(body, Mapping)
        content = json.dumps(body).encode() if is_json else body
        sent = {"accept": accept, "connection": "close", **self._credential, **(headers or {})}
        if content is not None:
            sent["content-type"] = "application/json" if is_json else "application/octet-stream"
        address = urlsplit(self.url)
        path = address.path.rstrip("/") + _path_of(template, params or {}) + _search_of(query or {})
        connection = self._connect(self._timeout if timeout == -1 else timeout)
        try:
            connection.request(method, path, body=content, headers=sent)  # type: ignore[arg-type]
            response = connection.getresponse()
            if response.status >= 300:
                raise _refusal_of(response)
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise self._failure(error) from error
        except BaseException:
            connection.close()
            raise
        return response

    def _connect(self, timeout: Optional[float]) -> http.client.HTTPConnection:
        address = urlsplit(self.url)
        host = address.hostname or ""
        if self._own_data_dir is not None:
            return connect_to_own_daemon(self._own_data_dir, timeout)
        if self._socket_path is not None:
            return _SocketConnection(host, address.port or 80, timeout, self._socket_path)
        if address.scheme == "https":
            return http.client.HTTPSConnection(host, address.port, timeout=timeout)
        return http.client.HTTPConnection(host, address.port, timeout=timeout)

    def _failure(self, error: Exception) -> StrongroomError:
        if isinstance(error, socket.timeout):
            return StrongroomError("timeout", "The daemon did not answer within the timeout.")
        return StrongroomError(
            "connection_failed",
            f"No daemon answers at {self.url}, or the connection broke. Start the daemon, or set STRONGROOM_URL.",
        )


class _SocketConnection(http.client.HTTPConnection):
    """A connection over the socket that only its owner can open. The Host header is that of the address."""

    def __init__(self, host: str, port: int, timeout: Optional[float], path: str) -> None:
        super().__init__(host, port, timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def _check_url(text: str) -> str:
    """Checks an address. A key is sent over a network only with TLS. The text can have a password: no message repeats it."""
    try:
        url = urlsplit(text)
        is_address = url.scheme in ("http", "https") and bool(url.hostname) and "@" not in url.netloc and not url.query
        url.port  # noqa: B018 (raises ValueError for a port that is no number)
    except ValueError:
        is_address = False
    if not is_address:
        raise StrongroomError("invalid_argument", "url must be an address such as http://127.0.0.1:7341.")
    if url.scheme == "http" and not _is_this_machine(url.hostname or ""):
        raise StrongroomError("invalid_argument", "url: http is allowed for this machine only; use https for another.")
    return text.rstrip("/")


def _is_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _check_api_key(key: str) -> str:
    """Checks a key. The error of the library for such a header would contain it."""
    if not re.fullmatch(r"[\x21-\x7e]{1,1024}", key):
        raise StrongroomError(
            "invalid_argument", "api_key must be one line of ASCII without spaces, as it was shown."
        )
    return key


def _path_of(template: str, params: Mapping[str, Any]) -> str:
    def encode(match: "re.Match[str]") -> str:
        name = match.group(1)
        value = str(params.get(name, ""))
        # Only the path of a file has several segments.
        segments = value.split("/") if name == "path" else [value]
        if any(segment in ("", ".", "..") for segment in segments):
            raise StrongroomError(
                "invalid_argument", f'{name} must not be or contain an empty name, "." or "..".'
            )
        return "/".join(quote(segment, safe="") for segment in segments)

    return re.sub(r"\{(\w+)\}", encode, template)


def _search_of(query: Mapping[str, Any]) -> str:
    given = {name: value for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _is_chunks(body: Any) -> bool:
    return body is not None and not isinstance(body, (bytes, Mapping))


def _parse(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        raise StrongroomError(
            "unexpected_answer", "The answer is not JSON. Check the address of the daemon."
        ) from None


def _retry_time(error: StrongroomError) -> Optional[int]:
    """Returns the time to wait before a repetition; None for an error that a repetition does not change."""
    if error.status not in (429, 503) or error.retry_after_ms is None:
        return None
    return error.retry_after_ms if error.retry_after_ms <= LONGEST_RETRY_MS else None


def _refusal_of(response: http.client.HTTPResponse) -> StrongroomError:
    seconds = response.getheader("retry-after", "")
    retry_after_ms = int(seconds) * 1000 if re.fullmatch(r"[0-9]{1,9}", seconds) else None
    try:
        body = json.loads(response.read())
    except ValueError:
        body = None
    message = f"The answer with status {response.status} is not one of Strongroom. Check the address of the daemon."
    return error_of(body, status=response.status, retry_after_ms=retry_after_ms) or StrongroomError(
        "unexpected_answer", message, status=response.status
    )
