/**
 * Programs that use up what the kernel counts for each user id, and programs that need one of each: an inotify instance,
 * a pending signal, a POSIX message queue.
 */

const calls = `
import ctypes, errno, os, resource, signal, sys, time
libc = ctypes.CDLL(None, use_errno=True)

class Attributes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_long) for name in ("flags", "maxmsg", "msgsize", "curmsgs", "a", "b", "c", "d")]

def inotify(number):
    if libc.inotify_init1(0) < 0:
        raise OSError(ctypes.get_errno(), "inotify")

def pending_signal(number):
    if libc.sigqueue(os.getpid(), signal.SIGRTMIN + 1, ctypes.c_void_p(number)) < 0:
        raise OSError(ctypes.get_errno(), "signal")

def message_queue(number):
    attributes = Attributes(0, 10, 8192, 0)
    name = f"/queue{number}".encode()
    if libc.mq_open(name, os.O_CREAT | os.O_RDWR, 0o600, ctypes.byref(attributes)) < 0:
        raise OSError(ctypes.get_errno(), "message queue")

signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN + 1])
kinds = [inotify, pending_signal, message_queue]
`;

/** Prints how each kind ends, then keeps everything until it is killed. */
export const usingUp = `${calls}
for kind in kinds:
    number = 0
    try:
        while number < 1000000:
            kind(number)
            number += 1
    except OSError as error:
        print(kind.__name__, errno.errorcode[error.errno])
print("used up")
time.sleep(60)
`;

/** Prints the user id, and whether one of each kind can be had. */
export const needingOne = `${calls}
print(os.getuid())
for kind in kinds:
    kind(0)
print("has one of each")
`;
