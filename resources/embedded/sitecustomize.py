"""Runs while the interpreter boots: loads common modules, waits for the job, and sets its environment."""


def _begin():
    import collections, datetime, functools, itertools, math, random, re, time  # noqa: E401, F401
    import asyncio_without_sockets
    import gc
    import json
    import os
    import sys

    # The WebAssembly engine compiles a function at its first call. These lines call what most programs need.
    exec(compile("class A:\n  pass\nprint(end='')\nfor i in range(2): A()", "warm", "exec"), {"__name__": "warm"})
    json.loads('{"warm": ["up"]}')
    control = os.open("/strongroom/control", os.O_RDWR)
    sys.path.remove("/strongroom")
    os.environ.pop("PYTHONPATH", None)
    gc.collect()
    # Excludes these objects from garbage collection, which halves the time of the interpreter's exit.
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
    # Folders that did not exist during the boot may exist now.
    for path, finder in list(sys.path_importer_cache.items()):
        if finder is None:
            del sys.path_importer_cache[path]

    def sleep(seconds):
        seconds = float(seconds)
        if not seconds >= 0:
            raise ValueError("sleep length must be non-negative")
        os.write(control, b"sleep %r" % seconds)

    # The interpreter's own sleep calls WASI in a way that its file system layer does not support.
    sleep.__doc__ = time.sleep.__doc__
    time.sleep = sleep
    asyncio_without_sockets.install(sleep)

    def explain(error, traceback):
        # A failure here is no error of the program.
        try:
            names = {"__name__": "needs_docker"}
            with open("/strongroom/needs_docker.py", encoding="utf-8") as file:
                exec(file.read(), names)
            if note := names["note_of"](error, traceback):
                print(note, file=sys.stderr)
        except BaseException:  # noqa: BLE001
            pass

    def report(kind, error, traceback):
        if issubclass(kind, MemoryError):
            os.write(control, b"oom")
        sys.__excepthook__(kind, error, traceback)
        explain(error, traceback)

    sys.excepthook = report
    if os.path.isdir("/packages"):
        import site

        # A site directory, so that .pth files are processed.
        site.addsitedir("/packages")


_begin()
del _begin
