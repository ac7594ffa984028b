"""The event loop of a context. It runs during cells with top-level `await`, and between cells, with all their tasks."""

import _weakrefset
import asyncio
import os
import select
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
        # The task, or the future, that the cell in progress waits for.
        self._task = None
        self._is_interrupted = False
        self._open()

    def current(self):
        """Returns the loop. A new one takes its place if a cell has closed it, or runs it in a thread."""
        if self._loop.is_closed() or self._loop.is_running() and self._task is None:
            self._open()
        return self._loop

    def make_current(self):
        """Makes the loop that of `asyncio.get_event_loop()`. `asyncio.run` in a cell has changed or removed it."""
        asyncio.set_event_loop(self.current())

    def run(self, coroutine, context):
        """Runs a coroutine to its end and returns its value. An interrupt ends it and raises KeyboardInterrupt."""
        return self.wait_for(lambda: self._loop.create_task(coroutine, context=context))

    def wait_for(self, create_future):
        """Runs the loop until a future is done, and returns its value."""
        self._is_interrupted = False
        self._interrupts.cancel = self._interrupt
        try:
            self._task = create_future()
            self._task.add_done_callback(self._stop)
            if self._is_interrupted:
                self._task.cancel()
            self._loop.run()
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

    def run_until_stopped(self):
        """Runs the loop for a cell that calls `run_forever`."""
        self._is_interrupted = False
        self._interrupts.cancel = self._interrupt
        try:
            self._loop.run()
            if self._is_interrupted:
                raise KeyboardInterrupt
        finally:
            self._interrupts.cancel = None

    def run_between_cells(self, descriptor):
        """
        Runs the tasks that cells have started, until a descriptor has input. An interrupt ends code of a task that keeps
        the next cell waiting; without input, it came too late for its own cell.
        """
        loop = self._loop
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        self._interrupts.between = lambda frame: bool(poll.poll(0)) and not is_in_loop(frame)
        try:
            has_input = False
            # A cell may have closed the loop, or runs it in a thread.
            while not has_input and not loop.is_closed() and not loop.is_running():
                # At least once: what a cell has scheduled, such as the end of the loop, is not for the next cell.
                run_until_input(loop, descriptor)
                has_input = bool(poll.poll(0))
        finally:
            self._interrupts.between = None

    def _interrupt(self, frame):
        """
        Ends the task without an exception in the loop's own code. Returns False if the cell's code runs: there,
        KeyboardInterrupt ends it, wherever it is.
        """
        if not is_in_loop(frame):
            return False
        if self._task is None:
            self._loop.call_soon_threadsafe(self._loop.stop)
        else:
            # The second interrupt ends a cell that ignores its cancellation.
            end = self._stop if self._is_interrupted else type(self._task).cancel
            self._loop.call_soon_threadsafe(end, self._task)
        self._is_interrupted = True
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
                self._loop.run()
            except BaseException:
                # The reason of the end is raised already. A further interrupt leaves the task as it is.
                pass
            limit.cancel()
        if self._task.done() and not self._task.cancelled():
            # Retrieved, so that asyncio does not report it as lost.
            self._task.exception()
        self._task = None

    def _open(self):
        self._loop = ContextLoop(self)

    def can_be_run(self):
        """Returns True if a cell runs that does not wait for the loop: it may run the loop itself."""
        return self._task is None and self._interrupts.is_in_cell()


class ContextLoop(asyncio.SelectorEventLoop):
    """The loop of the context, which a cell without `await` can run as a program does."""

    def __init__(self, owner):
        super().__init__()
        self._owner = owner

    def run(self):
        super().run_forever()

    def run_forever(self):
        if self._owner.can_be_run():
            self._check_closed()
            self._owner.run_until_stopped()
        else:
            super().run_forever()

    def run_until_complete(self, future):
        if not self._owner.can_be_run():
            return super().run_until_complete(future)
        self._check_closed()
        self._check_running()
        return self._owner.wait_for(lambda: asyncio.ensure_future(future, loop=self))


def run_until_input(loop, descriptor):
    """Runs a loop until a descriptor has input, the loop is stopped, or a callback raises SystemExit or an interrupt."""
    loop.add_reader(descriptor, loop.stop)
    try:
        loop.run()
    except BaseException:
        # The task that has raised it keeps it.
        pass
    finally:
        if not loop.is_closed():
            loop.remove_reader(descriptor)


def is_in_loop(frame):
    """Returns True if a frame belongs to the loop itself, and not to code that a cell runs in it."""
    if frame.f_code is RUN_CALLBACK and frame.f_lineno > RUN_CALLBACK.co_firstlineno:
        # The callback may be a function in C, such as `time.sleep`, which has no frame.
        return False
    while frame is not None and frame.f_code.co_filename.startswith(LOOP_FILES):
        frame = frame.f_back
    # The frames of a greenlet end without those of the loop that it runs in.
    return frame is not None and frame.f_code.co_filename == __file__
