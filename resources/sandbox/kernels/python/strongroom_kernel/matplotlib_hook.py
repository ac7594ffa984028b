"""Makes the kernel's backend the default of matplotlib when a cell imports it, without importing it before."""

import os
import sys

BACKEND = "module://strongroom_kernel.figures"

# The display that the backend shows figures with.
display = None


def watch_for_matplotlib(owner):
    global display
    display = owner
    sys.meta_path.insert(0, MatplotlibFinder)


class MatplotlibFinder:
    """Wraps the loader of matplotlib once, then removes itself."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name != "matplotlib":
            return None
        sys.meta_path.remove(cls)
        for finder in sys.meta_path:
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = BackendLoader(spec.loader)
                return spec
        sys.meta_path.insert(0, cls)
        return None


class BackendLoader:
    """Sets MPLBACKEND while matplotlib is imported. Programs that cells start do not inherit it: they have no cell."""

    def __init__(self, loader):
        self._loader = loader

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self._loader
        if os.environ.get("MPLBACKEND"):
            self._loader.exec_module(module)
            return
        os.environ["MPLBACKEND"] = BACKEND
        try:
            self._loader.exec_module(module)
        finally:
            if os.environ.get("MPLBACKEND") == BACKEND:
                del os.environ["MPLBACKEND"]
