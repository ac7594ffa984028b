"""The event loop of cells with top-level `await`. It lives on between cells, with the tasks that they started."""

import _weakrefset
import asyncio
import os
import selectors

from . import interrupts as interrupts_module

# The files of the loop itself. An exception at any line of them could lose a task's next step, or stop the next cell.
LOOP_FILES = (
    os.path.dirname(asyncio.__file__) + os.sep,
    selectors.__file__,
    _weakrefset.__file__,
    interrupts_module.__file__,
)
RUN_CALLBACK = asyncio.Handle._run.__code__
# Time of a cell that has ended to handle its cancellation.
CANCEL_LIMIT_S = 0.2


class EventLoop:
    def __init__(self, interrupts):
        self._interrupts = interrupts
        # The task of the cell in progress.
        self._task = None
        self._is_interrupted = False
        self._open()

    def make_current(self):
        """Makes the loop that of `asyncio.get_event_loop()`. `asyncio.run` in a cell has changed or removed it."""
        if self._loop.is_closed():
            self._open()
        asyncio.set_event_loop(self._loop)

    def run(self, coroutine, context):
        """Runs a coroutine to its end and returns its value. An interrupt ends it and raises KeyboardInterrupt."""
        self._is_interrupted = False
        self._interrupts.cancel = self._interrupt
        try:
            self._task = self._loop.create_task(coroutine, context=context)
            self._task.add_done_callback(self._stop)
            if self._is_interrupted:
                self._task.cancel()
            self._loop.run_forever()
            if self._task.done():
                return self._task.result()
            if self._is_interrupted:
                raise KeyboardInterrupt
            raise RuntimeError("Event loop stopped before Future completed.")
        except asyncio.CancelledError as error:
            if not self._is_interrupted:
                raise
            raise KeyboardInterrupt().with_traceback(error.__traceback__) from None
        finally:
            self._finish()
            self._interrupts.cancel = None

    def _interrupt(self, frame):
        """
        Ends the task without an exception in the loop's own code. Returns False if the cell's code runs: there,
        KeyboardInterrupt ends it, wherever it is.
        """
        if not is_in_loop(frame):
            return False
        # The second interrupt ends a cell that ignores its cancellation.
        end = self._stop if self._is_interrupted else asyncio.Task.cancel
        self._is_interrupted = True
        if self._task is not None:
            self._loop.call_soon_threadsafe(end, self._task)
        return True

    def _stop(self, task):
        """
        Stops the loop if a task is that of the cell in progress. If an exception has ended the loop before it called
        this, it calls it during the next cell, which must not stop.
        """
        if task is self._task:
            self._loop.stop()

    def _finish(self):
        """Cancels the task of a cell that has ended otherwise: by an interrupt, or because the loop was stopped."""
        if self._task is None:
            return
        if not self._task.done():
            self._task.cancel()
            # A task can ignore its cancellation, and would wait for ever.
            limit = self._loop.call_later(CANCEL_LIMIT_S, self._loop.stop)
            try:
                self._loop.run_forever()
            except BaseException:
                # The reason of the end is raised already. A further interrupt leaves the task as it is.
                pass
            limit.cancel()
        if self._task.done() and not self._task.cancelled():
            # Retrieved, so that asyncio does not report it as lost.
            self._task.exception()
        self._task = None

    def _open(self):
        self._loop = asyncio.SelectorEventLoop()


def is_in_loop(frame):
    """Returns True if a frame belongs to the loop itself, and not to code that a cell runs in it."""
    if frame.f_code is RUN_CALLBACK and frame.f_lineno > RUN_CALLBACK.co_firstlineno:
        # The callback may be a function in C, such as `time.sleep`, which has no frame.
        return False
    while frame is not None and frame.f_code.co_filename.startswith(LOOP_FILES):
        frame = frame.f_back
    # The frames of a greenlet end without those of the loop that it runs in.
    return frame is not None and frame.f_code.co_filename == __file__
