"""Event streams, and how they continue after a dropped connection."""

from __future__ import annotations

import http.client
import json
import time
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, NoReturn, Optional

from .connection import Connection
from .errors import StrongroomError, error_of
from .streamed_input import Feeder, Parts

#: The largest event is the result of a run: two streams and the files, as JSON.
EVENT_LIMIT_BYTES = 64 * 1024 * 1024
#: The daemon sends a comment every 15 s, so a connection that is silent for longer is broken.
SILENCE_LIMIT_S = 60.0
#: Pauses before the attempts to resume after each break. They take less than the 60 s that the daemon keeps a stream.
RESUME_PAUSES_S = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0)

Event = Dict[str, Any]


class Work(NamedTuple):
    """Requests about work that has started, made from the data of its event `started`."""

    resume: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    cancel: Callable[[Mapping[str, Any]], Mapping[str, Any]]


EXECUTION_WORK = Work(
    resume=lambda started: {"name": "GET /api/v1/executions/{id}/events", "params": {"id": started["id"]}},
    cancel=lambda started: {"name": "POST /api/v1/executions/{id}/cancel", "params": {"id": started["id"]}},
)

GENERATION_WORK = Work(
    resume=lambda started: {"name": "GET /api/v1/generations/{id}/events", "params": {"id": started["id"]}},
    cancel=lambda started: {"name": "POST /api/v1/generations/{id}/cancel", "params": {"id": started["id"]}},
)


def follow(
    connection: Connection, work: Work, name: str, *, parts: Optional[Parts] = None, **start: Any
) -> Iterator[Event]:
    """
    Yields the events of work from its start to `finished`. A dropped connection is resumed after the last event. If the
    caller stops reading earlier, the work is cancelled. `parts` is the input that follows the start.
    """
    feeder = Feeder(connection, parts)
    started: Optional[Mapping[str, Any]] = None
    last_id = 0
    has_ended = False
    response = _open_stream(connection, name, **start)
    try:
        while True:
            for event in read_events(response):
                last_id = event["id"]
                if event["event"] == "started":
                    started = event["data"]
                    feeder.start(event["data"].get("id", ""))
                has_ended = event["event"] in ("finished", "error")
                if has_ended:
                    feeder.stop()
                    feeder.raise_failure()
                if event["event"] == "error":
                    _fail(event["data"])
                yield event
                if has_ended:
                    return
            if started is None:
                raise _lost()
            response = _resume_stream(connection, work.resume(started), last_id)
    finally:
        feeder.stop()
        response.close()
        if started is not None and not has_ended:
            _try_to_cancel(connection, work.cancel(started))


def read_stream(connection: Connection, name: str, **start: Any) -> Iterator[Event]:
    """Yields the events of a stream that has no end of its own."""
    response = _open_stream(connection, name, **start)
    try:
        for event in read_events(response):
            if event["event"] == "error":
                _fail(event["data"])
            yield event
    finally:
        response.close()


def result_of(events: Iterator[Event]) -> Any:
    """Returns the data of the last event of work."""
    for event in events:
        if event["event"] == "finished":
            return event["data"]
    raise StrongroomError("unexpected_answer", "The event stream ended without a result.")


def read_events(response: http.client.HTTPResponse) -> Iterator[Event]:
    """
    Yields the server-sent events of a body (HTML Living Standard, 9.2) until it ends or the connection breaks. Comments and
    events without data are skipped. Lines end with LF or CRLF: a lone CR, which the daemon never sends, is part of its line.
    """
    fields = {"id": "0", "event": "message"}
    data: List[str] = []
    for line in _read_lines(response):
        if line:
            name, _, value = line.partition(":")
            value = value[1:] if value.startswith(" ") else value
            if name == "data":
                data.append(value)
            elif name in fields:
                fields[name] = value
            continue
        if data:
            yield {"id": _number(fields["id"]), "event": fields["event"], "data": _parse("\n".join(data))}
        fields, data = {"id": "0", "event": "message"}, []


def _read_lines(response: http.client.HTTPResponse) -> Iterator[str]:
    # Parts of a line that has not ended. They are joined once, so that a long line takes linear time.
    parts: List[bytes] = []
    length = 0
    while True:
        try:
            chunk = response.read1(64 * 1024)
        except (OSError, http.client.HTTPException):
            return
        if not chunk:
            return
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            whole = b"".join([*parts, line])
            parts, length = [], 0
            yield whole.decode("utf-8", "replace").removesuffix("\r")
        parts.append(rest)
        length += len(rest)
        if length > EVENT_LIMIT_BYTES:
            raise _unreadable("an event is larger than 64 MiB")


def _open_stream(connection: Connection, name: str, **parts: Any) -> http.client.HTTPResponse:
    response = connection.open(name, accept="text/event-stream", timeout=SILENCE_LIMIT_S, **parts)
    if not response.getheader("content-type", "").startswith("text/event-stream"):
        response.close()
        raise StrongroomError(
            "unexpected_answer", "The daemon sent no event stream. Check the address of the daemon."
        )
    return response


def _resume_stream(connection: Connection, request: Mapping[str, Any], last_id: int) -> http.client.HTTPResponse:
    for pause in RESUME_PAUSES_S:
        time.sleep(pause)
        try:
            return _open_stream(connection, headers={"last-event-id": str(last_id)}, **request)
        except StrongroomError as error:
            if error.code not in ("connection_failed", "timeout"):
                raise
    raise _lost()


def _try_to_cancel(connection: Connection, request: Mapping[str, Any]) -> None:
    try:
        connection.request(**request)
    except StrongroomError:
        # The work has ended already, or the daemon cancels it 60 s after its last reader has left.
        pass


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise _unreadable("an event is not JSON") from None


def _fail(body: Any) -> NoReturn:
    raise error_of(body) or StrongroomError("unexpected_answer", "The event stream ended with an unknown error.")


def _lost() -> StrongroomError:
    return StrongroomError(
        "connection_lost",
        "The connection broke and the stream could not be resumed. The run ends within 60 s; start it again.",
    )


def _unreadable(reason: str) -> StrongroomError:
    return StrongroomError("unexpected_answer", f"The event stream cannot be read: {reason}.")
