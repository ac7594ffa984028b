"""The event loop of cells with top-level `await`. It lives on between cells, with the tasks that they started."""

import asyncio
import selectors


class EventLoop:
    def __init__(self, interrupts):
        self._interrupts = interrupts
        self._open()

    def make_current(self):
        """Makes the loop that of `asyncio.get_event_loop()`. `asyncio.run` in a cell has changed or removed it."""
        if self._loop.is_closed():
            self._open()
        asyncio.set_event_loop(self._loop)

    def run(self, coroutine, context):
        """Runs a coroutine to its end and returns its value. An interrupt cancels it and raises KeyboardInterrupt."""
        task = self._loop.create_task(coroutine, context=context)
        cancelled = False

        def cancel():
            # While Python code runs, KeyboardInterrupt ends it. The same holds if the task ignored the cancellation.
            nonlocal cancelled
            if cancelled or not self._selector.is_waiting:
                return False
            cancelled = True
            self._loop.call_soon_threadsafe(task.cancel)
            return True

        self._interrupts.cancel = cancel
        try:
            return self._loop.run_until_complete(task)
        except asyncio.CancelledError as error:
            if not cancelled:
                raise
            raise KeyboardInterrupt().with_traceback(error.__traceback__) from None
        finally:
            cancelled = True
            self._finish(task)
            self._interrupts.cancel = None

    def _finish(self, task):
        """Cancels the task of a cell that has ended otherwise: by an interrupt, or because the loop was stopped."""
        if not task.done():
            task.cancel()
            try:
                self._loop.run_until_complete(task)
            except BaseException:
                # The reason of the end is raised already. A second interrupt leaves the task as it is.
                pass
        if task.done() and not task.cancelled():
            # Retrieved, so that asyncio does not report it as lost.
            task.exception()

    def _open(self):
        self._selector = ObservedSelector()
        self._loop = asyncio.SelectorEventLoop(self._selector)


class ObservedSelector(selectors.DefaultSelector):
    """Shows whether the loop waits: then no code of a cell runs that KeyboardInterrupt could end."""

    is_waiting = False

    def select(self, timeout=None):
        self.is_waiting = True
        try:
            return super().select(timeout)
        finally:
            self.is_waiting = False
