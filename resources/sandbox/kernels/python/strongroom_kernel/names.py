"""Looks up names of cells for completion and inspection, without running their code where that is avoidable."""

import builtins
import types

MISSING = object()

# Descriptors of these types run no code of a cell.
SAFE_DESCRIPTORS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.ClassMethodDescriptorType,
    types.MemberDescriptorType,
    types.GetSetDescriptorType,
    classmethod,
    staticmethod,
)


def decode_request(payload):
    """Returns the code of a request and its cursor, converted from UTF-16 units to characters."""
    import json

    request = json.loads(payload)
    code = request["code"]
    before = code.encode("utf-16-le", "surrogatepass")[: max(0, request["cursor"]) * 2]
    return code, len(before.decode("utf-16-le", "replace"))


def utf16_length(text):
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def dotted_name_before(text):
    """Returns the longest `name.name.name` at the end of a text; its last part may be empty."""
    start = len(text)
    while start > 0 and (text[start - 1] == "." or text[start - 1] == "_" or text[start - 1].isalnum()):
        start -= 1
    return text[start:]


def find_object(dotted, namespace):
    """Returns the object of a dotted name, or MISSING."""
    first, *rest = dotted.split(".")
    value = namespace.get(first, MISSING)
    if value is MISSING:
        value = builtins.__dict__.get(first, MISSING)
    for name in rest:
        if value is MISSING:
            return MISSING
        value = find_attribute(value, name)
    return value


def find_attribute(value, name):
    """Returns an attribute, or MISSING if it does not exist or would be computed by a property or `__getattr__`."""
    owners = value.__mro__ if isinstance(value, type) else ()
    own = [vars(owner) for owner in owners] or [instance_names(value)]
    for names in own:
        if name in names:
            return getattr_of(value, name) if isinstance(names[name], SAFE_DESCRIPTORS) else names[name]
    for owner in type(value).__mro__:
        if name in vars(owner):
            found = vars(owner)[name]
            if isinstance(found, SAFE_DESCRIPTORS):
                return getattr_of(value, name)
            return MISSING if hasattr(type(found), "__get__") else found
    return MISSING


def getattr_of(value, name):
    # A class that computes each attribute would run its own code.
    if type(value).__getattribute__ not in (object.__getattribute__, type.__getattribute__, MODULE_LOOKUP):
        return MISSING
    return getattr(value, name, MISSING)


def instance_names(value):
    try:
        names = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return names if isinstance(names, dict) else {}


MODULE_LOOKUP = types.ModuleType.__getattribute__
