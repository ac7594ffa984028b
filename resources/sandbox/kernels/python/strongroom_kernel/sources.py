"""Registers the sources of cells, so that tracebacks and `inspect.getsource` have their lines."""

import linecache

# The sources of the oldest cells are removed when there are more of them, or when they have more characters.
LIMIT_CELLS = 2000
LIMIT_CHARACTERS = 4 << 20

# Insertion order is the order of the cells.
_lengths = {}
_characters = 0


def remember_source(filename, source):
    global _characters
    lines = [line + "\n" for line in source.split("\n")]
    # Entries without a modification time are not compared with a file.
    linecache.cache[filename] = (len(source), None, lines, filename)
    _lengths[filename] = len(source)
    _characters += len(source)
    while len(_lengths) > 1 and (_characters > LIMIT_CHARACTERS or len(_lengths) > LIMIT_CELLS):
        oldest = next(iter(_lengths))
        _characters -= _lengths.pop(oldest)
        linecache.cache.pop(oldest, None)
