/** Input that waits for a program which does not read, and clients that leave before it is taken. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SandboxEndedError } from '../../../../src-daemon/engine/live-sandbox.ts';
import { AppError } from '../../../../src-daemon/errors/app-error.ts';
import { StdinClosedError } from '../../../../src-daemon/wire/program-input.ts';
import { createInputQueue } from '../../../../src-daemon/work/input/input-queue.ts';
import { newAccountMemory } from '../../../support/memory/account-memory.ts';

const mebibyte = 1024 * 1024;

/** A program that reads one piece at a time, when the test says so. */
function slowProgram() {
  const reads: PromiseWithResolvers<void>[] = [];
  const received: Buffer[] = [];
  let hasEnded = false;
  return {
    live: {
      async write(bytes: Uint8Array): Promise<void> {
        const read = Promise.withResolvers<void>();
        reads.push(read);
        await read.promise;
        received.push(Buffer.from(bytes));
      },
      endInput: () => {
        hasEnded = true;
      },
    },
    async read(pieces: number): Promise<void> {
      for (let count = 0; count < pieces; count++) {
        reads.shift()?.resolve();
        await nextTick();
      }
    },
    fail: (error: unknown) => reads.shift()?.reject(error),
    text: () => Buffer.concat(received).toString(),
    hasEnded: () => hasEnded,
  };
}

const errorOf = (code: 'stdin_ended' | 'process_ended') => () => new AppError(code, 'over');
const newQueue = () => createInputQueue({ inputEnded: errorOf('stdin_ended'), programEnded: errorOf('process_ended') });

function start() {
  const program = slowProgram();
  const input = newQueue();
  input.begin(program.live);
  return { program, write: input.write, end: input.end };
}

describe('the input of a program', () => {
  it('is sent in the order of the requests, and ends after the last one', async () => {
    const { program, write } = start();
    const writes = ['a', 'b', 'c'].map((text, index) => write(Buffer.from(text), { isLast: index === 2 }));
    await expect(write(Buffer.from('late'), { isLast: false })).rejects.toMatchObject({ code: 'stdin_ended' });
    expect(program.hasEnded()).toBe(false);
    await program.read(3);
    await Promise.all(writes);
    expect([program.text(), program.hasEnded()]).toEqual(['abc', true]);
  });

  it('of clients that leave is dropped, except the piece that is on its way', async () => {
    const { program, write } = start();
    const leaving = new AbortController();
    const large = Buffer.alloc(mebibyte, 'x');
    const left = [true, false, true].map((isLast) => write(large, { isLast: !isLast, signal: leaving.signal }));
    const outcomes = Promise.allSettled(left);
    leaving.abort();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    const next = write(Buffer.from('next'), { isLast: false });
    await program.read(2);
    await next;
    expect(program.text()).toBe(`${'x'.repeat(64 * 1024)}next`);
    expect(program.hasEnded()).toBe(false);
  });

  it('is refused beyond 16 MiB that wait, and accepted again when a client has left', async () => {
    const { write } = start();
    const leaving = new AbortController();
    const eight = Buffer.alloc(8 * mebibyte);
    const first = write(eight, { isLast: false, signal: leaving.signal });
    void write(eight, { isLast: false });
    await expect(write(Buffer.alloc(65 * 1024), { isLast: false })).rejects.toMatchObject({ code: 'input_queue_full' });
    const refused = expect(first).rejects.toThrow();
    leaving.abort();
    await refused;
    const accepted = write(eight, { isLast: false });
    expect(await Promise.race([accepted, nextTick('waits')])).toBe('waits');
  });

  it('counts for the account until the program has read it', async () => {
    const program = slowProgram();
    const memory = newAccountMemory(mebibyte);
    const input = createInputQueue({
      inputEnded: errorOf('stdin_ended'),
      programEnded: errorOf('process_ended'),
      memory,
    });
    const half = Buffer.alloc(mebibyte / 2);
    const first = input.write(half, { isLast: false });
    await expect(input.write(half, { isLast: false })).rejects.toMatchObject({ code: 'account_memory_full' });
    input.begin(program.live);
    await program.read(8);
    await first;
    void input.write(half, { isLast: false }).catch(() => undefined);
    expect(() => memory.require(half.length)).toThrow();
    input.end();
    memory.require(half.length);
  });

  it.each([
    ['the program', new StdinClosedError(), { code: 'process_ended' }],
    ['the sandbox', new SandboxEndedError('disposed'), { name: 'SandboxEndedError' }],
  ])('that waits when %s ends is refused', async (_, error, expected) => {
    const { program, write } = start();
    const writes = Promise.allSettled([
      write(Buffer.from('a'), { isLast: false }),
      write(Buffer.from('b'), { isLast: true }),
    ]);
    program.fail(error);
    for (const outcome of await writes) expect(outcome).toMatchObject({ status: 'rejected', reason: expected });
    await expect(write(Buffer.from('c'), { isLast: false })).rejects.toMatchObject({ code: 'process_ended' });
  });

  it('waits for the start of the program, unless its client leaves', async () => {
    const program = slowProgram();
    const input = newQueue();
    const leaving = new AbortController();
    const left = input.write(Buffer.from('left'), { isLast: true, signal: leaving.signal });
    const stays = input.write(Buffer.from('stays'), { isLast: true }).catch((error: unknown) => error);
    const refused = expect(left).rejects.toThrow();
    leaving.abort();
    await refused;
    expect(await stays).toMatchObject({ code: 'stdin_ended' });
    const next = input.write(Buffer.from('next'), { isLast: true });
    input.begin(program.live);
    await program.read(1);
    await next;
    expect([program.text(), program.hasEnded()]).toEqual(['next', true]);
  });

  it('is refused when the program has ended, even if it never started', async () => {
    const input = newQueue();
    const waiting = input.write(Buffer.from('a'), { isLast: false });
    const refused = expect(waiting).rejects.toMatchObject({ code: 'process_ended' });
    input.end();
    await refused;
    await expect(input.write(Buffer.from('b'), { isLast: true })).rejects.toMatchObject({ code: 'process_ended' });
  });
});
