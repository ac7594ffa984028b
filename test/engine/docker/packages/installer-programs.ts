/** Programs with which packages attack the installer that runs them. */
import { gzipSync } from 'node:zlib';
import { tarEnd, tarHeader, tarPadding } from '../../../../src-daemon/engine/docker/images/tar.ts';

export type Target = readonly [host: string, port: number];

/** Start of the line with which a program reports. */
export const reportMark = 'REPORT:';

/** Connects to all targets, by address or name, with and without a bound interface, and reports those that answered. */
export function probing(targets: readonly Target[]): string {
  return `
import concurrent.futures, json, socket
targets = json.loads(${JSON.stringify(JSON.stringify(targets))})
device = [name for _, name in socket.if_nameindex() if name != 'lo'][0]
def reached(host, port, way):
  try:
    family, _, _, _, at = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    s = socket.socket(family, socket.SOCK_STREAM); s.settimeout(2)
    if way != 'plain': s.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, device.encode() + b'\\0')
    if way == 'unrouted': s.setsockopt(socket.SOL_SOCKET, 5, 1)
    s.connect(at)
    return [host, way, s.recv(99).decode()]
  except OSError: return None
with concurrent.futures.ThreadPoolExecutor(80) as pool:
  tries = [pool.submit(reached, *target, way) for target in targets for way in ('plain', 'bound', 'unrouted')]
print('${reportMark}' + json.dumps([one.result() for one in tries if one.result()]), flush=True)
`;
}

/** Searches all readable environments, command lines, memory and files for secrets. Reports the finds and the readable sources. */
export function searching(needles: readonly string[]): string {
  // Reversed, so that the program itself does not contain the text that it searches for.
  const reversed = needles.map((needle) => [...needle].reverse().join(''));
  return `
import glob, json, os
needles = [n[::-1].encode() for n in json.loads(${JSON.stringify(JSON.stringify(reversed))})]
found, seen = [], {'environ': 0, 'cmdline': 0, 'memory': 0, 'files': 0}
def look(kind, path, text):
  seen[kind] += 1
  if any(n in text for n in needles): found.append(path)
def read(path):
  try:
    with open(path, 'rb') as f: return f.read(1 << 22)
  except OSError: return b''
for process in glob.glob('/proc/[0-9]*'):
  if os.path.basename(process) == str(os.getpid()): continue
  for kind in ('environ', 'cmdline'):
    text = read(process + '/' + kind)
    if text: look(kind, process + '/' + kind, text)
  for line in read(process + '/maps').decode('latin1').splitlines():
    start, end = (int(part, 16) for part in line.split()[0].split('-'))
    if end - start > 1 << 26: continue
    try:
      with open(process + '/mem', 'rb') as f: f.seek(start); look('memory', process + '/mem', f.read(end - start))
    except (OSError, ValueError): pass
for top in ('/layer', '/tmp', '/etc', '/opt', '/run', '/var'):
  for folder, _, names in os.walk(top):
    for path in (os.path.join(folder, name) for name in names):
      if os.path.isfile(path): look('files', path, read(path))
look('environ', 'own', json.dumps(dict(os.environ)).encode())
print('${reportMark}' + json.dumps([found, [kind for kind, count in seen.items() if count]]), flush=True)
`;
}

/** Returns a build backend that runs a program and then fails, so that pip prints its output. */
export function asBackend(program: string): string {
  return `def build_wheel(*a, **k):\n    exec(${JSON.stringify(program)}, {})\n    raise SystemError\n`;
}

/** Returns the report of a program from the log of an installation. */
export function reportOf(lines: readonly string[]): unknown {
  const line = lines.find((one) => one.includes(reportMark)) ?? '';
  if (line === '') throw new Error(`no report in: ${lines.join('\n')}`);
  return JSON.parse(line.slice(line.indexOf(reportMark) + reportMark.length));
}

/** Makes the tarball of an npm package. */
export function buildTarball(files: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text);
    const header = tarHeader({ path: `package/${path}`, mode: 0o644, size: content.length });
    return [header, content, tarPadding(content.length)];
  });
  return gzipSync(Buffer.concat([...entries, tarEnd()]));
}
