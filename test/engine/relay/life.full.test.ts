import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { buildRelay } from '../../support/init/build-init.ts';
import { sendShell, type TestJob } from '../../support/init/init-job.ts';
import type { InitProcess } from '../../support/init/init-process.ts';
import {
  describeWithRelay,
  python,
  relayPid,
  requestProgram,
  serveRelay,
  startOfflineInit,
  startRelaySession,
} from '../../support/init/relay-suite.ts';
import { until } from '../../support/until.ts';

const rules = ['deny', 'rule', 'api.example', '443'];
const text = (value: string | Buffer) => Buffer.from(value).toString('base64');

/** Runs a shell command as a single-use run with the relay. Returns its output and status. */
async function runWithRelay(init: InitProcess, command: string, job: Partial<TestJob> = {}) {
  let output = '';
  init.onFrame = (frame) => {
    if (frame.type === 'O' || frame.type === 'E') output += frame.payload.toString();
  };
  const labels = serveRelay(init);
  sendShell(init, command, { relay: [await buildRelay(), ...rules], ...job });
  const status = JSON.parse((await init.next('X')).payload.toString());
  return { output, labels, status };
}

const shellOf = (program: string, ...args: string[]) =>
  [python, '-c', program, ...args].map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(' ');

describeWithRelay('the relay of a run', () => {
  test('serves the first instruction of the program', async () => {
    for (let round = 0; round < 3; round++) {
      const command = `exec ${shellOf(requestProgram, 'api.example', '443')}`;
      const { output, labels } = await runWithRelay(await startOfflineInit(), command);
      expect(output).toContain('tcp api.example 443');
      expect(labels).toEqual(['tcp api.example 443']);
    }
  });

  test('that cannot open its port is a failure of the start, with the reason', async () => {
    const init = await startOfflineInit(1024);
    sendShell(init, 'echo started', { relay: [await buildRelay(), ...rules] });
    expect((await init.next('B')).payload.toString()).toBe('{"stage":"relay","error":"EACCES"}');
    expect(init.frames.map(({ type }) => type)).not.toContain('S');
  });

  test.each([
    ['no arguments', []],
    ['an unknown mode', ['allow']],
    ['an unknown argument', ['deny', 'open', '/tmp/x', 'eA==']],
    ['a rule without ports', ['deny', 'rule', 'api.example']],
    ['a port that is too large', ['deny', 'rule', 'api.example', '65536']],
    ['a host in upper case', ['deny', 'rule', 'API.example', '443']],
    ['a file in another folder', ['deny', 'file', '/tmp/../etc/x', 'eA==']],
    ['a file in a subfolder', ['deny', 'file', '/tmp/a/b', 'eA==']],
    ['base64 that is not complete', ['deny', 'file', '/tmp/x', 'eA=']],
    ['base64 with unused bits', ['deny', 'file', '/tmp/x', 'eB==']],
    ['base64 with padding in the middle', ['deny', 'file', '/tmp/x', 'eA==eA==']],
  ])('refuses %s', async (_name, args) => {
    const init = await startOfflineInit();
    sendShell(init, 'true', { relay: [await buildRelay(), ...args] });
    expect((await init.next('B')).payload.toString()).toBe('{"stage":"relay","error":"EINVAL"}');
  });

  test('writes files before the program starts: pieces in their order, after the certificates of the image', async () => {
    const large = Buffer.alloc(100_000, 'abc');
    const bundle = '/etc/ssl/certs/ca-certificates.crt';
    const relay = [
      ...[await buildRelay(), 'deny', 'bundle', '/tmp/.ca.pem', 'file', '/tmp/.ca.pem', text('one')],
      ...['file', '/tmp/other', text(large.subarray(0, 60_000)), 'file', '/tmp/.ca.pem', text(' two')],
      ...['file', '/tmp/other', text(large.subarray(60_000))],
    ];
    const certificates = existsSync(bundle) ? readFileSync(bundle, 'latin1') : '';
    const command = 'stat -c %a /tmp/.ca.pem; tail -c 7 /tmp/.ca.pem; echo; wc -c < /tmp/.ca.pem; md5sum < /tmp/other';
    const { output } = await runWithRelay(await startOfflineInit(), command, { relay });

    const sum = createHash('md5').update(large).digest('hex');
    expect(output).toBe(`444\none two\n${certificates.length + 7}\n${sum}  -\n`);
  });

  test('has no part in the result: neither its processor time nor its exit', async () => {
    const flood = `
import os, socket
relay = [name for name in os.listdir('/proc') if name.isdigit() and int(name) > 1][0]
def seconds():
  fields = open(f'/proc/{relay}/stat').read().split(') ')[1].split()
  return (int(fields[11]) + int(fields[12])) / 100
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
while seconds() < 0.5:
  for _ in range(100): udp.sendto(b'x' * 1000, ('127.0.0.1', 53))
print(sum(os.times()[:2]))`;
    const { output, status } = await runWithRelay(await startOfflineInit(), `${shellOf(flood)}; exit 5`);
    expect(status).toMatchObject({ exitCode: 5, signal: null });
    expect(status.cpuUs / 1e6).toBeLessThan(Number(output) + 0.25);
  });

  test('may be killed: the run continues without network', async () => {
    const command = `kill -9 $(pgrep -n -f "^[^ ]* deny"); sleep 0.2; ${shellOf(requestProgram, 'api.example', '443')}; exit 6`;
    const { output, status } = await runWithRelay(await startOfflineInit(), command);
    expect(output).toContain('gaierror');
    expect(status).toMatchObject({ exitCode: 6, signal: null });
  });

  test('does not keep a run from ending with connections that init has not received', async () => {
    const program = `
import os, signal, socket, time
address = (socket.gethostbyname('api.example'), 443)
clients = []
for _ in range(300):
  client = socket.socket()
  client.setblocking(False)
  client.connect_ex(address)
  clients.append(client)
os._exit(7)`;
    const { status } = await runWithRelay(await startOfflineInit(), `exec ${shellOf(program)}`);
    expect(status).toMatchObject({ exitCode: 7 });
  });
});

describeWithRelay('a program', () => {
  test('can neither trace the relay nor read its memory, its descriptors or its environment', async () => {
    const session = await startRelaySession(rules);
    const { output, errors } = await session.python(`
import ctypes, os
relay = [name for name in os.listdir('/proc') if name.isdigit() and int(name) > 1][0]
print(b'deny' in open(f'/proc/{relay}/cmdline', 'rb').read())
for name in ['mem', 'environ', 'maps', 'fd', 'root', 'exe']:
  try:
    path = f'/proc/{relay}/{name}'
    print(os.listdir(path) if name in ('fd', 'root') else os.readlink(path) if name == 'exe' else open(path, 'rb').read(1))
  except PermissionError: print('refused')
libc = ctypes.CDLL(None, use_errno=True)
print(libc.ptrace(16, int(relay), 0, 0), ctypes.get_errno())
print(libc.syscall(438, libc.syscall(434, int(relay), 0), 3, 0), ctypes.get_errno())`);
    expect(errors).toBe('');
    expect(output).toBe(`True\n${'refused\n'.repeat(6)}-1 1\n-1 1\n`);
  });

  test('can stop the relay: other channels are served, and the session ends', async () => {
    const session = await startRelaySession(rules);
    const pid = relayPid(session.init);
    await session.run(['sh', '-c', 'kill -STOP $(pgrep -n -f "^[^ ]* deny")']);
    await until(() => /^State:\tT/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')));
    expect((await session.run(['echo', 'alive'])).output).toBe('alive\n');
  });
});
