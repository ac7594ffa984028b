"""
A relay for the tests of init. It listens on a socket in its current folder, and passes each connection to init with
the label that the client has sent as its first line. The first argument replaces the message that it is ready; "exit"
and "silent" are relays that send none.
"""
import array
import os
import signal
import socket
import sys

init = socket.socket(fileno=3)
listener = socket.socket(socket.AF_UNIX)
listener.bind("relay.sock")
listener.listen(100)
first = sys.argv[1] if len(sys.argv) > 1 else "R"
if first == "exit":
    os._exit(0)
if first == "silent":
    signal.pause()
init.send(first.encode())
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
