import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  describeWithRelay,
  type RelaySession,
  relayPid,
  requestProgram,
  startRelaySession,
} from '../../support/init/relay-suite.ts';
import { until } from '../../support/until.ts';

/** Resolves numbered names and prints which ones failed. */
const resolveMany = (count: number) => `
import socket
failed = []
for index in range(${count}):
  try: socket.gethostbyname(f'n{index}.example')
  except OSError as error: failed.append((index, error.errno))
print(len(failed), failed[:1], socket.gethostbyname('n0.example'))`;

const countDescriptors = ({ init }: RelaySession) => readdirSync(`/proc/${relayPid(init)}/fd`).length;

/** Returns the processor time of a process in hundredths of a second. */
function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

describeWithRelay('the relay', () => {
  test('serves 256 names, and no further one', async () => {
    const { python } = await startRelaySession(['deny', 'rule', '*.example', '443']);
    expect((await python(resolveMany(300))).output).toBe('44 [(256, -3)] 127.64.0.1\n');
    expect((await python('import socket; print(socket.gethostbyname("n255.example"))')).output).toBe('127.64.1.0\n');
  });

  test('opens 256 listeners, and none for a name that needs more', async () => {
    const session = await startRelaySession(['deny', 'rule', '*.example', '1,2,3,4,5,6,7,8,9,10']);
    const before = countDescriptors(session);
    expect((await session.python(resolveMany(30))).output).toBe('5 [(25, -3)] 127.64.0.1\n');
    expect(countDescriptors(session) - before).toBe(250);
  });

  test('survives a flood of connections, and serves the next one', async () => {
    const session = await startRelaySession(['deny', 'rule', 'api.example', '443']);
    const before = countDescriptors(session);
    const { output, errors } = await session.python(`
import socket, time
address = (socket.gethostbyname('api.example'), 443)
for round in range(5):
  clients = []
  for _ in range(200):
    client = socket.socket()
    client.setblocking(False)
    client.connect_ex(address)
    clients.append(client)
  time.sleep(0.2)
  for client in clients: client.close()
time.sleep(0.5)
client = socket.create_connection(address, 10)
client.sendall(b'hello')
print(client.makefile().read())`);
    expect([output, errors]).toEqual([expect.stringContaining('tcp api.example 443'), '']);
    expect(countDescriptors(session)).toBe(before + 1);
  });

  test('waits without using the processor while init does not receive its connections', async () => {
    const session = await startRelaySession(['deny', 'rule', 'api.example', '443']);
    const { init } = session;
    const at = (name: string) => join(init.work, name);
    const flood = session.python(`
import os, socket, time
address = (socket.gethostbyname('api.example'), 443)
open('resolved', 'w').close()
while not os.path.exists('stopped'): time.sleep(0.01)
clients = []
for _ in range(600):
  client = socket.socket()
  client.settimeout(0.001)
  client.connect_ex(address)
  clients.append(client)
open('connected', 'w').close()
while not os.path.exists('continued'): time.sleep(0.01)`);
    await until(() => existsSync(at('resolved')));
    const pid = relayPid(init);
    process.kill(init.pid(), 'SIGSTOP');
    try {
      writeFileSync(at('stopped'), '');
      await until(() => existsSync(at('connected')));
      const before = cpuTicks(pid);
      await sleep(1000);
      expect(cpuTicks(pid) - before).toBeLessThan(10);
      expect(countDescriptors(session)).toBeLessThan(12);
    } finally {
      process.kill(init.pid(), 'SIGCONT');
      writeFileSync(at('continued'), '');
    }
    await flood;
    const { output } = await session.python(requestProgram, 'api.example', '443');
    expect(output).toContain('tcp api.example 443');
  });

  test('pauses without a descriptor for a connection, and continues when it has one', async () => {
    const session = await startRelaySession(['deny', 'rule', 'api.example', '443']);
    const pid = relayPid(session.init);
    const { output } = await session.python(
      `
import os, resource, socket, time
relay = int([name for name in os.listdir('/proc') if name.isdigit() and int(name) > 1][0])
address = (socket.gethostbyname('api.example'), 443)
resource.prlimit(relay, resource.RLIMIT_NOFILE, (3, 1024))
client = socket.create_connection(address, 10)
def ticks():
  fields = open(f'/proc/{relay}/stat').read().split(') ')[1].split()
  return int(fields[11]) + int(fields[12])
before = ticks()
time.sleep(1)
print(ticks() - before < 10)
resource.prlimit(relay, resource.RLIMIT_NOFILE, (1024, 1024))
client.sendall(b'hello')
print(client.makefile().read())`,
    );
    expect(output).toMatch(/^True\n.*tcp api.example 443/s);
    expect(existsSync(`/proc/${pid}`)).toBe(true);
  });
});
