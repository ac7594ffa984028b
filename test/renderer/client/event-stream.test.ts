import { describe, expect, it } from 'vitest';
import { readEventStream } from '../../../src-renderer/client/event-stream.ts';
import { eventStream } from '../page/requests.ts';

const never = new AbortController().signal;

async function collect(response: Response, signal = never): Promise<string[]> {
  const found: string[] = [];
  for await (const { id, event, data } of readEventStream(response, signal)) found.push(`${id} ${event} ${data}`);
  return found;
}

function workFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('an event stream', () => {
  it('gives its events in order, however the bytes are cut', async () => {
    const stream = eventStream();
    const bytes = new TextEncoder().encode(
      ': comment\n\nid: 1\nevent: a\ndata: "é€😀"\n\nid: 2\nevent: b\ndata: 2\n\n',
    );
    for (const byte of bytes) stream.write(new Uint8Array([byte]));
    stream.end();
    expect(await collect(stream.response)).toEqual(['1 a "é€😀"', '2 b 2']);
  });

  it('drops an event that the end of the stream cuts', async () => {
    const stream = eventStream();
    stream.send('a', 1, '1');
    stream.write(new TextEncoder().encode('event: b\ndata: 2\n'));
    stream.end();
    expect(await collect(stream.response)).toEqual(['1 a 1']);
  });

  it('of an answer without a body has no events', async () => {
    expect(await collect(new Response(null))).toEqual([]);
  });

  it('that breaks is "unreachable"', async () => {
    const stream = eventStream();
    stream.breakOff();
    await expect(collect(stream.response)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('that its reader aborted fails with the reason of the abort', async () => {
    const stream = eventStream();
    stream.breakOff();
    await expect(collect(stream.response, AbortSignal.abort())).rejects.toThrow('terminated');
  });

  it('lets timers and input run while many events arrive at once', async () => {
    const stream = eventStream();
    stream.write(new TextEncoder().encode('data: 1\n\n'.repeat(40)));
    stream.end();
    let loops = 0;
    const timer = setInterval(() => loops++);
    for await (const _ of readEventStream(stream.response, never)) workFor(1);
    clearInterval(timer);
    expect(loops).toBeGreaterThan(2);
  });

  it('is cancelled when its reader stops early', async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\ndata: 2\n\n')),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const _ of readEventStream(new Response(body), never)) break;
    await expect.poll(() => isCancelled).toBe(true);
  });
});
