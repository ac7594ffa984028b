"""
Reports tasks that have failed in the background. asyncio reports a task when no variable holds it any more; a variable of
a cell can hold it for ever.
"""

import asyncio
import weakref

from .tracebacks import remove_driver_frames


class FailedTasks:
    def __init__(self):
        self._earlier = []

    def begin_cell(self, loop):
        """Tasks that have failed by now are reported at the end of this cell, unless it retrieves their exceptions."""
        self._earlier = [weakref.ref(task) for task in all_tasks() if has_failed(task) and task.get_loop() is loop]

    def end_cell(self):
        for reference in self._earlier:
            task = reference()
            if task is not None and has_failed(task):
                # Also marks it as retrieved.
                failure = task.exception()
                remove_driver_frames(failure)
                message = f"{type(task).__name__} exception was never retrieved"
                context = {"message": message, "exception": failure, "future": task}
                task.get_loop().call_exception_handler(context)
        self._earlier = []


def all_tasks():
    """Returns the tasks of all loops, also those that are done. Later versions of Python keep no such set."""
    known = getattr(asyncio.tasks, "_scheduled_tasks", None) or getattr(asyncio.tasks, "_all_tasks", ())
    try:
        return list(known)
    except RuntimeError:
        # Another thread has started a task.
        return []


def has_failed(task):
    return task.done() and getattr(task, "_log_traceback", False)
