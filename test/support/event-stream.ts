import type { IncomingMessage } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { open, type Sending } from './network/http-send.ts';

export interface ReceivedEvent {
  id: number;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own shape, which the tests read
  data: any;
}

export interface EventStream {
  status: number;
  headers: IncomingMessage['headers'];
  /** The next event; undefined at the end of the stream. */
  next(): Promise<ReceivedEvent | undefined>;
  /** All events to the end. */
  rest(): Promise<ReceivedEvent[]>;
  /** Closes the connection abruptly, as a network failure does. */
  drop(): void;
}

/** Opens an event stream and reads it as a browser does (HTML Living Standard, 9.2). */
export async function openEventStream(url: string, sending: Sending): Promise<EventStream> {
  const headers = { accept: 'text/event-stream', ...sending.headers };
  const response = await open(url, { ...sending, headers });
  const events = readEvents(response);
  const next = async () => (await events.next()).value ?? undefined;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    next,
    rest: async () => {
      const received: ReceivedEvent[] = [];
      for (let event = await next(); event !== undefined; event = await next()) received.push(event);
      return received;
    },
    drop: () => response.destroy(),
  };
}

async function* readEvents(response: IncomingMessage): AsyncGenerator<ReceivedEvent, undefined> {
  const waiting: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => waiting.push(event) });
  response.setEncoding('utf8');
  for await (const chunk of response) {
    parser.feed(chunk);
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
      yield { id: Number(event.id), event: event.event ?? '', data: JSON.parse(event.data) };
    }
  }
  return undefined;
}
