"""Completes the names of modules in import statements, without importing them."""

import importlib.machinery
import pkgutil
import sys


def complete_import(line):
    """Returns the text that a match replaces and the matches, or None if the line is no import statement."""
    parts = line.replace("(", " ").replace(",", " ").split()
    statement = line.lstrip()
    if not statement.startswith(("import ", "from ")) or not line.isascii():
        return None
    last = parts[-1] if not line.endswith((" ", ",", "(")) else ""
    if parts[0] == "import":
        return complete_module(last)
    if "import" in parts[1:]:
        if last == "import":
            return None
        return last, {name for name in names_of_module(parts[1]) if name.startswith(last)}
    if len(parts) == 1 or (len(parts) == 2 and last):
        return complete_module(last)
    return last, {"import"} if "import".startswith(last) else set()


def complete_module(dotted):
    parent, _, prefix = dotted.rpartition(".")
    names = submodules(parent) if parent else top_level_modules()
    return prefix, {name for name in names if name.startswith(prefix) and (prefix or not name.startswith("_"))}


def top_level_modules():
    found = {module.name for module in pkgutil.iter_modules()}
    return found | set(sys.builtin_module_names) | set(sys.stdlib_module_names)


def submodules(parent):
    paths = search_paths(parent)
    return {module.name for module in pkgutil.iter_modules(paths)} if paths else set()


def search_paths(name):
    """Returns the folders of a package, or None. A package that is not imported is looked up on the disk."""
    if name in sys.modules:
        return getattr(sys.modules[name], "__path__", None)
    parent, _, _ = name.rpartition(".")
    paths = search_paths(parent) if parent else None
    if parent and paths is None:
        return None
    spec = importlib.machinery.PathFinder.find_spec(name, paths)
    return None if spec is None else spec.submodule_search_locations


def names_of_module(name):
    names = submodules(name)
    module = sys.modules.get(name)
    if module is not None:
        names |= {attribute for attribute in vars(module) if not attribute.startswith("_")}
    return names
