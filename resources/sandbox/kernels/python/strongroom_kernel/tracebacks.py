"""Describes the failure of a cell: its traceback without the frames of the driver."""

import os
import traceback

from .media_types import plain_str

# Longer tracebacks are cut in the middle: the first and the last lines are those that explain a failure.
LIMIT_CHARACTERS = 256 << 10
LIMIT_MESSAGE_CHARACTERS = 16 << 10
LIMIT_NAME_CHARACTERS = 200

DRIVER_FOLDER = os.path.dirname(__file__) + os.sep


def describe(failure):
    """Returns name, message and traceback of an exception."""
    # First, because an interrupt must end a text that does not return. The traceback module would catch it.
    message = message_of(failure)
    remove_driver_frames(failure)
    lines = traceback.TracebackException(type(failure), failure, failure.__traceback__).format()
    return {
        "name": type(failure).__name__[:LIMIT_NAME_CHARACTERS],
        "message": cut(message, LIMIT_MESSAGE_CHARACTERS),
        "traceback": cut("".join(lines), LIMIT_CHARACTERS),
    }


def message_of(failure):
    try:
        return plain_str(str(failure))
    except Exception:
        return "<the text of the exception failed>"


def remove_driver_frames(failure):
    """Changes the tracebacks of an exception and of its causes."""
    remaining, seen = [failure], set()
    while remaining:
        error = remaining.pop()
        if error is None or id(error) in seen:
            continue
        seen.add(id(error))
        error.__traceback__ = without_driver(error.__traceback__)
        remaining += [error.__cause__, error.__context__]


def without_driver(trace):
    """Returns the frames from the first one of a cell, without those of the driver, such as `input()` has."""
    frames = []
    while trace is not None:
        frames.append(trace)
        trace = trace.tb_next
    files = [frame.tb_frame.f_code.co_filename for frame in frames]
    starts = [index for index, file in enumerate(files) if file.startswith("<cell ")]
    # Without a frame of a cell, the first ones are those of the event loop that the driver runs.
    starts += [index for index, file in reversed([*enumerate(files)]) if file.startswith(DRIVER_FOLDER)]
    start = starts[0] if starts else 0
    kept = [frame for frame, file in zip(frames[start:], files[start:]) if not file.startswith(DRIVER_FOLDER)]
    for frame, following in zip(kept, [*kept[1:], None]):
        # Python looks for a cycle in the whole chain at each assignment.
        if frame.tb_next is not following:
            frame.tb_next = following
    return kept[0] if kept else None


def cut(text, limit):
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n… ({len(text) - 2 * half} characters are omitted)\n{text[-half:]}"
