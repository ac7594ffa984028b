"""The packages of npm that need a build: their scripts run after the installation, if the settings allow it."""

import json
import os

from commands import PNPM, PROJECT

BUILD_SCRIPTS = ("preinstall", "install", "postinstall")
NAMES_SHOWN = 10


def prepare_builds(order, log):
    """Returns (reason, None) if a package needs a build that the settings forbid, else (None, command).

    The command is None if no package needs a build.
    """
    modules = PROJECT + "/node_modules"
    if order["manager"] != "npm" or not os.path.isdir(modules):
        return None, None
    found = list(packages_with_builds(modules))
    names = sorted({name for name, _, _ in found})
    if not names:
        return None, None
    if not order["settings"]["builds"]:
        log("Scripts were not run: " + ", ".join(names[:NAMES_SHOWN]))
        return "needs_build", None
    for _, folder, is_gyp in found:
        if is_gyp:
            name_gyp_script(folder)
    # pnpm runs the scripts of all packages that have some, with their own programs on PATH, dependencies first.
    options = ["--reporter=append-only", "--dir=" + PROJECT, "--config.ignore-scripts=false"]
    return None, [*PNPM, "rebuild", *options, "--config.dangerously-allow-all-builds=true"]


def packages_with_builds(modules):
    """Yields (name, folder, whether node-gyp must build it) of the packages that run code when they are installed.

    Like npm, node-gyp builds a package that has a binding.gyp and no script, unless its manifest says `"gypfile": false`.
    """
    for folder, _, files in os.walk(modules):
        parent = os.path.dirname(folder)
        is_scoped = os.path.basename(parent).startswith("@")
        if os.path.basename(os.path.dirname(parent) if is_scoped else parent) != "node_modules":
            continue
        manifest = read_manifest(folder)
        scripts = manifest.get("scripts")
        has_script = isinstance(scripts, dict) and any(scripts.get(name) for name in BUILD_SCRIPTS)
        is_gyp = "binding.gyp" in files and manifest.get("gypfile") is not False
        if has_script or is_gyp:
            yield str(manifest.get("name", os.path.basename(folder))), folder, is_gyp and not has_script


def name_gyp_script(folder):
    """Writes the script that npm adds to a package with a binding.gyp: pnpm runs only the scripts of a manifest."""
    manifest = read_manifest(folder)
    scripts = manifest.get("scripts")
    manifest["scripts"] = {**(scripts if isinstance(scripts, dict) else {}), "install": "node-gyp rebuild"}
    # A new file: the old one is a link to the file in the store.
    with open(folder + "/package.json.new", "w", encoding="utf-8") as file:
        json.dump(manifest, file)
    os.replace(folder + "/package.json.new", folder + "/package.json")


def read_manifest(folder):
    try:
        with open(folder + "/package.json", encoding="utf-8") as file:
            manifest = json.load(file)
    except (OSError, ValueError, RecursionError):
        return {}
    return manifest if isinstance(manifest, dict) else {}
