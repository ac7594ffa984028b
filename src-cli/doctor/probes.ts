/** Prints a JSON object: true for each isolation that is enforced. A resource that does not exist counts as isolated. */
export const escapeProbe = `
import json, os, socket

def interfaces():
    try: return all(name == 'lo' for name in os.listdir('/sys/class/net'))
    except OSError: return True

def gateways():
    try:
        with open('/proc/net/route') as file: routes = [line.split() for line in file][1:]
        return {socket.inet_ntoa(bytes.fromhex(route[2])[::-1]) for route in routes} - {'0.0.0.0'}
    except Exception: return set()

def network():
    targets = [('1.1.1.1', 53), ('172.17.0.1', 80), ('169.254.169.254', 80)]
    for address in targets + [(gateway, port) for gateway in gateways() for port in (53, 80, 443, 10250)]:
        try:
            with socket.create_connection(address, 0.3): return False
        except Exception: pass
    return True

def root():
    for path in ('/etc/probe', '/usr/probe', '/probe', '/bin/probe', '/proc/sys/kernel/hostname'):
        try:
            with open(path, 'w'): return False
        except OSError: pass
    return True

def user():
    if hasattr(os, 'getuid') and os.getuid() == 0: return False
    try:
        with open('/proc/self/status') as file: status = dict(line.split(':', 1) for line in file)
    except OSError: return True
    return int(status['CapEff'], 16) == 0 and int(status['CapBnd'], 16) == 0 and status['NoNewPrivs'].strip() == '1'

def socket_of_engine():
    return not any(os.path.exists(path) for path in ('/var/run/docker.sock', '/run/docker.sock', '/run/podman/podman.sock'))

def host():
    try: processes = [name for name in os.listdir('/proc') if name.isdigit()]
    except OSError: return True
    return len(processes) < 16

def disk():
    try:
        with open('probe', 'wb') as file:
            for _ in range(256): file.write(b'x' * 1048576)
        return False
    except (OSError, MemoryError): return True
    finally:
        try: os.remove('probe')
        except OSError: pass

print(json.dumps({'network': network(), 'interfaces': interfaces(), 'root': root(), 'user': user(), 'socket': socket_of_engine(), 'host': host(), 'disk': disk()}))
`;

export const memoryProbe = `
blocks = []
while True: blocks.append(bytearray(b'x' * 16777216))
`;

export const timeProbe = 'while True: pass';

/** Succeeds only if the number of processes is limited. */
export const boundsProbe = `
import os, sys, time
if not hasattr(os, 'fork'): sys.exit(0)
made = []
try:
    for _ in range(500):
        pid = os.fork()
        if pid == 0:
            time.sleep(30)
            os._exit(0)
        made.append(pid)
except OSError: pass
for pid in made: os.kill(pid, 9)
sys.exit(0 if len(made) < 200 else 1)
`;

export const floodProbe = `
import sys
for _ in range(64): sys.stdout.write('x' * 65536)
`;
