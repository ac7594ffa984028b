"""Code that is stored encrypted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, cast

from .connection import Connection
from .streamed_input import split_input
from .streams import EXECUTION_WORK, follow, result_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .generated import api

_CODE = "/api/v1/zk/code/{name}"


class Vault:
    """Code that is stored encrypted."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self) -> List[api.EncryptedCodeMetadata]:
        return cast("List[api.EncryptedCodeMetadata]", self._connection.request("GET /api/v1/zk/code")["code"])

    def read(self, name: str, *, revision: Optional[int] = None) -> api.EncryptedCode:
        """Returns the encrypted code, of an older revision if one is given."""
        answer = self._connection.request(f"GET {_CODE}", params={"name": name}, query={"revision": revision})
        return cast("api.EncryptedCode", answer)

    def revisions(self, name: str) -> List[api.CodeRevision]:
        answer = self._connection.request(f"GET {_CODE}/revisions", params={"name": name})
        return cast("List[api.CodeRevision]", answer["revisions"])

    def store(self, name: str, **code: Unpack[api.EncryptedCodeInput]) -> api.StoredCode:
        """Stores code that is encrypted already."""
        return cast("api.StoredCode", self._connection.request(f"PUT {_CODE}", params={"name": name}, body=code))

    def encrypt(self, master_password: str, code: str) -> api.ZKPayload:
        """Lets the daemon encrypt code. It receives the password and the code, and stores neither."""
        body = {"masterPassword": master_password, "code": code}
        return cast("api.ZKPayload", self._connection.request("POST /api/v1/zk/encrypt", body=body)["encryptedPayload"])

    def save(
        self, name: str, *, master_password: str, language: str, code: str, description: Optional[str] = None
    ) -> api.StoredCode:
        """Lets the daemon encrypt code, and stores the result."""
        body: Dict[str, Any] = {"language": language, "encryptedPayload": self.encrypt(master_password, code)}
        if description is not None:
            body["description"] = description
        return cast("api.StoredCode", self._connection.request(f"PUT {_CODE}", params={"name": name}, body=body))

    def run(self, name: str, **request: Unpack[api.ExecuteStoredRequest]) -> api.ExecuteResponse:
        """Decrypts stored code in memory, runs it and returns the result."""
        return cast("api.ExecuteResponse", result_of(cast(Any, self.stream(name, **request))))

    def stream(self, name: str, **request: Unpack[api.ExecuteStoredRequest]) -> Iterator[api.ExecutionEvent]:
        """Decrypts stored code in memory, runs it and yields the events."""
        path = f"POST {_CODE}/execute/stream"
        body, parts = split_input(request)
        events = follow(self._connection, EXECUTION_WORK, path, parts=parts, params={"name": name}, body=body)
        return cast("Iterator[api.ExecutionEvent]", events)

    def delete(self, name: str) -> None:
        """Deletes code with all its revisions."""
        self._connection.request(f"DELETE {_CODE}", params={"name": name})
