import { StrongroomError } from './strongroom-error.ts';

export interface ReceivedEvent {
  id: number;
  event: string;
  data: unknown;
}

/** The largest event is the result of a run: two streams and the files, as JSON. */
const eventLimit = 64 * 1024 * 1024;

/**
 * Yields the server-sent events of a body as they arrive (HTML Living Standard, 9.2). Comments, with which the daemon keeps
 * a connection, and events without data are skipped. Lines end with LF or CRLF: a lone CR, which the daemon never sends, is
 * part of its line.
 * @throws the error of a broken connection; StrongroomError `unexpected_answer`
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ReceivedEvent> {
  let fields = emptyFields();
  for await (const line of readLines(body)) {
    if (line !== '') {
      addField(fields, line);
      continue;
    }
    if (fields.data.length > 0)
      yield { id: Number(fields.id), event: fields.event, data: parse(fields.data.join('\n')) };
    fields = emptyFields();
  }
}

function emptyFields() {
  return { id: '0', event: 'message', data: [] as string[] };
}

function addField(fields: ReturnType<typeof emptyFields>, line: string): void {
  const colon = line.indexOf(':');
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
  if (name === 'data') fields.data.push(value);
  else if (name === 'id') fields.id = value;
  else if (name === 'event') fields.event = value;
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  // Parts of a line that has not ended. They are joined once, so that a long line takes linear time.
  let parts: string[] = [];
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = decoder.decode(read.value, { stream: true }).split('\n');
      const rest = lines.pop() ?? '';
      for (const line of lines) {
        const whole = parts.join('') + line;
        parts = [];
        length = 0;
        yield whole.endsWith('\r') ? whole.slice(0, -1) : whole;
      }
      parts.push(rest);
      length += rest.length;
      if (length > eventLimit) throw unreadable('an event is larger than 64 MiB');
    }
  } finally {
    // Closes the connection of a stream that is not read to its end.
    await reader.cancel().catch(() => undefined);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('an event is not JSON');
  }
}

function unreadable(reason: string): StrongroomError {
  return new StrongroomError('unexpected_answer', `The event stream cannot be read: ${reason}.`);
}
