"""Measures the disk usage of an installation."""

import os
import stat

from commands import LAYER


def excess(limits):
    size, files = measure()
    if size > limits["bytes"] or files > limits["files"]:
        return "too_large"
    return "disk_full" if free_bytes() < limits["freeBytes"] else None


def free_bytes():
    facts = os.statvfs(LAYER)
    return facts.f_bavail * facts.f_frsize


def measure():
    """Returns the bytes on disk and the number of files of the volume. A file with two names counts once."""
    size = files = 0
    seen = set()
    folders = [LAYER]
    while folders:
        try:
            entries = list(os.scandir(folders.pop()))
        except OSError:
            continue
        for entry in entries:
            try:
                facts = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if stat.S_ISDIR(facts.st_mode):
                folders.append(entry.path)
            elif facts.st_ino in seen:
                continue
            files += 1
            seen.add(facts.st_ino)
            size += facts.st_blocks * 512
    return size, files
