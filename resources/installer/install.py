"""Installs one package list into the volume at /layer, as process 1 of a container of its own.

Reads one line of JSON on standard input, the order:
    {"manager": "pip" | "npm", "packages": {name: version range}, "settings": {"indexUrl", "extraIndexUrls",
     "trustedHosts", "proxy", "noProxy", "certificates"}, "limits": {"seconds", "bytes", "files", "freeBytes"}}
and writes lines of JSON: {"log": text} as it goes, then one of
    {"done": {"versions": {name: version}, "bytes": n, "files": n}}
    {"failed": {"reason": "installer" | "timed_out" | "too_large" | "disk_full" | "incomplete"}}
The end of standard input is the end of the daemon: everything stops and the container is gone.
What a package runs while it is built is a child with pipes of its own: it cannot write to this output, nor trace this
process, nor kill it (pid_namespaces(7): only signals that process 1 handles reach it from inside).
"""

import ctypes
import importlib.metadata
import json
import os
import shutil
import signal
import stat
import sys
import threading
import time

LAYER = "/layer"
SCRATCH = LAYER + "/.strongroom-scratch"
SYSTEM_CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
CERTIFICATES = "/tmp/certificates.pem"
PR_SET_DUMPABLE = 4
LONGEST_LINE = 2000

output_lock = threading.Lock()


def main():
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    order = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=end_with_daemon, daemon=True).start()
    os.makedirs(SCRATCH, exist_ok=True)
    write_certificates(order["settings"])
    prepare = {"pip": prepare_pip, "npm": prepare_npm}[order["manager"]]
    command, environment = prepare(order)
    reason = run(command, environment, order["limits"])
    if reason is None:
        reason = finish(order)
    if reason is not None:
        say({"failed": {"reason": reason}})


def end_with_daemon():
    while sys.stdin.buffer.read(4096):
        pass
    os._exit(1)


def say(message):
    with output_lock:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def write_certificates(settings):
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
    write(SCRATCH + "/requirements.txt", "".join(f"{name}{wanted}\n" for name, wanted in order["packages"].items()))
    environment = common_environment(settings)
    environment["PIP_CONFIG_FILE"] = SCRATCH + "/pip.conf"
    options = ["--no-input", "--no-color", "--no-cache-dir", "--disable-pip-version-check", "--progress-bar", "off"]
    command = ["/usr/bin/python3", "-m", "pip", "install", "--target", LAYER, *options]
    return [*command, "-r", SCRATCH + "/requirements.txt"], environment


def prepare_npm(order):
    settings = order["settings"]
    project = SCRATCH + "/project"
    os.makedirs(project)
    write(project + "/package.json", json.dumps({"private": True, "dependencies": order["packages"]}))
    lines = [
        "node-linker=hoisted",
        "package-import-method=hardlink",
        "shamefully-hoist=true",
        "auto-install-peers=true",
        "strict-peer-dependencies=false",
        "dangerously-allow-all-builds=true",
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
    command = ["/usr/local/bin/node", "/opt/npm-installer/bin/pnpm.cjs", "install", "--reporter=append-only"]
    return [*command, "--dir=" + project], environment


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def run(command, environment, limits):
    """Runs the installer to its end and kills what it leaves; why it failed, or None."""
    reading, writing = os.pipe()
    child = start(command, environment, writing)
    os.close(writing)
    reader = threading.Thread(target=pass_on, args=(reading,), daemon=True)
    reader.start()
    deadline = time.monotonic() + limits["seconds"]
    next_look = 0
    status = reason = None
    while status is None and reason is None:
        status = reap(child)
        now = time.monotonic()
        if now > deadline:
            reason = "timed_out"
        elif now >= next_look:
            started = time.monotonic()
            reason = excess(limits)
            # Looking must not cost more than the installing.
            next_look = started + max(1, 5 * (time.monotonic() - started))
        time.sleep(0.05)
    kill_all()
    reader.join(5)
    if reason is None and status != 0:
        reason = "disk_full" if free_bytes() < limits["freeBytes"] else "installer"
    return reason or excess(limits)


def start(command, environment, output):
    nothing = os.open("/dev/null", os.O_RDONLY)
    actions = [(os.POSIX_SPAWN_DUP2, nothing, 0), (os.POSIX_SPAWN_DUP2, output, 1), (os.POSIX_SPAWN_DUP2, output, 2)]
    return os.posix_spawn(command[0], command, environment, file_actions=actions, setsid=True)


def reap(child):
    """Collects every process that ended; the exit code of the child once it did."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return None
        if pid == 0:
            return None
        if pid == child:
            return os.waitstatus_to_exitcode(status)


def kill_all():
    try:
        os.kill(-1, signal.SIGKILL)
        while True:
            os.waitpid(-1, 0)
    except (ProcessLookupError, ChildProcessError):
        pass


def pass_on(reading):
    with open(reading, encoding="utf-8", errors="replace") as lines:
        while line := lines.readline(LONGEST_LINE):
            say({"log": line.rstrip()})


def excess(limits):
    size, files = measure()
    if size > limits["bytes"] or files > limits["files"]:
        return "too_large"
    return "disk_full" if free_bytes() < limits["freeBytes"] else None


def free_bytes():
    facts = os.statvfs(LAYER)
    return facts.f_bavail * facts.f_frsize


def measure():
    """Bytes on disk and files of the volume; a file with two names counts once."""
    size = files = 0
    seen = set()
    folders = [LAYER]
    while folders:
        try:
            entries = list(os.scandir(folders.pop()))
        except OSError:
            continue
        for entry in entries:
            try:
                facts = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if stat.S_ISDIR(facts.st_mode):
                folders.append(entry.path)
            elif facts.st_ino in seen:
                continue
            files += 1
            seen.add(facts.st_ino)
            size += facts.st_blocks * 512
    return size, files


def finish(order):
    """Leaves in the volume what programs import and nothing else."""
    modules = SCRATCH + "/project/node_modules"
    if order["manager"] == "npm" and os.path.isdir(modules):
        for name in os.listdir(modules):
            os.rename(modules + "/" + name, LAYER + "/" + name)
    shutil.rmtree(SCRATCH, ignore_errors=True)
    version_of = {"pip": python_version, "npm": node_version}[order["manager"]]
    versions = {name: version_of(name) for name in order["packages"]}
    if None in versions.values() or os.path.exists(SCRATCH):
        return "incomplete"
    size, files = measure()
    os.sync()
    say({"done": {"versions": versions, "bytes": size, "files": files}})
    return None


def python_version(name):
    found = importlib.metadata.distributions(name=name, path=[LAYER])
    return next((distribution.version for distribution in found), None)


def node_version(name):
    try:
        with open(f"{LAYER}/{name}/package.json", encoding="utf-8") as file:
            return json.load(file)["version"]
    except (OSError, ValueError, KeyError):
        return None


main()
