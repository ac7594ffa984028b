"""Turns the packages that pip or pnpm has installed into the layer."""

import importlib.metadata
import json
import os
import shutil
import stat

from commands import LAYER, PROJECT, SCRATCH
from measure import measure


def finish(order):
    """Removes everything that programs do not import. Returns (reason, None) on failure, else (None, layer facts)."""
    modules = PROJECT + "/node_modules"
    if order["manager"] == "npm" and os.path.isdir(modules):
        for name in os.listdir(modules):
            os.rename(modules + "/" + name, LAYER + "/" + name)
    shutil.rmtree(SCRATCH, ignore_errors=True)
    version_of = {"pip": python_version, "npm": node_version}[order["manager"]]
    versions = {name: version_of(name) for name in order["packages"]}
    if None in versions.values() or os.path.exists(SCRATCH):
        return "incomplete", None
    open_to_all()
    size, files = measure()
    os.sync()
    return None, {"versions": versions, "bytes": size, "files": files}


def open_to_all():
    """Lets every user read the layer: each sandbox has a user id of its own, and archives may have narrower modes."""
    folders = [LAYER]
    while folders:
        folder = folders.pop()
        for entry in os.scandir(folder):
            facts = entry.stat(follow_symlinks=False)
            if stat.S_ISDIR(facts.st_mode):
                open_to(entry.path, facts.st_mode, 0o755)
                folders.append(entry.path)
            elif stat.S_ISREG(facts.st_mode):
                open_to(entry.path, facts.st_mode, 0o555 if facts.st_mode & 0o100 else 0o444)


def open_to(path, mode, least):
    target = (stat.S_IMODE(mode) | least) & 0o777
    if target != stat.S_IMODE(mode):
        os.chmod(path, target)


def python_version(name):
    found = importlib.metadata.distributions(name=name, path=[LAYER])
    return next((distribution.version for distribution in found), None)


def node_version(name):
    try:
        with open(f"{LAYER}/{name}/package.json", encoding="utf-8") as file:
            return json.load(file)["version"]
    except (OSError, ValueError, KeyError, RecursionError):
        return None
