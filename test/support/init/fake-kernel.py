"""
A kernel for the tests of init. It prints to both streams before each message. With STRONGROOM_WARM it waits for its
environment first; its value "silent" or "deaf" is a kernel that does not take it.
"""
import os
import signal
import socket
import sys

channel = socket.socket(fileno=3)
mode = os.environ.get("STRONGROOM_WARM")


def read_exactly(length):
    found = b""
    while len(found) < length:
        found += channel.recv(length - len(found))
    return found


if mode is not None:
    channel.sendall(b"R")
    if mode == "deaf":
        signal.pause()
    fields = read_exactly(int.from_bytes(read_exactly(4), "big")).split(b"\0")[:-1]
    if mode == "silent":
        signal.pause()
    os.environ.clear()
    for field in fields[1:]:
        name, _, value = field.partition(b"=")
        os.environb[name] = value
    channel.sendall(b"G")

channel.sendall(("ready %s %s;" % (mode, os.environ.get("NAME"))).encode())
while message := channel.recv(65536):
    count = int(message.split()[0])
    os.write(1, b"o" * count)
    os.write(2, b"e" * count)
    channel.sendall(b"done;" + message)
sys.exit(9)
