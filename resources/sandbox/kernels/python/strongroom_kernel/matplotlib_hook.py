"""Makes the kernel's backend the default of matplotlib when a cell imports it, without importing it before."""

import os

from .import_hooks import when_imported

BACKEND = "module://strongroom_kernel.figures"

# The display that the backend shows figures with.
display = None


def watch_for_matplotlib(owner):
    global display
    display = owner
    when_imported("matplotlib", import_with_backend)


def import_with_backend(_module, execute):
    """Sets MPLBACKEND while matplotlib is imported. Programs that cells start do not inherit it: they have no cell."""
    if os.environ.get("MPLBACKEND"):
        execute()
        return
    os.environ["MPLBACKEND"] = BACKEND
    try:
        execute()
    finally:
        if os.environ.get("MPLBACKEND") == BACKEND:
            del os.environ["MPLBACKEND"]
