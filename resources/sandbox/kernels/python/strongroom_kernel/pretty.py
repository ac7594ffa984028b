"""The printer that `_repr_pretty_` methods write to. It breaks no lines."""

import contextlib

LIMIT_DEPTH = 50


def pretty(value):
    printer = Printer()
    printer.pretty(value)
    return "".join(printer.parts)


class Printer:
    def __init__(self):
        self.parts = []
        self.indentation = 0
        self.max_width = 79
        self.stack = []

    def text(self, text):
        self.parts.append(str(text))

    def breakable(self, separator=" "):
        self.parts.append(separator)

    def break_(self):
        self.parts.append("\n" + " " * self.indentation)

    def begin_group(self, indent=0, open=""):
        self.text(open)
        self.indentation += indent

    def end_group(self, dedent=0, close=""):
        self.indentation -= dedent
        self.text(close)

    @contextlib.contextmanager
    def group(self, indent=0, open="", close=""):
        self.begin_group(indent, open)
        try:
            yield
        finally:
            self.end_group(indent, close)

    @contextlib.contextmanager
    def indent(self, indent):
        self.indentation += indent
        try:
            yield
        finally:
            self.indentation -= indent

    def pretty(self, value):
        method = getattr(type(value), "_repr_pretty_", None)
        if method is None or isinstance(value, type) or len(self.stack) > LIMIT_DEPTH:
            self.text(repr(value))
            return
        is_cycle = id(value) in self.stack
        self.stack.append(id(value))
        try:
            value._repr_pretty_(self, is_cycle)
        finally:
            self.stack.pop()

    def flush(self):
        """Exists for methods that call it: all text is complete at once."""
