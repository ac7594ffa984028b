/** A kernel whose messages are false, broken, too long or too many: a cell can write to its descriptor as well. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createMessageBudget } from '../../../../src-daemon/sandboxes/contexts/kernel-messages.ts';
import type { KernelOperation } from '../../../../src-daemon/sandboxes/contexts/kernel-session.ts';
import { KernelEndedError, startKernelSession } from '../../../../src-daemon/sandboxes/contexts/kernel-session.ts';
import { createOutputMask } from '../../../../src-shared-node/masking/output-mask.ts';
import { newAccountMemory } from '../../../support/memory/account-memory.ts';
import { createMemoryKernel } from '../../../support/sandboxes/memory-kernel.ts';
import { until } from '../../../support/until.ts';

const mebibyte = 1024 * 1024;

async function start(values: string[] = []) {
  const kernel = createMemoryKernel();
  const mask = { ...createOutputMask(values), isPrepared: Promise.resolve() };
  const options = { language: 'python', env: {}, cwd: '' };
  const messageBudget = createMessageBudget(newAccountMemory());
  const session = startKernelSession({
    live: kernel,
    kernel: options,
    mask,
    messageBudget,
    hasInterruptMessage: false,
  });
  await Promise.resolve();
  await kernel.send({ type: 'ready' });
  await session.ready;
  return { kernel, session };
}

/** Starts an operation that collects what it receives. */
function collecting(name: KernelOperation['name'] = 'run') {
  const received = { text: '', rich: [] as object[] };
  const operation: KernelOperation = {
    ...{ name, payload: 'code' },
    onOutput: (_stream, text) => {
      received.text += text;
    },
    onRich: async (message) => void received.rich.push(message),
  };
  return { received, operation };
}

const done = (id: string) => ({ type: 'done', id, status: 'ok' });
const display = (id: string, text: string) => ({ type: 'display', id, data: { 'text/plain': text } });

describe('a kernel session', () => {
  it('sends an operation in its form, and numbers them', async () => {
    const { kernel, session } = await start();
    for (const id of ['1', '2']) {
      const answer = session.perform(collecting().operation);
      await kernel.send(done(id));
      expect(await answer).toMatchObject(done(id));
    }
    expect(kernel.written).toEqual(['run\0' + '1\0code\0', 'run\0' + '2\0code\0']);
  });

  it('reads messages that are split and joined at any byte', async () => {
    const { kernel, session } = await start();
    const { received, operation } = collecting();
    const answer = session.perform(operation);
    const bytes = Buffer.from(`${JSON.stringify(display('1', 'é€😀'))}\0${JSON.stringify(done('1'))}\0`);
    for (const byte of bytes) await kernel.raw(Uint8Array.of(byte));
    await answer;
    expect(received.rich).toEqual([display('1', 'é€😀')]);
  });

  it('ignores messages for another cell', async () => {
    const { kernel, session } = await start();
    const first = session.perform(collecting().operation);
    await kernel.send(done('1'));
    await first;
    const { received, operation } = collecting();
    const second = session.perform(operation);
    await kernel.send(done('1'), display('1', 'old'), done('3'), display('2', 'own'), done('2'));
    expect(await second).toMatchObject({ id: '2' });
    expect(received.rich).toEqual([display('2', 'own')]);
  });

  it('does not take the end of a cell for the answer to a completion', async () => {
    const { kernel, session } = await start();
    const answer = session.perform(collecting('complete').operation);
    await kernel.send(done('1'), { type: 'complete', id: '1', matches: ['x'], start: 0, end: 1 });
    expect(await answer).toMatchObject({ type: 'complete', matches: ['x'] });
  });

  it.each([
    ['no JSON', 'nonsense\0'],
    ['an unknown type', '{"type":"other","id":"1"}\0'],
    ['an unknown field', '{"type":"done","id":"1","status":"ok","more":1}\0'],
    ['a field of another type', '{"type":"display","id":"1","data":{"text/plain":1}}\0'],
    ['no object', '[1,2,3]\0'],
    ['nothing', '\0'],
    ['a deep nesting', `${'['.repeat(16_000_000)}\0`],
    ['millions of values', `{"type":"complete","id":"1","matches":[${'1,'.repeat(8_000_000)}1],"start":0,"end":0}\0`],
    ['millions of fields', `{"type":"display","id":"1","data":{${'"a":"",'.repeat(2_000_000)}"b":""}}\0`],
    ['invalid UTF-8', Buffer.from([0xff, 0xfe, 0])],
  ])('drops %s, and continues', async (_, bytes) => {
    const { kernel, session } = await start();
    const answer = session.perform(collecting().operation);
    await kernel.raw(bytes);
    await kernel.send(done('1'));
    expect(await answer).toMatchObject(done('1'));
    expect(kernel.isKilled()).toBe(false);
  });

  it('drops a message over 16 MiB without holding it, and reads the next one', async () => {
    const { kernel, session } = await start();
    const { received, operation } = collecting();
    const answer = session.perform(operation);
    const filler = Buffer.alloc(mebibyte, 'x');
    await kernel.raw('{"type":"display","id":"1","data":{"text/plain":"');
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 64; count++) await kernel.raw(filler);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * mebibyte);
    await kernel.raw('"}}\0');
    await kernel.send(done('1'));
    await answer;
    expect(received.rich).toEqual([]);
  });

  it('ends a kernel that sends 100 bad messages', async () => {
    const { kernel, session } = await start();
    const answer = session.perform(collecting().operation);
    answer.catch(() => undefined);
    await kernel.raw('x\0'.repeat(99));
    expect(kernel.isKilled()).toBe(false);
    await kernel.raw('x\0');
    expect(kernel.isKilled()).toBe(true);
    await expect(answer).rejects.toBeInstanceOf(KernelEndedError);
    await expect(session.perform(collecting().operation)).rejects.toBeInstanceOf(KernelEndedError);
  });

  it('has no answer of a kernel that was ended before it: its variables are lost', async () => {
    const { kernel, session } = await start();
    kernel.delayKill();
    const answer = session.perform(collecting().operation);
    answer.catch(() => undefined);
    await kernel.raw('x\0'.repeat(100));
    await kernel.send(done('1'));
    await nextTick();
    kernel.end(false);
    await expect(answer).rejects.toBeInstanceOf(KernelEndedError);
  });

  it('masks a secret that is split over frames, and releases what only looks like its beginning', async () => {
    const { kernel, session } = await start(['secret-value']);
    const { received, operation } = collecting();
    const answer = session.perform(operation);
    for (const character of 'a secret-value, a secret-v') await kernel.print(character);
    await kernel.send(done('1'));
    await answer;
    expect(received.text).toBe('a ***, a secret-v');
  });

  it('has the output before the message that followed it', async () => {
    const { kernel, session } = await start();
    const order: string[] = [];
    const answer = session.perform({
      ...{ name: 'run', payload: '' },
      onOutput: (_stream, text) => void order.push(text),
      onRich: async () => void order.push('display'),
    });
    void kernel.print('one');
    void kernel.send(display('1', 'x'));
    void kernel.print('two');
    void kernel.send(done('1'));
    await answer;
    expect(order).toEqual(['one', 'display', 'two']);
  });

  it('reports a kernel that ran out of memory', async () => {
    const { kernel, session } = await start();
    const answer = session.perform(collecting().operation);
    kernel.end(true);
    await expect(answer).rejects.toMatchObject({ name: 'KernelEndedError', end: { isOutOfMemory: true } });
  });

  it('interrupts with SIGINT, and only while something is in progress', async () => {
    const { kernel, session } = await start();
    session.interrupt();
    expect(kernel.signals).toEqual([]);
    const answer = session.perform(collecting().operation);
    session.interrupt();
    await until(() => kernel.signals.length === 1);
    await kernel.send({ type: 'done', id: '1', status: 'interrupted' });
    expect(await answer).toMatchObject({ status: 'interrupted' });
    expect(kernel.signals).toEqual([2]);
  });
});
