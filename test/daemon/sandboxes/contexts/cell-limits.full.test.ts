/** Memory that the daemon holds for a cell and for the messages of its kernel, whatever they send. */
import { describe, expect, it } from 'vitest';
import { createCell } from '../../../../src-daemon/sandboxes/contexts/cell.ts';
import { createMessageBudget, createMessageBytes } from '../../../../src-daemon/sandboxes/contexts/kernel-messages.ts';
import type { ActiveSandbox } from '../../../../src-daemon/sandboxes/life/sandbox.ts';
import { createOutputMask } from '../../../../src-shared-node/masking/output-mask.ts';
import { newAccountMemory } from '../../../support/memory/account-memory.ts';

const mebibyte = 1024 * 1024;

function newCell() {
  const mask = { newStream: createOutputMask([]).newStream, isPrepared: Promise.resolve() };
  const sandbox = { accountId: 1, mask, memory: newAccountMemory() } as Partial<ActiveSandbox> as ActiveSandbox;
  const request = { code: '' };
  const cell = createCell({ id: 'cell', contextId: 'default', sandbox, credentialId: '1', request, hintsOf: () => [] });
  cell.begin(1);
  const finish = async () => {
    cell.finish({ status: 'succeeded', contextEnded: false });
    return await cell.result();
  };
  return { cell, finish };
}

const plain = (text: string) => ({ 'text/plain': text });

describe('a cell', () => {
  it('has at most 1,000 displays, and its result', async () => {
    const { cell, finish } = newCell();
    for (let index = 0; index < 1100; index++) await cell.onRich({ type: 'display', id: '1', data: plain('x') });
    for (const text of ['first', 'second']) await cell.onRich({ type: 'result', id: '1', data: plain(text) });
    const { outputs, truncated } = await finish();
    expect([outputs.length, truncated]).toEqual([1001, true]);
    expect(outputs.at(-1)).toEqual({ kind: 'result', data: plain('first') });
  });

  it('with exactly 1,000 displays is complete', async () => {
    const { cell, finish } = newCell();
    for (let index = 0; index < 1000; index++) await cell.onRich({ type: 'display', id: '1', data: plain('x') });
    expect(await finish()).toMatchObject({ truncated: false });
  });

  it('has the newest data of each display that was updated, and events with the data of their time', async () => {
    const { cell, finish } = newCell();
    for (const displayId of ['a', 'b', 'a'])
      await cell.onRich({ type: 'display', id: '1', displayId, data: plain('old') });
    await cell.onRich({ type: 'update_display', id: '1', displayId: 'a', data: plain('new') });
    const { outputs } = await finish();
    expect(outputs.map(({ data }) => data['text/plain'])).toEqual(['new', 'old', 'new']);
    const events: unknown[] = [];
    for await (const { event, data } of cell.follow(0)) if (event === 'display') events.push(data);
    expect(events).toMatchObject([{ data: plain('old') }, { data: plain('old') }, { data: plain('old') }]);
  });

  it('has the output after clear_output only, at once or when the next output arrives', async () => {
    const { cell, finish } = newCell();
    for (const wait of [false, true]) {
      cell.onOutput('stdout', 'old');
      cell.onOutput('stderr', 'old');
      await cell.onRich({ type: 'display', id: '1', data: plain('old') });
      await cell.onRich({ type: 'clear_output', id: '1', wait });
    }
    await cell.onRich({ type: 'display', id: '1', data: plain('new') });
    cell.onOutput('stdout', 'new');
    const result = await finish();
    expect(result).toMatchObject({ stdout: 'new', stderr: '', outputs: [{ data: plain('new') }] });
    expect(result.outputs).toHaveLength(1);
    const events: string[] = [];
    for await (const { event } of cell.follow(0)) events.push(event);
    expect(events.filter((event) => event === 'clear_output')).toHaveLength(2);
  });

  it('keeps its output if nothing follows clear_output with wait', async () => {
    const { cell, finish } = newCell();
    cell.onOutput('stdout', 'last');
    await cell.onRich({ type: 'clear_output', id: '1', wait: true });
    expect(await finish()).toMatchObject({ stdout: 'last' });
  });

  it('shows the newest of many frames, each of which replaces the one before it', async () => {
    const { cell, finish } = newCell();
    for (let frame = 0; frame < 3000; frame++) {
      await cell.onRich({ type: 'clear_output', id: '1', wait: true });
      await cell.onRich({ type: 'display', id: '1', data: plain(String(frame)) });
    }
    expect(await finish()).toMatchObject({ truncated: false, outputs: [{ data: plain('2999') }] });
  });

  it('counts rich output of unknown media types', async () => {
    const { cell, finish } = newCell();
    for (let count = 0; count < 17; count++)
      await cell.onRich({ type: 'display', id: '1', data: { 'text/x-other': 'x'.repeat(mebibyte) } });
    expect(await finish()).toMatchObject({ outputs: [], truncated: true });
  });

  it('that prints single characters has its text, and a bounded number of events', async () => {
    const { cell, finish } = newCell();
    for (let count = 0; count < 200_000; count++) cell.onOutput('stdout', 'x');
    expect((await finish()).stdout).toHaveLength(200_000);
    let events = 0;
    for await (const _ of cell.follow(0)) events++;
    expect(events).toBeLessThan(70_000);
  });
});

describe('the messages of kernels', () => {
  it('of single bytes need no object for each', () => {
    const bytes = createMessageBytes(createMessageBudget(newAccountMemory()));
    bytes.add(Buffer.from('"'));
    const before = process.memoryUsage();
    for (let count = 0; count < 4 * mebibyte; count++) bytes.add(Buffer.from('x'));
    const after = process.memoryUsage();
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(64 * mebibyte);
    expect(bytes.take()).toHaveLength(4 * mebibyte + 1);
  });

  it('of one sandbox hold at most 32 MiB together, and a dropped one releases its part', () => {
    const budget = createMessageBudget(newAccountMemory());
    const kernels = Array.from({ length: 8 }, () => createMessageBytes(budget));
    const part = Buffer.alloc(6 * mebibyte, 'x');
    for (const kernel of kernels) {
      kernel.add(Buffer.from('"'));
      kernel.add(part);
    }
    const taken = kernels.map((kernel) => kernel.take()?.length);
    expect(taken.filter((length) => length !== undefined)).toHaveLength(2);
    for (const kernel of kernels.slice(0, 2)) {
      kernel.add(part);
      expect(kernel.take()).toHaveLength(part.length);
    }
    kernels[2]?.add(part);
    kernels[2]?.discard();
    kernels[3]?.add(part);
    expect(kernels[3]?.take()).toHaveLength(part.length);
  });

  it('of 16 MiB are complete, and one byte more is too large', () => {
    const bytes = createMessageBytes(createMessageBudget(newAccountMemory()));
    const whole = Buffer.alloc(16 * mebibyte, 'x');
    whole[0] = '"'.charCodeAt(0);
    bytes.add(whole);
    expect(bytes.take()).toHaveLength(whole.length);
    bytes.add(whole);
    bytes.add(Buffer.from('x'));
    expect(bytes.take()).toBeUndefined();
    bytes.add(Buffer.from('{}'));
    expect(bytes.take()).toBe('{}');
  });
});
