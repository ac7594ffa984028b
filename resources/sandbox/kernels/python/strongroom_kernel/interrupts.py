"""Raises KeyboardInterrupt on SIGINT while code of a cell runs. At all other times, SIGINT does not end anything."""

import _signal
import _thread
import os
import sys
import time

# Time for the interpreter to leave the place in which an interrupt was lost.
REPEAT_S = 0.01


class Interrupts:
    def __init__(self):
        self._armed = False
        self._shields = 0
        self._pending = False
        self._main_thread = _thread.get_ident()
        self._pid = os.getpid()
        # True if the cell in progress was interrupted.
        self.is_delivered = False
        # Counts the guarded actions, so that an interrupt is repeated only in the action that lost it.
        self._count = 0
        self._is_repeated = False
        # If set, called at an interrupt with the frame that runs. If it returns True, it has arranged the end of the cell.
        self.cancel = None
        # Called at each interrupt of a cell.
        self.forward = None
        # If set, called at an interrupt between cells with the frame that runs. If it returns True, the frame is ended.
        self.between = None
        os.register_at_fork(after_in_child=self._leave)

    def install(self):
        """Makes the interpreter call this object's handler on SIGINT."""
        _signal.signal(_signal.SIGINT, self._handle)

    def keep_lost_ones(self):
        """
        Repeats an interrupt that the interpreter loses: it only prints an exception in `__del__`, in a callback of a
        weak reference or after a fork. A program that started just then would have made the cell go on.
        """
        print_lost = sys.unraisablehook

        def handle_lost(lost):
            if lost.exc_type is KeyboardInterrupt and self.is_delivered and self.is_in_cell():
                _thread.start_new_thread(self._repeat, (self._count,))
            else:
                print_lost(lost)

        sys.unraisablehook = handle_lost

    def is_in_cell(self):
        """Returns True on the main thread while code of a cell runs; False in a process that a cell has forked."""
        return self._armed and _thread.get_ident() == self._main_thread and os.getpid() == self._pid

    def guard(self, action, *args):
        """
        Runs an action that an interrupt may end. Returns the exception that it raised, or None.

        The interpreter runs signal handlers only at calls and jumps, so none runs between the end of the action and
        the assignment after it.
        """
        self._pending = False
        self._is_repeated = False
        self._count += 1
        self._armed = True
        try:
            action(*args)
            self._armed = False
        except BaseException as error:
            self._armed = False
            return error
        return None

    def __enter__(self):
        """Delays interrupts, so that none cuts a message in two."""
        if _thread.get_ident() == self._main_thread:
            self._shields += 1
        return self

    def __exit__(self, *_):
        if _thread.get_ident() != self._main_thread:
            return
        self._shields -= 1
        if self._pending and self._shields == 0 and (self._armed or self.between is not None):
            self._pending = False
            raise KeyboardInterrupt

    def _leave(self):
        """A forked process has the handler of other programs."""
        try:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        except ValueError:
            # It belongs to another interpreter of this process.
            pass

    def _repeat(self, count):
        time.sleep(REPEAT_S)
        if self._armed and self._count == count:
            self._is_repeated = True
            # A signal also ends a system call that blocks.
            _signal.pthread_kill(self._main_thread, _signal.SIGINT)

    def _handle(self, _number, frame):
        if self._armed:
            self._interrupt_cell(frame)
        elif self.between is not None and self.between(frame):
            self._raise()

    def _interrupt_cell(self, frame):
        self.is_delivered = True
        # The programs of the cell have received a repeated one at its first delivery.
        if self.forward is not None and os.getpid() == self._pid and not self._is_repeated:
            self.forward()
        self._is_repeated = False
        if self._shields > 0 or self.cancel is None or not self.cancel(frame):
            self._raise()

    def _raise(self):
        if self._shields > 0:
            self._pending = True
            return
        raise KeyboardInterrupt
