import { setImmediate } from 'node:timers/promises';
import type Docker from 'dockerode';
import { expect, test } from 'vitest';
import { createContainerWatch } from '../../../../src-daemon/engine/docker/link/container-events.ts';
import type { EngineLink } from '../../../../src-daemon/engine/docker/link/engine-link.ts';
import { createEngineWarnings } from '../../../../src-daemon/engine/docker/link/engine-warnings.ts';
import { noExceptions } from '../../../../src-daemon/engine/docker/network/exceptions.ts';
import { createNameForwarder } from '../../../../src-daemon/engine/docker/network/name-forwarder.ts';
import { openClosedNetwork } from '../../../../src-daemon/engine/docker/network/run-network.ts';
import { silentLog } from '../docker-fixture.ts';

test('an opening that fails has ended only when its bridge is created, so that a stop finds the bridge', async () => {
  const created = Promise.withResolvers<void>();
  const dial = ({ path }: { path: string }, answer: (error: unknown, body?: object) => void) => {
    if (path === '/containers/create') answer(new Error('the container of the addresses was removed'));
    else void created.promise.then(() => answer(null, { Id: 'bridge' }));
  };
  const docker = { modem: { dial }, listNetworks: async () => [] } as unknown as Docker;
  const link = {
    docker,
    processId: 'test',
    facts: { seccompProfile: undefined },
    warnings: createEngineWarnings(silentLog),
    watch: createContainerWatch().watch,
    lost: new AbortController().signal,
  } as unknown as EngineLink;
  const forwarder = createNameForwarder(() => []);
  let hasEnded = false;
  const opening = openClosedNetwork(
    { link, log: silentLog, instanceId: 'a', imageId: 'b', forwarder },
    { exceptions: noExceptions },
  );
  const ended = opening.catch(String).finally(() => {
    hasEnded = true;
  });
  for (let step = 0; step < 20; step += 1) await setImmediate();
  expect(hasEnded).toBe(false);
  created.resolve();
  expect(await ended).toContain('the container of the addresses was removed');
});
