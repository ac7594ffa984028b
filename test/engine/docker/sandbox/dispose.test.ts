import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type Docker from 'dockerode';
import { expect, test } from 'vitest';
import { createContainerWatch } from '../../../../src-daemon/engine/docker/link/container-events.ts';
import type { EngineLink } from '../../../../src-daemon/engine/docker/link/engine-link.ts';
import { createEngineWarnings } from '../../../../src-daemon/engine/docker/link/engine-warnings.ts';
import { bootContainer } from '../../../../src-daemon/engine/docker/sandbox/sandbox.ts';
import { silentLog } from '../docker-fixture.ts';

const id = 'c0ffee';

/** Makes a link to an engine with one container, which answers its removal with a status. */
function linkTo(statusCode: number) {
  const events = createContainerWatch();
  const container = {
    id,
    attach: async () => new PassThrough(),
    start: async () => {},
    remove: async () => {
      throw Object.assign(new Error('refused'), { statusCode });
    },
  };
  const dial = (_call: object, answer: (error: unknown, body: object) => void) => answer(null, { Id: id });
  const docker = { modem: { dial }, getContainer: () => container } as unknown as Docker;
  const warnings = createEngineWarnings(silentLog);
  const facts = { seccompProfile: undefined };
  const lost = new AbortController();
  const link = {
    docker,
    facts,
    warnings,
    watch: events.watch,
    lost: lost.signal,
  } as unknown as EngineLink;
  return { link, events, lost };
}

test('a container that the engine is removing on its own is disposed of when the engine has removed it', async () => {
  const { link, events } = linkTo(409);
  const sandbox = await bootContainer(link, {}, silentLog);
  let isDisposed = false;
  const disposal = sandbox.dispose().then(() => {
    isDisposed = true;
  });
  events.add({ Action: 'die', Actor: { ID: id } });
  await setImmediate();
  expect(isDisposed).toBe(false);
  events.add({ Action: 'destroy', Actor: { ID: id } });
  await disposal;
});

test('a disposal does not wait for events of a lost link', async () => {
  const { link, lost } = linkTo(409);
  const disposal = (await bootContainer(link, {}, silentLog)).dispose();
  lost.abort(new Error('lost'));
  const begunAt = performance.now();
  await disposal;
  expect(performance.now() - begunAt).toBeLessThan(2500);
});

test('the disposal of a container that no longer exists succeeds', async () => {
  const { link } = linkTo(404);
  await (await bootContainer(link, {}, silentLog)).dispose();
});
