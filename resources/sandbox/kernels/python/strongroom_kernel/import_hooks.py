"""Acts on modules when a cell imports them, so that the driver imports none ahead of its use."""

import sys

_actions = {}


def when_imported(name, action):
    """
    Calls an action when a module is imported, or at once if it is imported already.

    action: called with the module, and with the function that executes it.
    """
    if name in sys.modules:
        action(sys.modules[name], lambda: None)
        return
    if not _actions:
        sys.meta_path.insert(0, HookFinder)
    _actions[name] = action


class HookFinder:
    """Finds the modules that have an action, and wraps their loaders."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name not in _actions:
            return None
        for finder in sys.meta_path:
            find_spec = getattr(finder, "find_spec", None)
            spec = None if finder is cls or find_spec is None else find_spec(name, path, target)
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = HookLoader(spec.loader, _actions[name])
                return spec
        return None


class HookLoader:
    def __init__(self, loader, action):
        self._loader = loader
        self._action = action

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self._loader
        self._action(module, lambda: self._loader.exec_module(module))
