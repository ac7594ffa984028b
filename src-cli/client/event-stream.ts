import type { IncomingMessage } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { CliError } from '../cli-error.ts';

export interface ReceivedEvent {
  id: string;
  event: string;
  data: unknown;
}

/**
 * Yields the server-sent events of a response as they arrive (HTML Living Standard, 9.2).
 * @throws CliError `no_daemon` if the connection breaks
 */
export async function* readEvents(response: IncomingMessage): AsyncGenerator<ReceivedEvent> {
  const waiting: EventSourceMessage[] = [];
  // An event without data has only an id, from which a stream is resumed.
  const parser = createParser({ onEvent: (event) => void (event.data !== '' && waiting.push(event)) });
  response.setEncoding('utf8');
  try {
    for await (const chunk of response) {
      parser.feed(chunk);
      for (let message = waiting.shift(); message !== undefined; message = waiting.shift())
        yield { id: message.id ?? '', event: message.event ?? 'message', data: JSON.parse(message.data) };
    }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET')
      throw new CliError('no_daemon', 'The daemon closed the connection unexpectedly.', { cause });
    throw cause;
  }
}
