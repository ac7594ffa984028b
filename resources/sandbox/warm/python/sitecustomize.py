"""
Makes a booted Python wait for its job. init puts this folder into PYTHONPATH of the interpreter that it starts ahead of
the job; Python imports it last of all, before it opens the program. When that import ends nothing of it is left, and
Python itself goes on to run the program: __main__, tracebacks and exit codes are its own.
"""


def boot():
    # Everything is local to this function: the module's own names are gone before the program starts.
    import os
    import sys

    control = 3
    packages = "/usr/local/lib/python%d.%d/dist-packages" % sys.version_info[:2]

    def has_code_at_start():
        # Packages may run code of their own at start; it would miss the job's environment.
        try:
            names = [name for name in os.listdir(packages) if name.endswith(".pth")]
        except OSError:
            return False
        for name in names:
            with open(os.path.join(packages, name), "rb") as file:
                if any(line.startswith((b"import ", b"import\t")) for line in file):
                    return True
        return False

    def become_the_real_one(module):
        folder = os.path.dirname(module.__file__)
        sys.path[:] = [entry for entry in sys.path if entry != folder]
        sys.path_importer_cache.pop(folder, None)
        names = vars(module)
        names.clear()
        for finder in sys.meta_path:
            spec = finder.find_spec("sitecustomize", None)
            if spec is not None:
                names.update(
                    __name__="sitecustomize",
                    __doc__=None,
                    __package__="",
                    __loader__=spec.loader,
                    __spec__=spec,
                    __file__=spec.origin,
                    __cached__=spec.cached,
                )
                spec.loader.exec_module(module)
                return

    def read_exactly(length):
        parts = []
        while length > 0:
            part = os.read(control, min(length, 1 << 20))
            if not part:
                os._exit(1)
            parts.append(part)
            length -= len(part)
        return b"".join(parts)

    def take_job():
        os.write(control, b"R")
        fields = read_exactly(int.from_bytes(read_exactly(4), "big")).split(b"\0")[:-1]
        count = int(fields[0])
        arguments = [os.fsdecode(field) for field in fields[1 : count + 1]]
        sys.argv.extend(arguments)
        sys.orig_argv.extend(arguments)
        os.environ.clear()
        for field in fields[count + 1 :]:
            name, _, value = field.partition(b"=")
            os.environb[name] = value
        os.write(control, b"G")
        os.close(control)

    if has_code_at_start():
        os._exit(1)
    become_the_real_one(sys.modules["sitecustomize"])
    take_job()


boot()
