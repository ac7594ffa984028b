"""The error of every call."""

from __future__ import annotations

from typing import Any, List, Optional

from .generated.api import ERROR_STATUSES


class StrongroomError(Exception):
    """
    An error of the daemon or of the connection to it. Decide by `code`, which is stable, and never by the message.

    The client has these codes in addition to those of the daemon: `invalid_argument` (an option of the client or a
    parameter of a path cannot be used), `connection_failed` (no daemon answers), `connection_lost` (a stream broke and
    could not be resumed), `timeout` (the answer took too long), `unexpected_answer` (the answer is not one of Strongroom).
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        details: Optional[List[Any]] = None,
        retry_after_ms: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        #: HTTP status of the code; None if there was no answer.
        self.status = status
        #: Id under which the daemon's log has the request.
        self.request_id = request_id
        #: Invalid fields of the request, each with its `path` and a `message`.
        self.details: List[Any] = details or []
        #: Time after which a refused request can succeed.
        self.retry_after_ms = retry_after_ms

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"


def error_of(
    body: Any, *, status: Optional[int] = None, retry_after_ms: Optional[int] = None
) -> Optional[StrongroomError]:
    """Converts an error body of the daemon; None for every other value."""
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict) or not isinstance(error.get("code"), str) or not isinstance(error.get("message"), str):
        return None
    return StrongroomError(
        error["code"],
        error["message"],
        status=status if status is not None else ERROR_STATUSES.get(error["code"]),
        request_id=error.get("requestId"),
        details=error.get("details"),
        retry_after_ms=retry_after_ms,
    )
