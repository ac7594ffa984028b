import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { findLocalEngine, socketState } from '../../scripts/engine/find-engine.ts';
import { findDocker } from '../../src-daemon/engine/docker/link/find-docker.ts';
import { findRuntimeDir } from '../../src-shared-node/runtime-dir.ts';
import { run } from '../house/checkout.ts';
import { plantDockerContext } from '../support/engine/docker-context.ts';

let folder: string;
let server: Server | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'socket-'));
});

afterEach(async () => {
  await new Promise((done) => (server ? server.close(done) : done(undefined)));
  server = undefined;
});

/** Starts a server on a Unix socket and returns its path. */
async function serve(body: string): Promise<string> {
  const path = join(folder, 'engine.sock');
  server = createServer((_, reply) => reply.end(body));
  await new Promise((done) => server?.listen(path, () => done(undefined)));
  return path;
}

describe('the state of a socket', () => {
  it('is free if there is no file', async () => {
    expect(await socketState(join(folder, 'none.sock'))).toBe('free');
  });

  it('is dead if no process listens', async () => {
    const path = join(folder, 'dead.sock');
    // A process that is killed leaves the file of its socket.
    const leave = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    await run(folder, [process.execPath, '-e', leave]);
    expect(await socketState(path)).toBe('dead');
  });

  it('is busy if another program answers', async () => {
    expect(await socketState(await serve('hello'))).toBe('busy');
  });

  it('is docker if an engine answers', async () => {
    expect(await socketState(await serve('{"Version":"29.0.0"}'))).toBe('docker');
  });

  it('is dead if the path is a plain file', async () => {
    const path = join(folder, 'file.sock');
    writeFileSync(path, '');
    expect(await socketState(path)).toBe('dead');
  });
});

describe('the engine of npm test', () => {
  it.skipIf(!inject('engine'))('is the one that the docker command uses', async () => {
    const { output } = await run(folder, ['docker', 'version', '--format', '{{.Server.Version}}']);
    expect((await findLocalEngine())?.version).toBe(output.trim());
  });

  it('is the engine of the Docker context, as for the daemon', async () => {
    const socketPath = await serve('{"Version":"29.0.0"}');
    const environment = { DOCKER_CONFIG: plantDockerContext(folder, socketPath), XDG_RUNTIME_DIR: folder };
    const ofDaemon = await findDocker({ runtimeDir: findRuntimeDir(environment), environment });
    expect(await findLocalEngine(environment)).toEqual({
      host: `unix://${socketPath}`,
      origin: 'the Docker context',
      version: '29.0.0',
    });
    expect(ofDaemon).toMatchObject({ host: `unix://${socketPath}`, origin: 'the Docker context' });
  });

  it('is no other than that of DOCKER_HOST', async () => {
    const socketPath = await serve('{"Version":"29.0.0"}');
    const DOCKER_HOST = `unix://${folder}/none.sock`;
    const environment = { DOCKER_HOST, DOCKER_CONFIG: plantDockerContext(folder, socketPath) };
    expect(await findLocalEngine(environment)).toBeUndefined();
  });
});
