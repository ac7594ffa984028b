import { afterAll, beforeAll, vi } from 'vitest';
import { createEngineProxy } from '../../engine/docker/link/engine-proxy.ts';
import { until } from '../until.ts';
import { startTestDaemon, type TestDaemon } from './test-daemon.ts';

/** Starts one daemon for all tests of a file. It reaches its engine through a proxy, which a test cuts and opens again. */
export function proxiedDaemonOfFile() {
  const proxy = createEngineProxy();
  let started: TestDaemon | undefined;
  const daemon = (): TestDaemon => {
    if (started === undefined) throw new Error('the daemon is used before it is there');
    return started;
  };
  const untilReady = () => until(() => daemon().core.engine.status().status === 'ready');

  beforeAll(async () => {
    await proxy.open();
    vi.stubEnv('DOCKER_HOST', `unix://${proxy.socketPath}`);
    started = await startTestDaemon();
    vi.unstubAllEnvs();
    await untilReady();
  });
  afterAll(async () => {
    // A stop that cannot reach its engine leaves a container that was being made.
    await untilReady();
    await daemon().stop();
    await proxy.cut();
  });
  return { daemon, proxy, untilReady };
}
