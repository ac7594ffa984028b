import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createEgressPool } from '../../../../src-daemon/egress/process/egress-pool.ts';
import { until } from '../../../support/until.ts';

const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort(new Error('the test has ended'));
});

function openPool(options: { command?: () => readonly string[] } = {}) {
  const stop = new AbortController();
  stops.push(stop);
  return { pool: createEgressPool({ stopped: stop.signal, ...options }), stop };
}

test('a process serves one run, and the next run gets another', async () => {
  const { pool } = openPool();
  const [first, second] = [await pool.take(), await pool.take()];
  expect(first).not.toBe(second);
  first.kill();
  await first.exited;
  expect([first.hasExited, second.hasExited]).toEqual([true, false]);
});

test('a process that does not start is an error of the run', async () => {
  const { pool } = openPool({ command: () => [process.execPath, '-e', 'process.exit(3)'] });
  await expect(pool.take()).rejects.toMatchObject({ code: 'egress_unavailable' });
  const { pool: missing } = openPool({ command: () => ['/does/not/exist'] });
  await expect(missing.take()).rejects.toMatchObject({ code: 'egress_unavailable' });
});

test('a stop kills all processes, and no further one starts', async () => {
  const { pool, stop } = openPool();
  const child = await pool.take();
  stop.abort(new Error('the daemon stops'));
  await child.exited;
  await expect(pool.take()).rejects.toThrow('the daemon stops');
});

test('a process that sends what the protocol does not allow is killed', async () => {
  const program = `
const { Socket } = require('node:net');
const send = (type, text) => {
  const head = Buffer.alloc(7);
  head.write(type);
  head.writeUInt32BE(text.length, 3);
  socket.write(Buffer.concat([head, Buffer.from(text)]));
};
const socket = new Socket({ fd: 3 });
send('J', '{"type":"booted"}');
socket.once('data', () => send('J', '{"type":"event","event":{"id":"no number"}}')).resume();`;
  const { pool } = openPool({ command: () => [process.execPath, '-e', program] });
  const child = await pool.take();
  const failure = Promise.withResolvers<unknown>();
  child.listen({ onMessage: () => {}, onFrame: () => {}, onEnd: failure.resolve });
  child.send({ type: 'end' });
  expect(String(await failure.promise)).toContain('invalid message');
});

test('a killed daemon leaves no process', async () => {
  const source = join(import.meta.dirname, '../../../../src-daemon/egress/process/egress-pool.ts');
  const program = `
const { createEgressPool } = await import(${JSON.stringify(source)});
await createEgressPool({ stopped: new AbortController().signal }).take();
const { readFileSync } = await import('node:fs');
const children = readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8');
console.log(children.trim());
setInterval(() => {}, 1000);`;
  const daemon = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(daemon.stdout, 'data')) as [Buffer];
  const pids = printed.toString().trim().split(' ').map(Number);
  expect(pids.length).toBeGreaterThan(0);
  daemon.kill('SIGKILL');
  await until(() => pids.every((pid) => !isAlive(pid)));
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
