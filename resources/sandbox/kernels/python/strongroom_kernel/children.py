"""Ends the programs of a cell that was interrupted. Programs of earlier cells go on."""

import gc
import os
import signal
import sys
import time

# Time of a program to react to SIGINT, and to be killed.
GRACE_S = 0.25
KILL_S = 0.25
POLL_S = 0.01
# A cell that starts a program for each one that is killed must not keep the kernel busy.
LIMIT_ROUNDS = 5

TICKS_PER_S = os.sysconf("SC_CLK_TCK")
RUNNING, ZOMBIE = "running", "zombie"


class Children:
    def __init__(self):
        self._pid = os.getpid()
        # The processes that existed when the cell began, if the kernel had a child then, and that time in ticks.
        self._before = set()
        self._began = 0
        self._has_ended = False

    def begin_cell(self):
        """Programs that exist now belong to earlier cells."""
        if self._has_ended:
            self._has_ended = False
            if child_state() == ZOMBIE:
                # Objects of the earlier cell wait for its programs. The loops of `asyncio.run` have cycles.
                gc.collect()
                reap_known()
                reap_lost()
        # Reading /proc costs more than a short cell.
        self._before = set() if child_state() is None else set(all_pids())
        self._began = int(time.clock_gettime(time.CLOCK_BOOTTIME) * TICKS_PER_S)

    def interrupt(self):
        """Sends SIGINT to the programs of the cell in the kernel's process group, as a terminal does."""
        group = os.getpgrp()
        running = self._of_cell()
        signal_all([pid for pid, process in running.items() if process.group == group], signal.SIGINT)

    def end(self):
        """Ends the programs of the cell, which have received SIGINT: those that are left are killed."""
        self._has_ended = True
        deadline = time.monotonic() + GRACE_S
        while self._of_cell() and time.monotonic() < deadline:
            time.sleep(POLL_S)
        for _ in range(LIMIT_ROUNDS):
            remaining = self._of_cell()
            if not remaining:
                break
            signal_all(remaining, signal.SIGKILL)
            wait_for(remaining)
        reap_known()

    def _of_cell(self):
        """Returns the running processes that this cell has started, and those that they have started, by pid."""
        table = read_processes()
        kept = {self._pid, *infrastructure()}
        group = os.getpgrp()
        return {
            pid: process
            for pid, process in table.items()
            if pid not in kept and process.state not in "ZX" and self._is_of_cell(pid, table, group)
        }

    def _is_of_cell(self, pid, table, group):
        ancestor = pid
        while ancestor not in self._before:
            ancestor = table[ancestor].parent
            if ancestor == self._pid:
                return True
            if ancestor <= 1 or ancestor not in table:
                # Its parent has ended before it: its group says where it comes from.
                return table[pid].group == group and table[pid].started >= self._began
        return False


class Process:
    __slots__ = ("state", "parent", "group", "started")

    def __init__(self, stat):
        # The name of the program, in brackets, may contain anything.
        fields = stat[stat.rindex(b")") + 2 :].split()
        self.state, self.parent, self.group = fields[0].decode(), int(fields[1]), int(fields[2])
        self.started = int(fields[19])


def all_pids():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def read_processes():
    table = {}
    for pid in all_pids():
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                table[pid] = Process(file.read())
        except (OSError, ValueError):
            # It has exited since.
            pass
    return table


def infrastructure():
    """Returns the pids of the helpers of multiprocessing, which serve all cells."""
    found = set()
    for module, owner, attribute in (
        ("multiprocessing.resource_tracker", "_resource_tracker", "_pid"),
        ("multiprocessing.forkserver", "_forkserver", "_forkserver_pid"),
    ):
        found.add(getattr(getattr(sys.modules.get(module), owner, None), attribute, None))
    return found


def signal_all(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except OSError:
            pass


def wait_for(pids):
    """Waits until processes have ended. Their parents reap them."""
    deadline = time.monotonic() + KILL_S
    while time.monotonic() < deadline:
        table = read_processes()
        if not any(pid in table and table[pid].state not in "ZX" for pid in pids):
            return
        time.sleep(POLL_S)


def child_state():
    """Returns RUNNING or ZOMBIE if the kernel has a child process, and None if it has none."""
    try:
        exited = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return RUNNING if exited is None else ZOMBIE
    except ChildProcessError:
        return None


def reap_known():
    """Lets multiprocessing and subprocess collect the exit status of their processes."""
    multiprocessing = sys.modules.get("multiprocessing.process")
    if multiprocessing is not None:
        multiprocessing.active_children()
    subprocess = sys.modules.get("subprocess")
    if subprocess is not None:
        subprocess._cleanup()


def reap_lost():
    """
    Reaps programs whose object an interrupt has lost: that of a `Popen` that had just started, or of `os.fork`.
    """
    own = os.getpid()
    lost = {pid for pid, process in read_processes().items() if process.state == "Z" and process.parent == own}
    for pid in lost and lost - set(awaited_pids()):
        try:
            os.waitpid(pid, os.WNOHANG)
        except OSError:
            pass


def awaited_pids():
    subprocess = sys.modules.get("subprocess")
    if subprocess is not None:
        # The class is asked, because an object of a cell may compute its `__class__`.
        yield from (getattr(value, "pid", None) for value in gc.get_objects() if issubclass(type(value), subprocess.Popen))
    multiprocessing = sys.modules.get("multiprocessing.process")
    if multiprocessing is not None:
        yield from (process.pid for process in multiprocessing._children)


def run_shell_command(command):
    """
    Takes the part of `os.system`, which blocks SIGINT until the command ends: a cell could not be interrupted.
    """
    sys.audit("os.system", command)
    reset = (signal.SIGINT, signal.SIGQUIT)
    pid = os.posix_spawn("/bin/sh", ("sh", "-c", command), os.environ, setsigdef=reset)
    try:
        return os.waitpid(pid, 0)[1]
    except BaseException:
        end_command(pid)
        raise


def end_command(pid):
    """Waits for a command that has received SIGINT, and kills it if it does not end."""
    deadline = time.monotonic() + GRACE_S
    while os.waitpid(pid, os.WNOHANG)[0] == 0:
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
        time.sleep(POLL_S)
