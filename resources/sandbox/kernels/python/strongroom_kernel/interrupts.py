"""Raises KeyboardInterrupt on SIGINT while code of a cell runs. At all other times, SIGINT has no effect."""

import _signal
import _thread


class Interrupts:
    def __init__(self):
        self._armed = False
        self._shields = 0
        self._pending = False
        self._main_thread = _thread.get_ident()
        # If set, called at an interrupt with the frame that runs. If it returns True, it has arranged the end of the cell.
        self.cancel = None

    def install(self):
        """Makes the interpreter call this object's handler on SIGINT."""
        _signal.signal(_signal.SIGINT, self._handle)

    def guard(self, action, *args):
        """
        Runs an action that an interrupt may end. Returns the exception that it raised, or None.

        The interpreter runs signal handlers only at calls and jumps, so none runs between the end of the action and
        the assignment after it.
        """
        self._pending = False
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
        if self._pending and self._shields == 0 and self._armed:
            self._pending = False
            raise KeyboardInterrupt

    def _handle(self, _number, frame):
        if not self._armed:
            return
        if self._shields > 0:
            self._pending = True
            return
        if self.cancel is not None and self.cancel(frame):
            return
        raise KeyboardInterrupt
