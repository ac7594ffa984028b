/** The watchdog with the limits of the product, in the daemon as the product starts it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { createApiClient } from '../../support/api-client.ts';
import { startChildDaemon, temporaryDataDir } from '../../support/daemon/child-daemon.ts';
import { registerUser } from '../../support/daemon/test-daemon.ts';
import { dockerOfTests, instanceOf, listContainers } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { until } from '../../support/until.ts';
import { startBlockableDaemon, watchdogLines } from './blockable-daemon.ts';

const limitMs = 10_000;

describe('a daemon', () => {
  it('whose event loop is blocked for 10 s is ended, and its log says where it stood', async () => {
    const { dataDir } = temporaryDataDir();
    const daemon = await startBlockableDaemon(dataDir, ['--engine', 'embedded']);
    await daemon.block();
    expect(await daemon.exited).toEqual({ code: null, signal: 'SIGKILL' });
    const [line, ...others] = watchdogLines(dataDir);
    expect(others).toEqual([]);
    expect(line?.blockedMs).toBeGreaterThanOrEqual(limitMs);
    expect(line?.stack).toContainEqual(
      expect.stringMatching(/^blockTheLoop \(test\/support\/daemon\/block-loop\.mjs:\d+\)$/),
    );
    expect(existsSync(join(dataDir, 'run/daemon.json'))).toBe(true);
  });

  it('that was stopped for 12 s and then continued keeps running', async () => {
    const { dataDir } = temporaryDataDir();
    const daemon = await startBlockableDaemon(dataDir, ['--engine', 'embedded']);
    daemon.process.kill('SIGSTOP');
    // The time in which nothing happens is what is tested.
    await sleep(12_000);
    daemon.process.kill('SIGCONT');
    expect(await createApiClient(daemon.url).call(readHealth)).toMatchObject({ version: expect.any(String) });
    daemon.process.kill('SIGTERM');
    expect(await daemon.exited).toEqual({ code: 0, signal: null });
    expect(watchdogLines(dataDir)).toEqual([]);
  });
});

describeWithEngine('a daemon that its watchdog ended in the middle of a run', () => {
  it('leaves no container that runs, and the next daemon removes those that were being made', async () => {
    const { dataDir } = temporaryDataDir();
    const daemon = await startBlockableDaemon(dataDir);
    const { client } = await registerUser(daemon.url);
    const body = { language: 'bash', code: 'echo up; sleep 300' };
    const run = { method: 'POST', path: execute.path, headers: client.credential, body };
    const stream = await openEventStream(daemon.url, run);
    await until(async () => (await stream.next())?.event === 'stdout');
    const instance = instanceOf(dataDir);
    expect(await countRunning(instance)).toBeGreaterThan(0);
    await daemon.block();
    expect(await daemon.exited).toEqual({ code: null, signal: 'SIGKILL' });
    const left = await listContainers(instance);
    await until(async () => (await countRunning(instance)) === 0);
    const next = await startChildDaemon(dataDir);
    await until(async () => !(await listContainers(instance)).some((container) => left.includes(container)));
    next.process.kill('SIGTERM');
    expect(await next.exited).toEqual({ code: 0, signal: null });
  });
});

async function countRunning(instance: string): Promise<number> {
  const filters = { label: [`app.strongroom.instance=${instance}`], status: ['running'] };
  return (await dockerOfTests().listContainers({ filters })).length;
}
