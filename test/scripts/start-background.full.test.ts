/** `npm start -- --background`, with the embedded engine. */
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readHealth } from '../../src-shared/contracts/service.contract.ts';
import { isAlive } from '../../src-shared-node/is-alive.mjs';
import { createApiClient } from '../support/api-client.ts';
import { until } from '../support/until.ts';

const program = join(import.meta.dirname, '../../scripts/start/start.ts');
const dataDir = join(mkdtempSync(join(tmpdir(), 'background-')), 'data');
let first: Awaited<ReturnType<typeof start>>;
let pid = Number.NaN;

function start(folder: string, flags: string[] = ['--port', '0']) {
  const args = ['--background', '--data-dir', folder, '--key-store', 'file', '--engine', 'embedded', ...flags];
  return execa(process.execPath, [program, ...args], { reject: false, timeout: 60_000 });
}

beforeAll(async () => {
  first = await start(dataDir);
  pid = Number(/\(pid (\d+)\)/.exec(first.stdout)?.[1]);
});
afterAll(() => {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
});

const urlOf = (text: string) => /listens at (\S+)/.exec(text)?.[1] ?? '';

it('exits with 0 when the sandbox has run a program, and the daemon answers afterwards', async () => {
  expect(first.exitCode, first.stderr).toBe(0);
  expect(first.stdout).toContain('Self-check: hello, world ran in a sandbox');
  expect((await createApiClient(urlOf(first.stdout)).call(readHealth, {})).engine.status).toBe('ready');
});

it('shows the messages of the daemon', () => {
  expect(first.stderr).toContain('strongroom backup');
});

it('says that the daemon runs already', async () => {
  const second = await start(dataDir);
  expect(second.exitCode).toBe(0);
  expect(second.stdout).toContain(`already running for this data folder, at ${urlOf(first.stdout)}`);
});

it('exits with 1 and the reason when the daemon does not start', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const { exitCode, stderr } = await start(`${dataDir}-other`, ['--port', String(port)]);
  other.close();
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`Port ${port} is taken by`);
});

it('names the command that stops the daemon', async () => {
  const [, command = ''] = /stop with (kill \d+)\)/.exec(first.stdout) ?? [];
  expect((await execa('sh', ['-c', command])).exitCode).toBe(0);
  await until(() => !isAlive(pid));
});
