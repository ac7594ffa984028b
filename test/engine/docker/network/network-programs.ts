/** Connects to each target in every way that a program has, and prints the targets that answered. */
export const prober = `
import errno, json, socket, struct, sys
timeout = 0.7
device = [name for _, name in socket.if_nameindex() if name != 'lo'][0]
def plain(family): return socket.socket(family, socket.SOCK_STREAM)
def bound(family):
  s = plain(family); s.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, device.encode() + b'\\0'); return s
def unrouted(family):
  s = bound(family); s.setsockopt(socket.SOL_SOCKET, 5, 1); return s
for host, port in json.load(sys.stdin):
  for way in (plain, bound, unrouted):
    try:
      s = way(socket.AF_INET6 if ':' in host else socket.AF_INET); s.settimeout(timeout)
      s.connect((host, port))
      print(json.dumps([host, way.__name__, s.recv(99).decode()]), flush=True)
    except OSError: pass
print('done')
`;

/** Sends a datagram to a port in every way that needs no route. */
export const caster = `
import json, socket, struct, sys
hosts, port = json.load(sys.stdin)
device = [name for _, name in socket.if_nameindex() if name != 'lo'][0]
mine = open('/proc/net/fib_trie').read()
import re
own = [a for a in re.findall(r'\\|-- (\\S+)\\n\\s+/32 host LOCAL', mine) if not a.startswith('127.')][0]
index = socket.if_nametoindex(device)
for host in hosts:
  for way in ('plain', 'bound', 'device', 'info', 'unicast'):
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    try:
      if way == 'bound': s.bind((own, 0))
      if way == 'device': s.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, device.encode() + b'\\0')
      if way == 'unicast': s.setsockopt(socket.IPPROTO_IP, 50, struct.pack('!I', index))
      s.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own))
      info = [(socket.IPPROTO_IP, 8, struct.pack('@I4s4s', index, socket.inet_aton(own), bytes(4)))] if way == 'info' else []
      for _ in range(3): s.sendmsg([f'{host} {way}'.encode()], info, 0, (host, port))
    except OSError as e: pass
print('done')
`;
