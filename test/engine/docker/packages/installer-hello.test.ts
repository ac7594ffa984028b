import { randomUUID } from 'node:crypto';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { EngineLink } from '../../../../src-daemon/engine/docker/link/engine-link.ts';
import {
  converseWithInstaller,
  installLimits,
} from '../../../../src-daemon/engine/docker/packages/installer-conversation.ts';
import type { Sandbox } from '../../../../src-daemon/engine/docker/sandbox/sandbox.ts';
import { createIsolationProof } from '../../../../src-daemon/engine/isolation-proof.ts';
import type { LayerOrder } from '../../../../src-daemon/engine/layers.ts';

/** Starts a conversation with an installer in gVisor. The test writes the installer's lines, and the daemon's are recorded. */
function startInstaller() {
  const sent: string[] = [];
  const write = (chunk: Buffer, _encoding: unknown, done: () => void) => {
    sent.push(chunk.toString());
    done();
  };
  const stream = new Duplex({ read: () => {}, write });
  const isolation = createIsolationProof('gvisor');
  const link = { isolation, lost: new AbortController().signal, confirm: async () => {} } as unknown as EngineLink;
  const container = { stream, fate: { oom: false } } as unknown as Sandbox;
  const order = { packageManager: 'pip', packages: { six: '1' }, source: {} } as unknown as LayerOrder;
  const hooks = { onLine: () => {}, signal: new AbortController().signal };
  const installed = converseWithInstaller({ link, container, limits: installLimits }, order, hooks);
  const say = (message: object) => {
    const payload = Buffer.from(`${JSON.stringify(message)}\n`);
    const header = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]);
    header.writeUInt32BE(payload.length, 4);
    stream.push(Buffer.concat([header, payload]));
  };
  return { sent, say, installed, isolation };
}

const done = { done: { versions: { six: '1.0' }, bytes: 1, files: 1 } };

test('an installer gets its order only after it reported its kernel', async () => {
  const { sent, say, installed } = startInstaller();
  await setImmediate();
  expect(sent).toEqual([]);
  say({ hello: { bootId: randomUUID() } });
  await setImmediate();
  expect(sent.map((line) => JSON.parse(line).packages)).toEqual([{ six: '1' }]);
  say(done);
  expect(await installed).toEqual({ versions: { six: '1.0' }, sizeBytes: 1 });
});

test('an installer that reports the kernel of the machine gets no order', async () => {
  const { sent, say, installed, isolation } = startInstaller();
  const bootId = randomUUID();
  isolation.noteMachine(bootId);
  say({ hello: { bootId } });
  await expect(installed).rejects.toMatchObject({ code: 'engine_unavailable' });
  expect(sent).toEqual([]);
});

test.each([
  ['that is done before it says hello', [done]],
  ['that says hello twice', [{ hello: { bootId: randomUUID() } }, { hello: { bootId: randomUUID() } }]],
  ['whose kernel has no UUID', [{ hello: { bootId: 'x'.repeat(36) } }]],
])('an installer %s is not believed', async (_what, messages) => {
  const { say, installed } = startInstaller();
  for (const message of messages) say(message);
  await expect(installed).rejects.toThrow();
});
