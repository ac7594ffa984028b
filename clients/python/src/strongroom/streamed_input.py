"""Input that is sent to a program while it runs."""

from __future__ import annotations

import threading
from typing import Any, Dict, Iterable, Mapping, Optional, Tuple, Union

from .connection import Connection
from .errors import StrongroomError

#: Input of a program that is sent while it runs. A part that is text is sent as UTF-8.
Parts = Iterable[Union[bytes, str]]
#: A larger part is sent in several requests.
PART_BYTES = 4 * 1024 * 1024
_ENDED = ("execution_finished", "execution_not_found", "stdin_ended")


def split_input(request: Mapping[str, Any]) -> Tuple[Dict[str, Any], Optional[Parts]]:
    """Returns the body of a request, and the input that follows it."""
    body = dict(request)
    stdin = body.get("stdin")
    if stdin is None or isinstance(stdin, str):
        return body, None
    del body["stdin"]
    body["openStdin"] = True
    return body, [stdin] if isinstance(stdin, (bytes, bytearray, memoryview)) else stdin


class Feeder:
    """
    Sends the input of a run in a thread, at the pace at which its program reads, and then ends it. Stops when the run has
    ended. If the parts or a request fail, the run is cancelled, and `raise_failure` raises the error.
    """

    def __init__(self, connection: Connection, parts: Optional[Parts]) -> None:
        self._connection = connection
        self._parts = parts
        self._has_ended = False
        self._failure: Optional[BaseException] = None

    def start(self, run_id: str) -> None:
        if self._parts is not None:
            # A daemon thread: parts that never come must not keep the program alive.
            threading.Thread(target=self._feed, args=(run_id, self._parts), daemon=True).start()

    def stop(self) -> None:
        """The run has ended: no further part is sent."""
        self._has_ended = True

    def raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _feed(self, run_id: str, parts: Parts) -> None:
        try:
            for part in parts:
                content = part.encode() if isinstance(part, str) else bytes(part)
                for at in range(0, len(content), PART_BYTES):
                    self._send(run_id, content[at : at + PART_BYTES])
                if self._has_ended:
                    return
            self._send(run_id, b"", end="true")
        except BaseException as error:
            is_late = isinstance(error, StrongroomError) and error.code in _ENDED
            if not self._has_ended and not is_late:
                self._failure = error
                self._cancel(run_id)

    def _send(self, run_id: str, content: bytes, **query: str) -> None:
        name = "POST /api/v1/executions/{id}/stdin"
        self._connection.request(name, params={"id": run_id}, query=query, body=content, timeout=None)

    def _cancel(self, run_id: str) -> None:
        try:
            self._connection.request("POST /api/v1/executions/{id}/cancel", params={"id": run_id})
        except StrongroomError:
            # The run has ended already.
            pass
