"""The command line, environment and configuration files of pip and pnpm for an order."""

import json
import os
import sys

LAYER = sys.argv[1] if len(sys.argv) > 1 else "/layer"
SCRATCH = LAYER + "/.strongroom-scratch"
SYSTEM_CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
CERTIFICATES = "/tmp/certificates.pem"
PROJECT = SCRATCH + "/project"
PNPM = ["/usr/local/bin/node", "/opt/npm-installer/bin/pnpm.cjs"]


def use_certificates(settings):
    os.makedirs(SCRATCH, exist_ok=True)
    with open(SYSTEM_CERTIFICATES, encoding="ascii") as system, open(CERTIFICATES, "w", encoding="ascii") as bundle:
        bundle.write(system.read() + "\n" + settings["certificates"])


def common_environment(settings):
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": SCRATCH,
        "TMPDIR": SCRATCH,
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        "SSL_CERT_FILE": CERTIFICATES,
        "NODE_EXTRA_CA_CERTS": CERTIFICATES,
    }
    for name, value in (("http_proxy", "proxy"), ("https_proxy", "proxy"), ("no_proxy", "noProxy")):
        if settings.get(value):
            environment[name] = environment[name.upper()] = settings[value]
    if settings.get("proxy"):
        # The proxy is the only way to the network, also for the scripts of packages.
        environment["NODE_USE_ENV_PROXY"] = "1"
    return environment


def prepare_pip(order):
    settings = order["settings"]
    lines = ["[global]", "cert = " + CERTIFICATES, "retries = 3", "timeout = 20"]
    if settings.get("indexUrl"):
        lines.append("index-url = " + settings["indexUrl"])
    for name, key in (("extra-index-url", "extraIndexUrls"), ("trusted-host", "trustedHosts")):
        if settings.get(key):
            lines.append(name + " =\n  " + "\n  ".join(settings[key]))
    write(SCRATCH + "/pip.conf", "\n".join(lines) + "\n")
    requirements = "".join(f"{name}{requested}\n" for name, requested in order["packages"].items())
    write(SCRATCH + "/requirements.txt", requirements)
    environment = common_environment(settings)
    environment["PIP_CONFIG_FILE"] = SCRATCH + "/pip.conf"
    options = ["--no-input", "--no-color", "--no-cache-dir", "--disable-pip-version-check", "--progress-bar", "off"]
    command = ["/usr/bin/python3", "-m", "pip", "install", "--target", LAYER, *options]
    if not settings["builds"]:
        # pip applies --only-binary to packages from an index only; it builds a dependency that is given as an address.
        # Every build needs a child process, so with a limit of none no code of a package can run.
        command = ["/usr/bin/prlimit", "--nproc=0:0", *command, "--only-binary", ":all:"]
    return [*command, "-r", SCRATCH + "/requirements.txt"], environment


def prepare_npm(order):
    settings = order["settings"]
    project = PROJECT
    os.makedirs(project)
    write(project + "/package.json", json.dumps({"private": True, "dependencies": order["packages"]}))
    lines = [
        "node-linker=hoisted",
        "package-import-method=hardlink",
        "shamefully-hoist=true",
        "auto-install-peers=true",
        "strict-peer-dependencies=false",
        # The scripts of packages that need a build run afterwards (builds.py), if the settings allow it.
        "ignore-scripts=true",
        "update-notifier=false",
        "manage-package-manager-versions=false",
        "lockfile=false",
        "fetch-retries=3",
        # Three retries after 1, 3 and 9 s: a registry that does not answer is reported after 13 s, not after 30 s.
        "fetch-retry-mintimeout=1000",
        "fetch-retry-factor=3",
        "fetch-retry-maxtimeout=10000",
        "fetch-timeout=20000",
        "store-dir=" + SCRATCH + "/store",
        "cache-dir=" + SCRATCH + "/cache",
        "state-dir=" + SCRATCH + "/state",
        "cafile=" + CERTIFICATES,
    ]
    if settings.get("indexUrl"):
        lines.append("registry=" + settings["indexUrl"])
    write(project + "/.npmrc", "\n".join(lines) + "\n")
    environment = common_environment(settings)
    environment["CI"] = "true"
    return [*PNPM, "install", "--reporter=append-only", "--dir=" + project], environment


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
