"""Describes the object whose name is at the cursor: its signature, type and documentation."""

import inspect as introspection

from .media import plain_text
from .names import MISSING, decode_request, dotted_name_before, find_object

LIMIT_VALUE_CHARACTERS = 1000
LIMIT_DOCUMENTATION_CHARACTERS = 64 << 10


def inspect(payload, namespace):
    code, cursor = decode_request(payload)
    name = name_at(code, cursor)
    value = find_object(name, namespace) if name else MISSING
    if value is MISSING:
        return {"found": False}
    return {"found": True, "data": {"text/plain": describe(name, value)}}


def name_at(code, cursor):
    """Returns the dotted name at the cursor; otherwise that of the call whose arguments the cursor is in."""
    end = cursor
    while end < len(code) and (code[end] == "_" or code[end].isalnum()):
        end += 1
    name = dotted_name_before(code[:end]).strip(".")
    if name:
        return name
    depth = 0
    for position in range(cursor - 1, -1, -1):
        if code[position] in ")]}":
            depth += 1
        elif code[position] in "([{":
            depth -= 1
            if depth < 0:
                return dotted_name_before(code[:position]).strip(".")
    return ""


def describe(name, value):
    lines = []
    signature = signature_of(value)
    if signature is not None:
        lines.append(f"{name.rpartition('.')[2]}{signature}")
    lines.append(f"Type: {type_name(value)}")
    if signature is None and not isinstance(value, type) and not introspection.ismodule(value):
        text = plain_text(value)
        lines.append(f"Value: {text[:LIMIT_VALUE_CHARACTERS]}{'…' if len(text) > LIMIT_VALUE_CHARACTERS else ''}")
    documentation = introspection.getdoc(value)
    if documentation:
        lines += ["", documentation[:LIMIT_DOCUMENTATION_CHARACTERS]]
    return "\n".join(lines)


def signature_of(value):
    if not callable(value):
        return None
    try:
        return str(introspection.signature(value))
    except Exception:
        # Many functions written in C have no signature.
        return "(…)"


def type_name(value):
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
