/** The programs that find out whether the network of pods is closed, in Python. */

/**
 * Listens on all addresses of its pod and connects to itself by the pod's own address. Prints one line: the address and
 * the port, or `none` if the pod has no network. Ends with its sandbox.
 */
export const listenProgram = `
import socket, time
def own_address():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return None
address = own_address()
if address is None:
    print("none", flush=True)
else:
    server = socket.create_server(("", 0))
    port = server.getsockname()[1]
    socket.create_connection((address, port), 5).close()
    print(address, port, flush=True)
    while True:
        server.accept()[0].close()
time.sleep(60)
`;

/**
 * Connects to each of its arguments, `ADDRESS PORT` in pairs, for some seconds, all at once: a policy can take effect only
 * some time after a pod has started, and must not. Prints the targets that were reached, then `end`.
 */
export const reachProgram = `
import socket, sys, threading, time
given = sys.argv[1:]
targets = [(given[i], int(given[i + 1])) for i in range(0, len(given), 2)]
until = time.monotonic() + 4
reached = set()
def reach(target):
    while time.monotonic() < until and target not in reached:
        try:
            socket.create_connection(target, 1).close()
            reached.add(target)
        except OSError:
            time.sleep(0.1)
threads = [threading.Thread(target=reach, args=(target,)) for target in targets]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for address, port in sorted(reached):
    print("reached", address, port)
print("end")
`;
