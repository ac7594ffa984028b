"""A client of Strongroom: runs code in hardened local sandboxes through the HTTP API of its daemon."""

from .client import Strongroom
from .errors import StrongroomError
from .sandboxes import SandboxHandle

__all__ = ["SandboxHandle", "Strongroom", "StrongroomError"]
