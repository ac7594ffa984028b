"""Provides `IPython.display` to cells, and connects that of an installed IPython with the kernel's display."""

import importlib.machinery
import sys

from ..display import DisplayHandle
from ..import_hooks import when_imported

# Modules of IPython that have the classes and functions of its display.
DISPLAY_MODULES = ("IPython.display", "IPython.core.display", "IPython.core.display_functions")
PACKAGES = ("IPython", "IPython.core")
# Programs compare it. The classes are those of this version.
VERSION = (9, 0, 0, "")


def provide_ipython(display):
    DisplayHandle.default_owner = display
    for name in DISPLAY_MODULES[1:]:
        when_imported(name, lambda module, execute: connect_installed(module, execute, display))
    # Behind all other finders, which find an installed IPython.
    sys.meta_path.append(NotebookFinder(display))


def functions_of(display):
    return {
        "display": display.display,
        "update_display": display.update_display,
        "publish_display_data": display.publish_display_data,
        "clear_output": display.clear_output,
        "DisplayHandle": DisplayHandle,
    }


def connect_installed(module, execute, display):
    execute()
    for name, function in functions_of(display).items():
        if name in vars(module):
            setattr(module, name, function)


class NotebookFinder:
    def __init__(self, display):
        self._display = display

    def find_spec(self, name, path=None, target=None):
        if name not in (*PACKAGES, *DISPLAY_MODULES):
            return None
        # A part of an installed IPython that it does not have.
        owner = sys.modules.get("IPython")
        if name != "IPython" and getattr(owner, "__loader__", None) is not self:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=name in PACKAGES)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if module.__name__ in PACKAGES:
            module.__dict__.update(version_info=VERSION, __version__="9.0.0", get_ipython=get_ipython)
            module.__dict__["__getattr__"] = lambda name: refuse(module.__name__, name)
            return
        from . import files, objects

        known = {**vars(objects), **vars(files)}
        own = (objects.__name__, files.__name__)
        classes = {name: value for name, value in known.items() if getattr(value, "__module__", None) in own}
        module.__dict__.update(classes, **functions_of(self._display), **objects.display_functions(self._display))


def get_ipython():
    """Return None: cells do not run in IPython."""
    return None


def refuse(module, name):
    if name == "display" and module == "IPython":
        import IPython.display

        return IPython.display
    text = f"module {module!r} has no attribute {name!r}: only IPython.display is available. Install the package ipython."
    raise AttributeError(text)
