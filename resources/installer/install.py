"""Installs one package list into the volume at /layer, as process 1 of a container of its own.

Writes one line of JSON on standard output: {"hello": {"bootId": id of the kernel's boot}}. The daemon compares the id
where each sandbox must have a kernel of its own, and answers with one line of JSON, the order:
    {"manager": "pip" | "npm", "packages": {name: version range}, "settings": {"indexUrl", "extraIndexUrls",
     "trustedHosts", "proxy", "noProxy", "certificates", "builds"}, "limits": {"seconds", "bytes", "files", "freeBytes"}}
and writes lines of JSON: {"log": text} during the installation, then one of
    {"done": {"versions": {name: version}, "bytes": n, "files": n}}
    {"failed": {"reason": "installer" | "timed_out" | "too_large" | "disk_full" | "incomplete" |
     "needs_build"}}
When standard input closes the daemon has exited: everything stops and the engine removes the container.
What a package runs while it is built is a child with pipes of its own: it cannot write to this output, read the memory
or the environment of this process, trace it, or kill it (pid_namespaces(7): only signals that process 1 handles reach it
from inside).
"""

import ctypes
import json
import os
import signal
import sys
import threading
import time

# Isolated mode (-I) leaves the script's own folder out.
sys.path.append(os.path.dirname(os.path.abspath(__file__)))

from commands import CERTIFICATES, prepare_npm, prepare_pip, use_certificates  # noqa: E402
from measure import excess, free_bytes  # noqa: E402
from result import finish  # noqa: E402

PR_SET_DUMPABLE = 4
LONGEST_LINE = 2000

output_lock = threading.Lock()


def main():
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as boot_id:
        say({"hello": {"bootId": boot_id.read().strip()}})
    order = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=end_with_daemon, daemon=True).start()
    use_certificates(order["settings"])
    hide_password(order["settings"])
    prepare = {"pip": prepare_pip, "npm": prepare_npm}[order["manager"]]
    command, environment = prepare(order)
    reason = run(command, environment, order["limits"])
    if reason is None:
        reason, done = finish(order, log)
    say({"failed": {"reason": reason}} if reason is not None else {"done": done})


def hide_password(settings):
    """Puts a forwarder in the place of the proxy: what packages run may use the proxy but not know its password."""
    if settings.get("proxy"):
        from forwarder import start_forwarder

        settings["proxy"] = start_forwarder(settings["proxy"], CERTIFICATES, log)


def end_with_daemon():
    while sys.stdin.buffer.read(4096):
        pass
    os._exit(1)


def say(message):
    with output_lock:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def log(text):
    say({"log": text[:LONGEST_LINE]})


def run(command, environment, limits):
    """Runs the installer until it exits and kills what it leaves; returns why it failed, or None."""
    reading, writing = os.pipe()
    child = start(command, environment, writing)
    os.close(writing)
    reader = threading.Thread(target=pass_on, args=(reading,), daemon=True)
    reader.start()
    deadline = time.monotonic() + limits["seconds"]
    next_measure = 0
    status = reason = None
    while status is None and reason is None:
        status = reap(child)
        now = time.monotonic()
        if now > deadline:
            reason = "timed_out"
        elif now >= next_measure:
            started = time.monotonic()
            reason = excess(limits)
            # Measuring must not cost more than installing.
            next_measure = started + max(1, 5 * (time.monotonic() - started))
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
            log(line.rstrip())


main()
