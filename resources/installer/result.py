"""Turns the packages that pip or pnpm has installed into the layer."""

import importlib.metadata
import json
import os
import shutil

from commands import LAYER, SCRATCH
from measure import measure

BUILD_SCRIPTS = ("preinstall", "install", "postinstall")
NAMES_SHOWN = 10


def finish(order, log):
    """Removes everything that programs do not import. Returns (reason, None) on failure, else (None, layer facts)."""
    modules = SCRATCH + "/project/node_modules"
    if order["manager"] == "npm" and os.path.isdir(modules):
        if not order["settings"]["builds"]:
            unbuilt = sorted(packages_with_builds(modules))
            if unbuilt:
                log("Scripts were not run: " + ", ".join(unbuilt[:NAMES_SHOWN]))
                return "needs_build", None
        for name in os.listdir(modules):
            os.rename(modules + "/" + name, LAYER + "/" + name)
    shutil.rmtree(SCRATCH, ignore_errors=True)
    version_of = {"pip": python_version, "npm": node_version}[order["manager"]]
    versions = {name: version_of(name) for name in order["packages"]}
    if None in versions.values() or os.path.exists(SCRATCH):
        return "incomplete", None
    size, files = measure()
    os.sync()
    return None, {"versions": versions, "bytes": size, "files": files}


def packages_with_builds(modules):
    """Yields the names of packages with an installation script. A binding.gyp counts, since npm runs a build for it."""
    for folder, _, files in os.walk(modules):
        parent = os.path.dirname(folder)
        is_scoped = os.path.basename(parent).startswith("@")
        if os.path.basename(os.path.dirname(parent) if is_scoped else parent) != "node_modules":
            continue
        manifest = read_manifest(folder)
        scripts = manifest.get("scripts")
        has_script = isinstance(scripts, dict) and any(scripts.get(name) for name in BUILD_SCRIPTS)
        if has_script or "binding.gyp" in files:
            yield str(manifest.get("name", os.path.basename(folder)))


def read_manifest(folder):
    try:
        with open(folder + "/package.json", encoding="utf-8") as file:
            manifest = json.load(file)
    except (OSError, ValueError, RecursionError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def python_version(name):
    found = importlib.metadata.distributions(name=name, path=[LAYER])
    return next((distribution.version for distribution in found), None)


def node_version(name):
    try:
        with open(f"{LAYER}/{name}/package.json", encoding="utf-8") as file:
            return json.load(file)["version"]
    except (OSError, ValueError, KeyError, RecursionError):
        return None
