"""Containers that keep their variables, processes and files until they are deleted."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Type, Union, cast

from .connection import Connection
from .errors import StrongroomError
from .streams import Work, follow, result_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .generated import api

_SANDBOX = "/api/v1/sandboxes/{id}"
_FILE = f"{_SANDBOX}/files/{{path}}"


class Sandboxes:
    """Containers that keep their variables, processes and files until they are deleted."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, **request: Unpack[api.CreateSandboxRequest]) -> SandboxHandle:
        """Creates a sandbox. Use it with `with`, or delete it: it holds its memory until then."""
        answer = self._connection.request("POST /api/v1/sandboxes", body=request, timeout=None)
        return SandboxHandle(self._connection, answer)

    def get(self, id: str) -> SandboxHandle:
        """Returns a sandbox that exists."""
        return SandboxHandle(self._connection, self._connection.request(f"GET {_SANDBOX}", params={"id": id}))

    def list(self) -> List[api.Sandbox]:
        return cast("List[api.Sandbox]", self._connection.request("GET /api/v1/sandboxes")["sandboxes"])


class SandboxHandle:
    """One sandbox. At the end of its `with` block it is deleted."""

    def __init__(self, connection: Connection, created: api.Sandbox) -> None:
        self._connection = connection
        self._params: Dict[str, Any] = {"id": created["id"]}
        self.id = created["id"]
        #: The sandbox as it was when this handle was made.
        self.created = created
        self.files = SandboxFiles(connection, self.id)

    def __enter__(self) -> SandboxHandle:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        try:
            self.delete()
        except StrongroomError as failure:
            # The sandbox may have ended already, and the error of the block is more important.
            if kind is None and failure.code not in ("sandbox_ended", "sandbox_not_found"):
                raise

    def read(self) -> api.Sandbox:
        """Returns the sandbox with its current use of memory and disk."""
        return cast("api.Sandbox", self._connection.request(f"GET {_SANDBOX}", params=self._params))

    def exec(self, **request: Unpack[api.ProcessRequest]) -> api.ProcessResult:
        """Runs a process until it exits: `command`, `shell` or `code`."""
        return cast("api.ProcessResult", result_of(cast(Any, self.exec_stream(**request))))

    def exec_stream(self, **request: Unpack[api.ProcessRequest]) -> Iterator[api.ProcessEvent]:
        """Starts a process and yields its events. Leaving the loop kills it."""
        process = f"{_SANDBOX}/processes/{{pid}}"
        work = Work(
            resume=lambda started: {"name": f"GET {process}/events", "params": {**self._params, "pid": started["pid"]}},
            cancel=lambda started: {
                "name": f"POST {process}/signal",
                "params": {**self._params, "pid": started["pid"]},
                "body": {"signal": "SIGKILL"},
            },
        )
        path = f"POST {_SANDBOX}/processes/stream"
        events = follow(self._connection, work, path, params=self._params, body=request)
        return cast("Iterator[api.ProcessEvent]", events)

    def cell(self, code: str, *, context: str = "default", **options: Any) -> api.CellResult:
        """Runs a cell, which can use the variables of earlier cells. `options` are other fields of the request."""
        return cast("api.CellResult", result_of(cast(Any, self.cell_stream(code, context=context, **options))))

    def cell_stream(self, code: str, *, context: str = "default", **options: Any) -> Iterator[api.CellEvent]:
        """Runs a cell and yields its events. Leaving the loop interrupts it; its context stays."""
        params = {**self._params, "cid": context}
        base = f"{_SANDBOX}/contexts/{{cid}}"
        work = Work(
            resume=lambda started: {
                "name": f"GET {base}/cells/{{cell}}/events",
                "params": {**params, "cell": started["id"]},
            },
            # The event `started` is sent when the cell begins, so this interrupts no other cell.
            cancel=lambda started: {"name": f"POST {base}/interrupt", "params": params},
        )
        path = f"POST {base}/cells/stream"
        events = follow(self._connection, work, path, params=params, body={**options, "code": code})
        return cast("Iterator[api.CellEvent]", events)

    def extend(self, **limits: Unpack[api.ExtendSandboxRequest]) -> api.Sandbox:
        """Changes the time limits."""
        return cast("api.Sandbox", self._connection.request(f"PATCH {_SANDBOX}", params=self._params, body=limits))

    def pause(self) -> api.Sandbox:
        return cast("api.Sandbox", self._connection.request(f"POST {_SANDBOX}/pause", params=self._params))

    def resume(self) -> api.Sandbox:
        return cast("api.Sandbox", self._connection.request(f"POST {_SANDBOX}/resume", params=self._params))

    def delete(self) -> None:
        """Ends all processes and removes the files."""
        self._connection.request(f"DELETE {_SANDBOX}", params=self._params)


class SandboxFiles:
    """Files of a sandbox. Paths are relative to its working directory."""

    def __init__(self, connection: Connection, id: str) -> None:
        self._connection = connection
        self._id = id

    def read(self, path: str) -> bytes:
        return self._connection.download(f"GET {_FILE}", params={"id": self._id, "path": path}, accept="*/*")

    def write(self, path: str, content: Union[str, bytes, Iterable[bytes]]) -> api.SandboxEntry:
        """Creates or replaces a file, with its folders."""
        body = content.encode() if isinstance(content, str) else content
        answer = self._connection.request(f"PUT {_FILE}", params={"id": self._id, "path": path}, body=body)
        return cast("api.SandboxEntry", answer)

    def delete(self, path: str) -> None:
        """Deletes a file, or a folder with everything in it."""
        self._connection.request(f"DELETE {_FILE}", params={"id": self._id, "path": path})

    def list(self, path: Optional[str] = None, *, depth: Optional[int] = None) -> api.SandboxEntryList:
        """Lists a folder; the working directory if `path` is absent."""
        query = {"path": path, "depth": depth}
        answer = self._connection.request(f"GET {_SANDBOX}/entries", params={"id": self._id}, query=query)
        return cast("api.SandboxEntryList", answer)

    def make_folder(self, path: str) -> api.SandboxEntry:
        name = f"POST {_SANDBOX}/folders"
        return cast("api.SandboxEntry", self._connection.request(name, params={"id": self._id}, body={"path": path}))
