"""Runs while the interpreter boots: loads what most programs use, waits for the job, and gives it its surroundings."""


def _begin():
    import collections, datetime, functools, itertools, math, random, re, time  # noqa: E401, F401
    import asyncio_without_sockets
    import gc
    import json
    import os
    import sys

    # What a program's first lines need is compiled by the engine underneath on its first use: better now than then.
    exec(compile("class A:\n  pass\nprint(end='')\nfor i in range(2): A()", "warm", "exec"), {"__name__": "warm"})
    json.loads('{"warm": ["up"]}')
    control = os.open("/strongroom/control", os.O_RDWR)
    sys.path.remove("/strongroom")
    os.environ.pop("PYTHONPATH", None)
    gc.collect()
    # Nothing of this is the program's garbage; without it the interpreter ends in half the time.
    gc.freeze()

    os.write(control, b"ready")
    text = b""
    while piece := os.read(control, 65536):
        text += piece
    job = json.loads(text)
    for name, value in job["env"].items():
        os.environ[name] = value
    sys.argv[1:] = job["args"]
    sys.orig_argv[2:] = job["args"]
    os.chdir("/work")
    # Folders that were not there while it booted may be there now.
    for path, finder in list(sys.path_importer_cache.items()):
        if finder is None:
            del sys.path_importer_cache[path]

    def sleep(seconds):
        seconds = float(seconds)
        if not seconds >= 0:
            raise ValueError("sleep length must be non-negative")
        os.write(control, b"sleep %r" % seconds)

    # The interpreter's own asks WASI in a way that its file system layer refuses.
    sleep.__doc__ = time.sleep.__doc__
    time.sleep = sleep
    asyncio_without_sockets.install(sleep)

    def report(kind, error, traceback):
        if issubclass(kind, MemoryError):
            os.write(control, b"oom")
        sys.__excepthook__(kind, error, traceback)

    sys.excepthook = report
    if os.path.isdir("/packages"):
        import site

        # As the site directory of an installed Python, whose .pth files count.
        site.addsitedir("/packages")


_begin()
del _begin
