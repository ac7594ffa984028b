"""Installs one package list into a folder: the volume at /layer, or the folder that the first argument names.

It sends `hello`, reads the order, sends `log` lines during the installation, and `done` or `failed` at its end
(protocol.py). When standard input closes, the daemon has exited: the installer exits, and its sandbox is removed.

Code that a package runs while it is built is a child process with its own pipes. It cannot write to this output, read
the memory or the environment of this process, or trace it. As process 1 of a container, the installer only receives
signals that it handles (pid_namespaces(7)), so that code cannot kill it either. In a pod, where init is process 1, that
code can: the installation then fails.
"""

import ctypes
import os
import signal
import sys
import threading
import time

# Isolated mode (-I) excludes the folder of the script.
sys.path.append(os.path.dirname(os.path.abspath(__file__)))

import protocol  # noqa: E402
from accounts import write_accounts  # noqa: E402
from builds import prepare_builds  # noqa: E402
from commands import CERTIFICATES, prepare_npm, prepare_pip, use_certificates  # noqa: E402
from measure import excess, free_bytes  # noqa: E402
from result import finish  # noqa: E402

PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
LONGEST_LINE = 2000

output_lock = threading.Lock()


def main():
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    if os.getpid() == 1:
        write_accounts()
    else:
        # Processes whose parent has exited become children of this one, not of init.
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as boot_id:
        send(protocol.hello(boot_id.read().strip()))
    order = protocol.read_order(sys.stdin.buffer.readline())
    threading.Thread(target=exit_with_daemon, daemon=True).start()
    use_certificates(order["settings"])
    hide_password(order["settings"])
    prepare = {"pip": prepare_pip, "npm": prepare_npm}[order["manager"]]
    command, environment = prepare(order)
    deadline = time.monotonic() + order["limits"]["seconds"]
    reason = run(command, environment, order["limits"], deadline)
    if reason is None:
        reason, command = prepare_builds(order, log)
        if command is not None:
            reason = run(command, environment, order["limits"], deadline)
    if reason is None:
        reason, layer = finish(order)
    if reason is not None:
        send(protocol.failed(reason))
    else:
        send(protocol.done(layer["versions"], layer["bytes"], layer["files"]))


def hide_password(settings):
    """Replaces the proxy by a forwarder, so that the code of packages can use the proxy but not read its password."""
    if settings.get("proxy"):
        from forwarder import start_forwarder

        settings["proxy"] = start_forwarder(settings["proxy"], settings["hosts"], CERTIFICATES, log)


def exit_with_daemon():
    while sys.stdin.buffer.read(4096):
        pass
    os._exit(1)


def send(line):
    with output_lock:
        sys.stdout.write(line)
        sys.stdout.flush()


def log(text):
    send(protocol.log(text[:LONGEST_LINE]))


def run(command, environment, limits, deadline):
    """Runs pip or pnpm until it exits, and kills the processes that it leaves. Returns why it failed, or None."""
    reading, writing = os.pipe()
    child = start(command, environment, writing)
    os.close(writing)
    reader = threading.Thread(target=forward_output, args=(reading,), daemon=True)
    reader.start()
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
            # Measuring must not take more time than the installation.
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
    """Reaps all processes that have exited. Returns the exit code of `child` if it is one of them, else None."""
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
    """Kills all processes that the installation has left, and reaps them."""
    try:
        while True:
            kill_children()
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass


def kill_children():
    if os.getpid() == 1:
        kill(-1)
        return
    # Not all processes of the pod: the relay of its network is one of them. Children of a killed process come here next.
    for child in children():
        kill(child)


def children():
    """Yields the ids of the processes whose parent is this one (proc_pid_stat(5)). Not every kernel has a list of them."""
    own = str(os.getpid())
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            # The process has ended.
            continue
        if fields[1] == own:
            yield int(name)


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def forward_output(reading):
    with open(reading, encoding="utf-8", errors="replace") as lines:
        while line := lines.readline(LONGEST_LINE):
            log(line.rstrip())


main()
