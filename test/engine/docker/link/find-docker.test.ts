import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { findDocker } from '../../../../src-daemon/engine/docker/link/find-docker.ts';
import { plantDockerContext } from '../../../support/engine/docker-context.ts';
import { describeWithDocker } from '../docker-fixture.ts';
import { createEngineProxy } from './engine-proxy.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'find-'));

test.each(['tcp://203.0.113.7:2375', 'ssh://user@203.0.113.7', 'tcp://127.0.0.1.example:2375'])(
  'an engine on another machine (%s) is not used',
  async (DOCKER_HOST) => {
    const found = findDocker({ runtimeDir: folder(), environment: { DOCKER_HOST } });
    await expect(found).rejects.toThrow('DOCKER_HOST names an engine that is not on this machine');
  },
);

test('no other engine is used if DOCKER_HOST is wrong', async () => {
  const environment = { DOCKER_HOST: `unix://${join(folder(), 'absent.sock')}` };
  await expect(findDocker({ runtimeDir: folder(), environment })).rejects.toThrow('No Docker engine was found.');
});

describeWithDocker(
  'an engine is found',
  () => {
    test('and the debug text of its calls does not contain open sockets', async () => {
      const { docker } = await findDocker({ runtimeDir: folder(), environment: process.env });
      const events = await docker.getEvents();
      const { agent } = docker.modem as unknown as { agent: object };
      expect(inspect(agent, { showHidden: true, depth: null })).toBe('CallAgent');
      (events as Readable).destroy();
    });

    test('by the Docker context, which only DOCKER_HOST precedes', async () => {
      const proxy = createEngineProxy();
      await proxy.open();
      const DOCKER_CONFIG = plantDockerContext(folder(), proxy.socketPath);
      const found = await findDocker({ runtimeDir: folder(), environment: { DOCKER_CONFIG } });
      expect(found.origin).toBe('the Docker context');
      await proxy.cut();
    });

    test('by engine.json in the runtime folder, unless other users can write it', async () => {
      const proxy = createEngineProxy();
      await proxy.open();
      const runtimeDir = folder();
      writeFileSync(join(runtimeDir, 'engine.json'), JSON.stringify({ socketPath: proxy.socketPath }));
      const found = await findDocker({ runtimeDir, environment: { DOCKER_CONFIG: folder() } });
      expect(found.origin).toBe('engine.json');
      chmodSync(runtimeDir, 0o777);
      const open = await findDocker({ runtimeDir, environment: { DOCKER_CONFIG: folder() } });
      expect(open.origin).not.toBe('engine.json');
      await proxy.cut();
    });

    test('at a default path if engine.json is broken or names a dead socket', async () => {
      for (const text of ['{', '[]', '{"socketPath":7}', '{"socketPath":"/nowhere/at/all.sock"}']) {
        const runtimeDir = folder();
        writeFileSync(join(runtimeDir, 'engine.json'), text);
        const found = await findDocker({ runtimeDir, environment: { DOCKER_CONFIG: folder() } });
        expect(found.origin).toMatch(/\.sock$/);
      }
    });
  },
  { keepsWarm: false },
);
