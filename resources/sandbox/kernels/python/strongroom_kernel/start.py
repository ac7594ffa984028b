"""Boots the kernel, waits for its context if it has been started ahead of use, and runs operations."""

import builtins
import os
import sys
import time
import types

from .async_support import AsyncSupport
from .cell import CellRunner
from .channel import Channel
from .children import Children, run_shell_command
from .display import Display
from .interrupts import Interrupts
from .matplotlib_hook import watch_for_matplotlib
from .notebook.connect import provide_ipython
from .operations import Operations


def start():
    """Runs until the channel closes, then ends the process."""
    interrupts = Interrupts()
    interrupts.install()
    interrupts.keep_lost_ones()
    channel = Channel(3, interrupts)
    if "STRONGROOM_WARM" in os.environ:
        preload()
        receive_context(channel)
    main = create_main_module()
    display = Display(channel)
    builtins.display = display.display
    builtins.input = refuse_input
    watch_for_matplotlib(display)
    provide_ipython(display)
    children = Children()
    interrupts.forward = children.interrupt
    os.system = run_shell_command
    parts = {"display": display, "interrupts": interrupts, "async_support": AsyncSupport(interrupts)}
    runner = CellRunner(main, children=children, **parts)
    channel.send({"type": "ready"})
    Operations(channel, runner=runner, **parts).run()


def preload():
    """Imports what the first cells use. It costs no time here, because the kernel waits anyway."""
    import json  # noqa: F401

    from . import completion, event_loop, inspection, tracebacks  # noqa: F401


def receive_context(channel):
    """Replaces the environment by that of the context (PROTOCOL.md, "The waiting interpreter")."""
    channel.write(b"R")
    length = int.from_bytes(channel.read_exactly(4), "big")
    fields = channel.read_exactly(length).split(b"\0")[:-1]
    count = int(fields[0])
    os.environ.clear()
    for field in fields[count + 1 :]:
        name, _, value = field.partition(b"=")
        os.environb[name] = value
    # The C library has read TZ while the interpreter booted.
    time.tzset()
    channel.write(b"G")


def create_main_module():
    """Replaces `__main__` by an empty module, so that pickle finds the classes of cells."""
    main = types.ModuleType("__main__")
    main.__builtins__ = builtins
    sys.modules["__main__"] = main
    sys.argv = [""]
    return main


def refuse_input(prompt="", /):
    """Takes the part of `input`, whose own message does not say why there is no input."""
    raise EOFError("input() is not available: a cell has no standard input. Assign the value in the code instead.")
