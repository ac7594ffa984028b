"""The standard streams of cells: written line by line, flushed after each cell, and restored if a cell closed them."""

import io
import sys


def restore_streams():
    """Opens `sys.stdout` and `sys.stderr` again if a cell removed or closed them. Other replacements stay."""
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        if not is_usable(getattr(sys, name, None)):
            stream = getattr(sys, f"__{name}__", None)
            if not is_usable(stream):
                stream = open_stream(descriptor)
                setattr(sys, f"__{name}__", stream)
            setattr(sys, name, stream)
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.line_buffering:
        sys.stdout.reconfigure(line_buffering=True)


def flush_streams():
    """Flushes the current and the original streams. A cell's own stream may fail in any way."""
    for name in ("stdout", "stderr", "__stdout__", "__stderr__"):
        try:
            getattr(sys, name).flush()
        except Exception:
            pass


def flush_during_cell():
    """Flushes `sys.stdout` and `sys.stderr` if they are Python's own: a replacement would run code of the cell."""
    for stream in (getattr(sys, "stdout", None), getattr(sys, "stderr", None)):
        if isinstance(stream, io.TextIOWrapper):
            try:
                stream.flush()
            except (OSError, ValueError):
                pass


def is_usable(stream):
    try:
        return stream is not None and not getattr(stream, "closed", False)
    except Exception:
        return False


def open_stream(descriptor):
    errors = "strict" if descriptor == 1 else "backslashreplace"
    raw = io.FileIO(descriptor, "w", closefd=False)
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", errors=errors, line_buffering=True)
