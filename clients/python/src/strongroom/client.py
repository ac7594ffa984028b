"""The client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, List, Optional, cast

from .collections import Audit, Executions, Packages, Secrets
from .connection import Connection
from .sandboxes import Sandboxes
from .streamed_input import split_input
from .streams import EXECUTION_WORK, GENERATION_WORK, follow, result_of
from .vault import Vault

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .generated import api


class Strongroom:
    """A client of one daemon with one API key. Several threads can use it."""

    def __init__(
        self,
        url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        timeout: Optional[float] = 60.0,
        retries: int = 2,
        socket_path: Optional[str] = None,
        data_dir: Optional[str] = None,
    ) -> None:
        """
        url: Address of another daemon. Default: `STRONGROOM_URL`, or the daemon of `data_dir`.
        api_key: API key. Default: `STRONGROOM_API_KEY`. Health and registration need none.
        timeout: Time limit in seconds of calls that do not run programs; None: no limit.
        retries: Maximum number of repetitions of a call that was refused with 429 or 503 and a time to wait. Only calls
            that are safe to repeat (GET, PUT, DELETE) are repeated.
        socket_path: Socket of the daemon, which only its owner can open, instead of the port.
        data_dir: Data folder of a daemon of this user, which proves its identity before it gets the key. Default: the usual
            folder, if neither `url` nor `STRONGROOM_URL` is set.
        """
        self._connection = Connection(url, api_key, timeout, retries, socket_path, data_dir)
        self.executions = Executions(self._connection)
        self.secrets = Secrets(self._connection)
        self.packages = Packages(self._connection)
        self.vault = Vault(self._connection)
        self.audit = Audit(self._connection)
        self.sandboxes = Sandboxes(self._connection)

    def run(self, **request: Unpack[api.ExecuteRequest]) -> api.ExecuteResponse:
        """
        Runs code and returns its result. A program that fails is a result like any other: see `status` and `exitCode`. An
        interrupt (Ctrl-C) cancels the run. A dropped connection is resumed. `stdin` can be parts, which are sent while the
        program runs.
        """
        return cast("api.ExecuteResponse", result_of(cast(Any, self.stream(**request))))

    def stream(self, **request: Unpack[api.ExecuteRequest]) -> Iterator[api.ExecutionEvent]:
        """Runs code and yields its events. The run starts with the first event that is read; leaving the loop cancels it."""
        body, parts = split_input(request)
        events = follow(self._connection, EXECUTION_WORK, "POST /api/v1/execute/stream", parts=parts, body=body)
        return cast("Iterator[api.ExecutionEvent]", events)

    def generate(self, **request: Unpack[api.GenerateRequest]) -> api.GenerateResponse:
        """Lets a model write a program, and runs it unless `execute` is false."""
        return cast("api.GenerateResponse", result_of(cast(Any, self.generate_stream(**request))))

    def generate_stream(self, **request: Unpack[api.GenerateRequest]) -> Iterator[api.GenerationEvent]:
        """Lets a model write a program, and yields the events."""
        events = follow(self._connection, GENERATION_WORK, "POST /api/v1/generate/stream", body=request)
        return cast("Iterator[api.GenerationEvent]", events)

    def health(self) -> api.HealthResponse:
        """Returns the state of the daemon. Needs no API key."""
        return cast("api.HealthResponse", self._connection.request("GET /api/v1/health"))

    def languages(self) -> List[api.Language]:
        return cast("List[api.Language]", self._connection.request("GET /api/v1/languages")["languages"])

    def request(self, name: str, **parts: Any) -> Any:
        """Calls any operation of the API, with its `params`, `query` and `body`: `client.request("GET /api/v1/settings")`."""
        return self._connection.request(name, **parts)
