import { expect, it } from 'vitest';
import { readEvents } from '../../../clients/typescript/src/server-sent-events.ts';

/** Reads a text that arrives in pieces of `size` bytes. */
async function read(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
  const events: unknown[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

const stream =
  ': keep-alive\n\nid: 1\nevent: stdout\ndata: {"text":"é🔐"}\n\nid: 2\r\nevent:stdout\r\ndata: [1,\r\ndata: 2]\r\n\r\n';
const expected = [
  { id: 1, event: 'stdout', data: { text: 'é🔐' } },
  { id: 2, event: 'stdout', data: [1, 2] },
];

it.each([1, 2, 3, 7, 1000])('reads events that arrive in pieces of %i bytes', async (size) => {
  expect(await read(stream, size)).toEqual(expected);
});

it('leaves out an event that is not complete, and one without data', async () => {
  expect(await read(`${stream}id: 3\n\nid: 4\nevent: stdout\ndata: {}`, 50)).toEqual(expected);
});

it('reports data that is not JSON', async () => {
  await expect(read('data: {\n\n', 50)).rejects.toMatchObject({ code: 'unexpected_answer' });
});

it('reports a line that does not end', async () => {
  let reads = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      reads++;
      controller.enqueue(new Uint8Array(1024 * 1024).fill(97));
    },
  });
  await expect(readEvents(body).next()).rejects.toMatchObject({ code: 'unexpected_answer' });
  expect(reads).toBeLessThan(70);
});
