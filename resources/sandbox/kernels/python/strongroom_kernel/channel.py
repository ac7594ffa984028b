"""The kernel's end of descriptor 3: operations in, messages out."""

import _thread
import os
from _json import encode_basestring_ascii

# Larger messages are replaced by a text. The daemon refuses them.
LIMIT_BYTES = 16 << 20


class Channel:
    def __init__(self, descriptor, interrupts):
        self._descriptor = descriptor
        self._interrupts = interrupts
        self._pid = os.getpid()
        self._received = bytearray()
        self._lock = _thread.RLock()
        # A program that a cell starts must not send messages, or keep the channel open.
        os.set_inheritable(descriptor, False)
        os.set_blocking(descriptor, True)
        os.register_at_fork(after_in_child=self._close_in_child)

    def is_forked(self):
        """Returns True in a process that a cell has forked: it sends no messages and reads no operations."""
        return os.getpid() != self._pid

    def run_until_input(self, run):
        """Calls a function with the descriptor to wait for, unless bytes have arrived already."""
        if not self._received:
            run(self._descriptor)

    def read_field(self):
        """Returns the bytes up to the next NUL, or None at the end of the channel."""
        searched = 0
        while True:
            end = self._received.find(0, searched)
            if end >= 0:
                field = bytes(self._received[:end])
                del self._received[: end + 1]
                return field
            searched = len(self._received)
            if not self._receive():
                return None

    def read_exactly(self, length):
        while len(self._received) < length:
            if not self._receive():
                os._exit(1)
        taken = bytes(self._received[:length])
        del self._received[:length]
        return taken

    def send(self, message):
        """Sends a message. Replaces its `data` by a text if the message is larger than the limit."""
        encoded = encode(message).encode("ascii")
        if len(encoded) > LIMIT_BYTES:
            text = f"The output has {len(encoded)} bytes. The limit is {LIMIT_BYTES >> 20} MiB."
            encoded = encode({**message, "data": {"text/plain": text}}).encode("ascii")
        self.write(encoded + b"\0")

    def write(self, data):
        if self.is_forked():
            return
        with self._lock, self._interrupts:
            view = memoryview(data)
            while view:
                view = view[os.write(self._descriptor, view) :]

    def _receive(self):
        part = os.read(self._descriptor, 1 << 16)
        self._received += part
        return len(part) > 0

    def _close_in_child(self):
        # The thread that held the lock does not exist in the child.
        self._lock = _thread.RLock()
        try:
            os.close(self._descriptor)
        except OSError:
            pass


def encode(value):
    """Returns JSON of objects, lists, texts, booleans and integers. The json module would delay the start."""
    if isinstance(value, str):
        return encode_basestring_ascii(without_surrogates(value))
    if isinstance(value, dict):
        return "{%s}" % ",".join(f"{encode(key)}:{encode(item)}" for key, item in value.items())
    if isinstance(value, list):
        return "[%s]" % ",".join(map(encode, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def without_surrogates(text):
    """Replaces unpaired surrogates, which have no representation in UTF-8."""
    try:
        text.encode()
        return text
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
