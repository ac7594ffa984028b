"""
Makes a booted Python wait for its job. init starts the interpreter before the job arrives, with this folder in
PYTHONPATH. Python imports this module as the last step before it opens the program. After the import nothing of the
module is left, and Python runs the program: __main__, tracebacks and exit codes are Python's own.
"""


def boot():
    # Everything is local to this function: the module's names are removed before the program starts.
    import os
    import sys

    control = 3
    packages = "/usr/local/lib/python%d.%d/dist-packages" % sys.version_info[:2]

    def has_code_at_start():
        # A package's .pth file can run code at start, which would not see the job's environment.
        try:
            names = [name for name in os.listdir(packages) if name.endswith(".pth")]
        except OSError:
            return False
        for name in names:
            with open(os.path.join(packages, name), "rb") as file:
                if any(line.startswith((b"import ", b"import\t")) for line in file):
                    return True
        return False

    def load_original_sitecustomize(module):
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
    load_original_sitecustomize(sys.modules["sitecustomize"])
    take_job()


boot()
