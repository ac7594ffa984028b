import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import type { Finding } from '../../src-cli/doctor/finding.ts';
import { readHealth } from '../../src-shared/contracts/service.contract.ts';
import { without } from '../engine/docker/canary/canary-fixture.ts';
import { startAlteredEngine } from '../engine/docker/link/altered-engine.ts';
import { createApiClient } from '../support/api-client.ts';
import { startChildDaemon } from '../support/daemon/child-daemon.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { until } from '../support/until.ts';
import { commandIn, temporaryFolder } from './command.ts';

describeWithEngine('an engine that drops the limit of processes', () => {
  it('is unavailable in the health and in doctor, which name the limit and what to do', async () => {
    const folder = temporaryFolder();
    const command = commandIn(folder, join(folder, 'data'));
    const target = (inject('engine')?.host ?? '').replace(/^unix:\/\//, '');
    const engine = await startAlteredEngine(without('PidsLimit'), target);
    const daemon = await startChildDaemon(command.dataDir, { DOCKER_HOST: engine.host });

    const readNow = () => createApiClient(daemon.url).call(readHealth);
    await until(async () => (await readNow()).engine.status !== 'starting');
    const health = await readNow();
    expect(health.status).toBe('degraded');
    expect(health.engine).toMatchObject({ name: 'docker', status: 'unavailable' });
    expect(health.engine.reason).toContain('Missing: the limit of 64 processes (found max). Update the engine');

    const { exitCode, stdout } = await command.run(['doctor', '--json']);
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    expect(exitCode).toBe(1);
    expect(findings.find(({ name }) => name === 'engine')).toEqual({
      name: 'engine',
      status: 'failure',
      found: `docker: unavailable (${health.engine.reason})`,
      nextStep: 'Change the engine as described above; the daemon checks it every 10 s.',
    });
    daemon.process.kill('SIGTERM');
    await daemon.exited;
    await engine.stop();
  });
});
