"""
Gives the loop of the context to functions that a cell calls without `await`, such as `asyncio.create_task`. The loop
does not run then, so that `asyncio.run` and `run_until_complete` work as in a program.
"""

import functools
import sys

# They call `get_running_loop` only to refuse to work in a coroutine, where a cell without `await` is not.
ASK_ONLY = ("django", "asgiref")


def provide_running_loop(asyncio, find_loop):
    """Makes `asyncio.get_running_loop` return the result of `find_loop` if no loop runs, unless that is None."""
    events = sys.modules["asyncio.events"]
    find_running = events._get_running_loop
    refuse = events.get_running_loop

    def get_running_loop():
        """Return the running event loop, or that of the context in a cell. Raise a RuntimeError if there is none."""
        loop = find_running()
        if loop is not None:
            return loop
        caller = sys._getframe(1).f_globals.get("__name__")
        if not str(caller).startswith(ASK_ONLY):
            loop = find_loop()
        return refuse() if loop is None else loop

    asyncio.get_running_loop = events.get_running_loop = get_running_loop


def allow_nested_run(asyncio, context_loop):
    """Lets code that runs in the loop of the context call `asyncio.run`, which runs a loop of its own."""
    events = sys.modules["asyncio.events"]
    run_program, run_in_runner = asyncio.run, asyncio.Runner.run

    def nested(function, arguments, options):
        running = events._get_running_loop()
        if running is None or running is not context_loop():
            return function(*arguments, **options)
        events._set_running_loop(None)
        try:
            return function(*arguments, **options)
        finally:
            events._set_running_loop(running)

    @functools.wraps(run_program)
    def run(*arguments, **options):
        return nested(run_program, arguments, options)

    @functools.wraps(run_in_runner)
    def run_method(*arguments, **options):
        return nested(run_in_runner, arguments, options)

    asyncio.run = sys.modules["asyncio.runners"].run = run
    asyncio.Runner.run = run_method
