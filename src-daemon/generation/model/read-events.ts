import { setImmediate } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ModelError } from './model-error.ts';
import { answerBytes, parseReply } from './model-json.ts';
import { reasonOf } from './provider-reason.ts';

/** Maximum number of events, which is more than a program has tokens. */
const maxEvents = 500_000;
/** Other work of the daemon runs after this number of events: one chunk of the connection can have thousands. */
const eventsAtOnce = 500;

/**
 * Yields the objects of a streamed answer (HTML Living Standard, 9.2), up to `[DONE]`. Each event is measured before it is
 * parsed.
 * @throws ModelError `too_large`, `malformed`, `server_error`
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const waiting: EventSourceMessage[] = [];
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: answerBytes,
    onEvent: (message) => void waiting.push(message),
    onError: ({ type }) => {
      isTooLarge ||= type === 'max-buffer-size-exceeded';
    },
  });
  const decoder = new TextDecoder();
  let events = 0;
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (isTooLarge) throw new ModelError('too_large');
    for (const message of waiting.splice(0)) {
      if (message.data === '[DONE]') return;
      events++;
      if (events > maxEvents) throw new ModelError('too_large');
      if (events % eventsAtOnce === 0) await setImmediate();
      yield readEvent(message);
    }
  }
}

function readEvent({ event, data }: EventSourceMessage): unknown {
  const value = parseReply(data);
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  if (event !== 'error' && !error) return value;
  throw new ModelError('server_error', { isOfProtocol: true, reason: reasonOf(error || value) });
}
