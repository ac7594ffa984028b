import { z } from 'zod';
import { ModelError } from './model-error.ts';
import { answerBytes, parseReply, readReplyText } from './model-json.ts';
import { reasonOf } from './provider-reason.ts';
import { readEvents } from './read-events.ts';

/** Space that an endpoint may send before its answer, such as line feeds that keep a connection open. */
const leadingBytes = 64 * 1024;
const space = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

type Bytes = Uint8Array<ArrayBuffer>;

const anything = z.unknown().optional();

const Completion = z.object({
  choices: z.array(z.object({ message: anything, delta: anything, finish_reason: anything })).min(1),
  usage: anything,
});

/**
 * Returns the chunks of an answer. An endpoint that ignores `stream: true` answers with one JSON object, whatever its
 * Content-Type is: it becomes one chunk.
 * @throws ModelError `page`, `empty`, `malformed`, `server_error`, `too_large`
 */
export async function openAnswer(response: Response): Promise<AsyncIterable<unknown>> {
  const { first, body } = await peek(response);
  if (first === undefined) throw new ModelError('empty', { httpStatus: response.status });
  if (first === '<') throw new ModelError('page', { httpStatus: response.status });
  if (first !== '{' && first !== '[') return readEvents(body);
  return chunksOf(parseReply(await readReplyText(body, answerBytes)));
}

async function* chunksOf(answer: unknown): AsyncGenerator<unknown> {
  const { data: completion } = Completion.safeParse(answer);
  if (completion === undefined) {
    const reason = isObject(answer) && !('choices' in answer) ? reasonOf(answer.error ?? answer) : undefined;
    if (reason === undefined) throw new ModelError('malformed');
    throw new ModelError('server_error', { isOfProtocol: true, reason });
  }
  const choices = completion.choices.map(({ message, delta, finish_reason: finish }) => ({
    delta: message ?? delta,
    // The whole answer is here, so an endpoint that names no reason has finished it.
    finish_reason: finish ?? 'stop',
  }));
  yield { choices, usage: completion.usage };
}

interface Peeked {
  /** First character that is not space; undefined if there is none. */
  first: string | undefined;
  /** The whole body. */
  body: ReadableStream<Bytes>;
}

async function peek({ body }: Response): Promise<Peeked> {
  const reader = (body ?? new Blob([]).stream()).getReader();
  const read: Bytes[] = [];
  let length = 0;
  let first: string | undefined;
  while (first === undefined && length <= leadingBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    read.push(value);
    length += value.length;
    const byte = value.find((one: number) => !space.has(one));
    if (byte !== undefined) first = String.fromCharCode(byte);
  }
  return { first, body: rejoin(read, reader) };
}

function rejoin(read: Bytes[], reader: ReadableStreamDefaultReader<Bytes>): ReadableStream<Bytes> {
  return new ReadableStream({
    async pull(controller) {
      const next = read.shift() ?? (await reader.read()).value;
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
