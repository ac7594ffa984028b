import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { findEngine, socketState } from '../../scripts/engine/find-engine.mjs';
import { run, tool } from '../house/checkout.ts';

let folder: string;
let server: Server | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'socket-'));
});

afterEach(async () => {
  await new Promise((done) => (server ? server.close(done) : done(undefined)));
  server = undefined;
});

it('takes a path where nothing is for free', async () => {
  expect(await socketState(join(folder, 'none.sock'))).toBe('free');
});

it('takes a socket file that nobody serves for dead', async () => {
  const path = join(folder, 'dead.sock');
  // A process that ends without closing its socket leaves the file.
  const leave = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await run(folder, [process.execPath, '-e', leave]);
  expect(await socketState(path)).toBe('dead');
});

it('takes a socket where something else than an engine answers for busy', async () => {
  const path = join(folder, 'other.sock');
  server = createServer((_, reply) => reply.end('hello'));
  await new Promise((done) => server?.listen(path, () => done(undefined)));
  expect(await socketState(path)).toBe('busy');
});

it('takes a plain file in the place of the socket for dead', async () => {
  const path = join(folder, 'file.sock');
  writeFileSync(path, '');
  expect(await socketState(path)).toBe('dead');
});

it.skipIf(!inject('engine'))('finds the engine that the docker command finds', async () => {
  const { output } = await run(folder, ['docker', 'version', '--format', '{{.Server.Version}}']);
  expect((await findEngine())?.version).toBe(output.trim());
});

it('asks nowhere else when DOCKER_HOST names a place', async () => {
  const module = new URL('../../scripts/engine/find-engine.mjs', import.meta.url).href;
  const program = `import(${JSON.stringify(module)}).then(async (m) => console.log(await m.findEngine()))`;
  const { output } = await run(folder, [
    'env',
    `DOCKER_HOST=unix://${folder}/none.sock`,
    tool('.bin/node'),
    '-e',
    program,
  ]);
  expect(output.trim()).toBe('undefined');
});
