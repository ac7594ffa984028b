"""Runs of the history, secrets, packages and the audit log."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Iterator, List, Optional, cast

from .connection import Connection
from .streams import read_stream

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .generated import api

_POLL_S = 0.5


class Executions:
    """Runs of the history."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, limit: Optional[int] = None, before: Optional[int] = None) -> api.ExecutionPage:
        """Returns one page, newest first. Pass its `nextBefore` as `before` to get the next page."""
        query = {"limit": limit, "before": before}
        return cast("api.ExecutionPage", self._connection.request("GET /api/v1/executions", query=query))

    def get(self, id: str) -> api.Execution:
        """Returns a run with its output and its request."""
        return cast("api.Execution", self._connection.request("GET /api/v1/executions/{id}", params={"id": id}))

    def cancel(self, id: str) -> api.Execution:
        """Cancels a run, and answers when its sandbox is removed."""
        name = "POST /api/v1/executions/{id}/cancel"
        return cast("api.Execution", self._connection.request(name, params={"id": id}))

    def file(self, id: str, path: str) -> bytes:
        """Returns the content of a file that a run left."""
        name = "GET /api/v1/executions/{id}/files/{path}"
        return self._connection.download(name, params={"id": id, "path": path}, accept="*/*")


class Secrets:
    """Secrets. No call returns a value."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self) -> List[api.SecretMetadata]:
        return cast("List[api.SecretMetadata]", self._connection.request("GET /api/v1/secrets")["secrets"])

    def set(self, name: str, /, **secret: Unpack[api.SecretInput]) -> api.SecretMetadata:
        """Creates or replaces a secret: `set("TOKEN", value=token)`."""
        path = "PUT /api/v1/secrets/{name}"
        return cast("api.SecretMetadata", self._connection.request(path, params={"name": name}, body=secret))

    def delete(self, name: str) -> None:
        self._connection.request("DELETE /api/v1/secrets/{name}", params={"name": name})


class Packages:
    """The package lists."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self) -> List[api.PackageInfo]:
        return cast("List[api.PackageInfo]", self._connection.request("GET /api/v1/packages")["packages"])

    def set(self, packages: List[api.PackageSpec]) -> List[api.PackageInfo]:
        """Replaces the lists of all languages. They are installed in the background."""
        answer = self._connection.request("PUT /api/v1/packages", body={"packages": packages})
        return cast("List[api.PackageInfo]", answer["packages"])

    def add(self, **spec: Unpack[api.PackageSpec]) -> api.PackageInfo:
        """Adds a package, which is installed in the background."""
        return cast("api.PackageInfo", self._connection.request("POST /api/v1/packages", body=spec))

    def remove(self, language: str, name: str) -> None:
        path = "DELETE /api/v1/packages/{language}/{name}"
        self._connection.request(path, params={"language": language, "name": name})

    def wait(self) -> List[api.PackageInfo]:
        """Returns the lists once no package is being installed: each is then `installed` or `failed`."""
        while True:
            packages = self.list()
            if all(package["status"] != "installing" for package in packages):
                return packages
            time.sleep(_POLL_S)

    def events(self) -> Iterator[api.PackageEvent]:
        """Yields the events of installations until the caller leaves the loop."""
        return cast("Iterator[api.PackageEvent]", read_stream(self._connection, "GET /api/v1/packages/events"))


class Audit:
    """The audit log of the account."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, **query: Any) -> api.AuditPage:
        """Returns one page, newest first. Pass its `nextBefore` as `before` to get the next page."""
        return cast("api.AuditPage", self._connection.request("GET /api/v1/audit-log", query=query))

    def verify(self) -> api.AuditVerification:
        """Verifies the hash chain of the log."""
        return cast("api.AuditVerification", self._connection.request("GET /api/v1/audit-log/verify"))

    def export(self, **query: Any) -> str:
        """Returns all entries that match, oldest first, as JSON Lines or CSV (`format`)."""
        return self._connection.download("GET /api/v1/audit-log/export", query=query, accept="*/*").decode()
