"""
A relay for the tests of init. It listens on a socket in its current folder, and passes each connection to init with
the label that the client has sent as its first line.
"""
import array
import os
import socket

init = socket.socket(fileno=3)
listener = socket.socket(socket.AF_UNIX)
listener.bind("relay.sock")
listener.listen(100)
while True:
    client, _ = listener.accept()
    label = b""
    while not label.endswith(b"\n"):
        label += client.recv(1)
    count = 2 if label == b"two\n" else 0 if label == b"none\n" else 1
    ends = array.array("i", [client.fileno()] * count)
    if label == b"file\n":
        ends[0] = os.open("/etc/passwd", os.O_RDONLY)
    if label == b"exit\n":
        os._exit(0)
    if label == b"long\n":
        label = b"x" * 1000
    init.sendmsg([label.strip()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, ends)] if count > 0 else [])
    client.close()
