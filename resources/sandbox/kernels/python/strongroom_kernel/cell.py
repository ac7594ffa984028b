"""Compiles and runs cells in the namespace of `__main__`."""

import _ast
import _contextvars
import __future__
import builtins
import sys

from .sources import remember_source

ONLY_AST = 0x400
TOP_LEVEL_AWAIT = 0x2000
IS_COROUTINE = 0x80
FUTURE_FLAGS = 0
for _feature in __future__.all_feature_names:
    FUTURE_FLAGS |= getattr(__future__, _feature).compiler_flag

# Exceptions that are looked at for an interrupt as their cause.
LIMIT_CAUSES = 20
# Below this limit the driver's own functions could fail.
MINIMAL_RECURSION_LIMIT = 500


class CellRunner:
    def __init__(self, main, *, display, interrupts, async_support, children):
        self.namespace = main.__dict__
        self._display = display
        self._interrupts = interrupts
        self._async = async_support
        self._children = children
        # Cells share one context, so that variables such as decimal's precision outlive their cell.
        self._context = _contextvars.copy_context()
        self._flags = TOP_LEVEL_AWAIT
        self._count = 0

    def run(self, payload):
        """Runs a cell. Returns its status and the fields of its `error` message, or None."""
        self._count += 1
        filename = f"<cell {self._count}>"
        # A cell may replace the handler of SIGINT: for itself only.
        self._interrupts.install()
        self._interrupts.is_delivered = False
        self._children.begin_cell()
        self._async.begin_cell()
        failure = self._interrupts.guard(self._execute, payload, filename)
        self._interrupts.install()
        if sys.getrecursionlimit() < MINIMAL_RECURSION_LIMIT:
            sys.setrecursionlimit(MINIMAL_RECURSION_LIMIT)
        if failure is None:
            failure = self._interrupts.guard(self._display.show_figures)
        else:
            self._interrupts.guard(self._display.show_figures)
        if failure is not None and self._interrupts.is_delivered:
            self._children.end()
        self._async.end_cell()
        if failure is None:
            return "ok", None
        is_interrupted = isinstance(failure, KeyboardInterrupt) or self._interrupts.is_delivered and is_caused(failure)
        return "interrupted" if is_interrupted else "error", self._describe(failure)

    def exit_code(self, error):
        """Prints the error of a forked process, which has no channel, and returns its exit code."""
        if error is None:
            return 0
        if error["name"] == "SystemExit":
            return int(error["message"]) & 255 if error["message"].isdigit() else int(error["message"] != "None")
        self._interrupts.guard(print, error["traceback"], sys.stderr)
        return 1

    def _execute(self, payload, filename):
        # The parser counts all three line ends as one.
        source = payload.decode().replace("\r\n", "\n").replace("\r", "\n")
        remember_source(filename, source)
        parts = self._compile(source, filename)
        # Other cells run outside of the loop, because they may run one themselves.
        if any(part.co_flags & IS_COROUTINE for part in parts):
            value = self._async.run(run_async(parts, self.namespace), self._context)
        else:
            value = self._context.run(run_sync, parts, self.namespace)
        if value is not None:
            builtins._ = value
            self._display.show_result(value)

    def _compile(self, source, filename):
        """Returns the code of the statements and, if the last one is an expression whose value is shown, its code."""
        tree = compile(source, filename, "exec", self._flags | ONLY_AST, True)
        expression = None
        if tree.body and isinstance(tree.body[-1], _ast.Expr) and not has_semicolon_after(tree.body[-1], source):
            expression = _ast.Expression(tree.body.pop().value)
        parts = [compile(tree, filename, "exec", self._flags, True)]
        self._flags |= parts[0].co_flags & FUTURE_FLAGS
        if expression is not None:
            parts.append(compile(expression, filename, "eval", self._flags, True))
        return parts

    def _describe(self, failure):
        described = []

        def describe():
            from .tracebacks import describe as describe_failure

            described.append(describe_failure(failure))

        # The text of an exception is code of the cell: it may fail, or not return until it is interrupted.
        self._interrupts.guard(describe)
        if described:
            return described[0]
        name = type(failure).__name__
        return {"name": name, "message": "", "traceback": f"{name}\n"}


def is_caused(failure):
    """Returns True if an exception was raised while an interrupt was handled, such as by the end of a `with` block."""
    for _ in range(LIMIT_CAUSES):
        failure = failure.__context__
        if failure is None or isinstance(failure, KeyboardInterrupt):
            return failure is not None
    return False


def run_sync(parts, namespace):
    value = None
    for part in parts:
        value = eval(part, namespace)
    return value


async def run_async(parts, namespace):
    value = None
    for part in parts:
        value = eval(part, namespace)
        if part.co_flags & IS_COROUTINE:
            value = await value
    return value


def has_semicolon_after(statement, source):
    """Returns True if `;` follows the last statement: then its value is not shown."""
    lines = source.encode().split(b"\n")[statement.end_lineno - 1 :]
    lines[0] = lines[0][statement.end_col_offset :]
    # Only brackets, spaces, comments and the semicolon can follow.
    return any(b";" in line.partition(b"#")[0] for line in lines)
