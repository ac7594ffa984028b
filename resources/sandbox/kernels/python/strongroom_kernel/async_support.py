"""Connects cells with asyncio when it is imported: before that, it would delay the start."""

import sys

from .import_hooks import when_imported


class AsyncSupport:
    def __init__(self, interrupts):
        self._interrupts = interrupts
        self._loop = None
        self._failed = None
        when_imported("asyncio", self._connect)

    def begin_cell(self):
        if self._loop is not None:
            self._loop.make_current()
            self._failed.begin_cell(self._loop.current())

    def end_cell(self):
        """Reports the tasks of earlier cells that have failed."""
        if self._failed is not None:
            self._interrupts.guard(self._failed.end_cell)

    def run(self, coroutine, context):
        """Runs the coroutine of a cell in the loop."""
        if self._loop is None:
            # The import connects.
            import asyncio  # noqa: F401

            self._loop.make_current()
        return self._loop.run(coroutine, context)

    def wait_for_input(self, descriptor):
        """Runs the tasks of earlier cells until a descriptor has input."""
        if self._loop is not None:
            self._loop.run_between_cells(descriptor)

    def _connect(self, asyncio, execute):
        execute()
        from .event_loop import EventLoop
        from .failed_tasks import FailedTasks
        from .running_loop import allow_nested_run, provide_running_loop

        self._loop = EventLoop(self._interrupts)
        self._failed = FailedTasks()
        provide_running_loop(sys.modules["asyncio"], self._loop_of_cell)
        allow_nested_run(sys.modules["asyncio"], lambda: self._loop.current())
        if self._interrupts.is_in_cell():
            self._loop.make_current()

    def _loop_of_cell(self):
        return self._loop.current() if self._interrupts.is_in_cell() else None
