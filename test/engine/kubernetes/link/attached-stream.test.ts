/** Attached streams that are slow, idle or dead. */
import { once } from 'node:events';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { attachFixtureOfEach, errorOf, immediate, patternBytes } from './attach-fixture.ts';

const fixture = attachFixtureOfEach();

describe('bytes', () => {
  test('that are not read stop the server, and all arrive when they are', async () => {
    const { near, far } = await fixture().attached();
    const chunk = patternBytes(1 << 16);
    let most = 0;
    for (let count = 0; count < 128; count++) far.stream.write(chunk);
    far.stream.end();
    let size = 0;
    for await (const piece of near as AsyncIterable<Buffer>) {
      size += piece.length;
      // The reader is slower than the connection, which delivers in each turn of the event loop.
      for (let rounds = 0; rounds < 4; rounds++) await immediate();
      most = Math.max(most, near.readableLength);
    }
    expect(size).toBe(128 * chunk.length);
    expect(most).toBeLessThan(1 << 20);
  });

  test('that the server does not read stop the writer, and all arrive when it does', async () => {
    const { near, far } = await fixture().attached();
    far.socket.pause();
    const chunk = patternBytes(1 << 20);
    let taken = 0;
    for (let count = 0; count < 24; count++) near.write(chunk, () => taken++);
    // The buffers of the kernel take some of it.
    for (let rounds = 0; rounds < 200; rounds++) await immediate();
    expect(taken).toBeLessThan(24);
    expect(near.writableNeedDrain).toBe(true);
    far.socket.resume();
    near.end();
    let size = 0;
    for await (const piece of far.stream as AsyncIterable<Buffer>) size += piece.length;
    expect([size, taken]).toEqual([24 * chunk.length, 24]);
  });
});

describe('pings', () => {
  /** Lets 10 s pass without a wait. */
  function pass(): void {
    vi.advanceTimersByTime(10_000);
  }

  /** Waits without timers, because a poll would advance them. */
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await immediate();
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));

  test('are sent every 10 s, and a server that answers keeps the stream', async () => {
    const { near, far } = await fixture().attached();
    near.resume();
    for (let count = 1; count <= 8; count++) {
      const answered = once(far.socket, 'ping');
      pass();
      await answered;
      // The answer has arrived when what is sent after it has.
      far.stream.write('.');
      await once(near, 'data');
    }
    expect([far.pings(), near.destroyed]).toEqual([8, false]);
  });

  test('that are not answered for 30 s end the stream', async () => {
    const { near, far } = await fixture().attached({ isDeaf: true });
    far.stream.write('.');
    await once(near, 'data');
    for (let count = 1; count <= 3; count++) pass();
    await until(() => far.pings() === 3);
    expect(near.destroyed).toBe(false);
    pass();
    expect(await errorOf(near)).toMatchObject({ message: expect.stringContaining('did not answer pings') });
    await until(() => far.socket.readyState === far.socket.CLOSED);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that cannot be answered while nothing is read keep the stream', async () => {
    const { near, far } = await fixture().attached();
    for (let count = 0; count < 16; count++) far.stream.write(patternBytes(1 << 16));
    await until(() => near.readableLength >= near.readableHighWaterMark);
    for (let count = 0; count < 10; count++) pass();
    expect(near.destroyed).toBe(false);
    near.resume();
    far.stream.end();
    expect(await errorOf(near)).toBeNull();
  });
});
