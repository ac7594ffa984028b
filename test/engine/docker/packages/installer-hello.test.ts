import { randomUUID } from 'node:crypto';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { EngineLink } from '../../../../src-daemon/engine/docker/link/engine-link.ts';
import { converseWithInstaller } from '../../../../src-daemon/engine/docker/packages/installer-conversation.ts';
import type { Sandbox } from '../../../../src-daemon/engine/docker/sandbox/sandbox.ts';
import { InstallerProtocolError, installLimits } from '../../../../src-daemon/engine/installer/installer-protocol.ts';
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
  const container = { stream, events: { oom: false } } as unknown as Sandbox;
  const order = { packageManager: 'pip', packages: { six: '1' }, source: {} } as unknown as LayerOrder;
  const hooks = { onLine: () => {}, signal: new AbortController().signal };
  const installed = converseWithInstaller({ link, container, limits: installLimits }, order, hooks);
  const send = (message: object | string) => {
    const payload = Buffer.from(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`);
    const header = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]);
    header.writeUInt32BE(payload.length, 4);
    stream.push(Buffer.concat([header, payload]));
  };
  return { sent, send, installed, isolation };
}

const hello = { hello: { bootId: randomUUID() } };
const done = { done: { versions: { six: '1.0' }, bytes: 1, files: 1 } };

test('an installer gets its order only after it reported its kernel', async () => {
  const { sent, send, installed } = startInstaller();
  await setImmediate();
  expect(sent).toEqual([]);
  send({ hello: { bootId: randomUUID() } });
  await setImmediate();
  expect(sent.map((line) => JSON.parse(line).packages)).toEqual([{ six: '1' }]);
  send(done);
  expect(await installed).toEqual({ versions: { six: '1.0' }, sizeBytes: 1 });
});

test('an installer that reports the kernel of the machine gets no order', async () => {
  const { sent, send, installed, isolation } = startInstaller();
  const bootId = randomUUID();
  isolation.noteMachine(bootId);
  send({ hello: { bootId } });
  await expect(installed).rejects.toMatchObject({ code: 'engine_unavailable' });
  expect(sent).toEqual([]);
});

test.each([
  ['that sends no JSON', ['hello\n']],
  ['that sends a line without an end', ['x'.repeat(70_000)]],
  ['that sends an unknown message', [hello, { run: 'rm' }]],
  ['that sends a field too many', [hello, { log: 'a', done: done.done }]],
  ['that sends a negative size', [hello, { done: { ...done.done, bytes: -1 } }]],
  ['that fails for an unknown reason', [hello, { failed: { reason: 'because' } }]],
  ['that finishes before its hello', [done]],
  ['that sends two hellos', [{ hello: { bootId: randomUUID() } }, { hello: { bootId: randomUUID() } }]],
  ['whose kernel has no UUID', [{ hello: { bootId: 'x'.repeat(36) } }]],
])('an installation by an installer %s fails', async (_what, messages) => {
  const { send, installed } = startInstaller();
  for (const message of messages) send(message);
  await expect(installed).rejects.toBeInstanceOf(InstallerProtocolError);
});
