"""Writes /etc/passwd and /etc/group with an entry for the installer's own user id, as init does in a sandbox.

Packages that ask for the name of their user while they are built would fail without one.
"""

import os

TEMPLATES = "/usr/lib/strongroom/accounts"
FOLDER = "/run/sandbox"


def write_accounts():
    user, group = os.getuid(), os.getgid()
    other_user = "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n"
    write_file("passwd", f"sandbox:x:{user}:{group}:sandbox:/tmp:/bin/bash\n{other_user}")
    write_file("group", f"sandbox:x:{group}:\nnogroup:x:65534:\n")


def write_file(name, entries):
    path = f"{FOLDER}/{name}"
    try:
        with open(f"{TEMPLATES}/{name}", encoding="utf-8") as template:
            text = template.read()
        if os.path.exists(path):
            os.unlink(path)
        with open(path, "x", encoding="utf-8") as file:
            file.write(text + entries)
    except OSError:
        # An engine without the small file system has no entry, and most packages need none.
        pass
