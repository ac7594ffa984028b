"""Completes names, attributes, modules and the keys of dictionaries."""

import builtins
import keyword

from .modules import complete_import
from .names import MISSING, decode_request, dotted_name_before, find_object, utf16_length

LIMIT_MATCHES = 500
LIMIT_MATCH_CHARACTERS = 200


def complete(payload, namespace):
    """Returns the matches at the cursor and the range that each replaces, in UTF-16 units."""
    code, cursor = decode_request(payload)
    before = code[:cursor]
    line = before[before.rfind("\n") + 1 :]
    prefix, matches = find_matches(line, namespace)
    end = utf16_length(before)
    usable = sorted(match for match in matches if len(match) <= LIMIT_MATCH_CHARACTERS)
    return {"matches": usable[:LIMIT_MATCHES], "start": end - utf16_length(prefix), "end": end}


def find_matches(line, namespace):
    """Returns the text that a match replaces, and the matches."""
    imported = complete_import(line)
    if imported is not None:
        return imported
    quote = open_quote(line)
    if quote >= 0:
        return complete_key(line, quote, namespace)
    dotted = dotted_name_before(line)
    owner, _, prefix = dotted.rpartition(".")
    if "." in dotted:
        return prefix, complete_attribute(find_object(owner, namespace), prefix)
    names = {*namespace, *vars(builtins), *keyword.kwlist, *keyword.softkwlist}
    return dotted, {name for name in names if is_match(name, dotted)}


def complete_attribute(owner, prefix):
    if owner is MISSING:
        return set()
    names = [name for name in dir(owner) if isinstance(name, str)]
    return {name for name in names if is_match(name, prefix)}


def is_match(name, prefix):
    # Private names are numerous and seldom meant: they need a prefix.
    return name.startswith(prefix) and (not name.startswith("_") or prefix.startswith("_"))


def open_quote(line):
    """Returns the position of the quote whose string the end of the line is in, or -1."""
    start = -1
    position = 0
    while position < len(line):
        character = line[position]
        if start < 0 and character == "#":
            return -1
        if start >= 0 and character == "\\":
            position += 1
        elif character in "'\"" and (start < 0 or character == line[start]):
            start = position if start < 0 else -1
        position += 1
    return start


def complete_key(line, quote, namespace):
    """Completes `name["pre` by the text keys of a dictionary, or by those that the object's class offers."""
    prefix = line[quote + 1 :]
    if not line[:quote].endswith("["):
        return prefix, set()
    owner = find_object(dotted_name_before(line[: quote - 1]), namespace)
    if owner is MISSING:
        return prefix, set()
    keys = keys_of(owner)
    # A key with a quote, a backslash or a line end would need an escape.
    unsafe = {line[quote], "\\", "\n", "\r"}
    return prefix, {key for key in keys if isinstance(key, str) and key.startswith(prefix) and not unsafe & set(key)}


def keys_of(owner):
    if isinstance(owner, dict):
        return dict.keys(owner)
    if hasattr(type(owner), "_ipython_key_completions_"):
        return owner._ipython_key_completions_()
    if type(owner).__module__.startswith("pandas.") and hasattr(type(owner), "keys"):
        return owner.keys()
    return ()
