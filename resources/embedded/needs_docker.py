"""Recognizes errors that only this engine causes: what the program uses exists in Docker, and WASI or Python 3.11 lacks it."""

# Modules that CPython has on other systems only, and those that Python 3.13 no longer has.
_elsewhere = frozenset(
    "_msi _overlapped _scproxy _winapi _wmi aifc asynchat asyncore audioop cgi cgitb chunk crypt distutils imghdr imp "
    "lib2to3 mailcap msilib msvcrt nis nntplib nt ntpath ossaudiodev pipes smtpd sndhdr spwd sunau telnetlib uu winreg "
    "winsound xdrlib idlelib tkinter _tkinter turtle turtledemo".split()
)
# ENOSYS and ENOTSUP of WASI.
_unsupported = (52, 58)


def _top(name):
    return (name or "").partition(".")[0]


def _lacks_name(module, name):
    if module == "_socket":
        return True
    # Not imported, because a program can have a module of this name.
    names = {}
    with open("/strongroom/missing_names.py", encoding="utf-8") as file:
        exec(file.read(), names)
    module = "os" if module == "posix" else module
    return name in names["missing"].get(module, "").split()


def _is_newer_syntax(line):
    import re

    return re.match(r"\s*(type\s+\w+\s*(\[[^=]*\]\s*)?=|(async\s+)?(def|class)\s+\w+\s*\[)", line or "") is not None


def _is_in_asyncio(traceback):
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return "/asyncio/" in traceback.tb_frame.f_code.co_filename


def note_of(error, traceback):
    """Returns the line that follows an error which would not have happened in Docker; None for other errors."""
    return "The embedded engine lacks this: it needs Docker" if _needs_docker(error, traceback) else None


def _needs_docker(error, traceback):
    import sys
    import types

    if isinstance(error, ModuleNotFoundError):
        top = _top(error.name)
        return top in sys.stdlib_module_names and top not in _elsewhere
    if isinstance(error, ImportError):
        import re

        found = re.match(r"cannot import name '(\w+)'", str(error))
        return found is not None and _lacks_name(error.name, found[1])
    if isinstance(error, AttributeError):
        return isinstance(error.obj, types.ModuleType) and _lacks_name(error.obj.__name__, error.name)
    if isinstance(error, OSError):
        return error.errno in _unsupported
    if isinstance(error, RuntimeError) and str(error) == "can't start new thread":
        return True
    if isinstance(error, NotImplementedError):
        return not error.args and traceback is not None and _is_in_asyncio(traceback)
    if isinstance(error, SyntaxError):
        return _is_newer_syntax(error.text)
    return False
