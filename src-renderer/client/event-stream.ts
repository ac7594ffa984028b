import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { unreachable } from './api-error.ts';

/** Longest time that the reader works before it lets the page draw. */
const sliceMs = 5;

/**
 * Yields the events of a `text/event-stream` response as they arrive (HTML Living Standard, 9.2).
 * @throws ApiError `unreachable` when the connection breaks; an AbortError when `signal` aborts
 */
export async function* readEventStream(response: Response, signal: AbortSignal): AsyncGenerator<EventSourceMessage> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => arrived.push(event) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let sliceStartedAt = performance.now();
  try {
    while (true) {
      const askedAt = performance.now();
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw signal.aborted ? error : unreachable();
      });
      if (done) return;
      // While the reader waited for data, the page could draw.
      if (performance.now() - askedAt > 1) sliceStartedAt = performance.now();
      parser.feed(value);
      for (const message of arrived.splice(0)) {
        if (performance.now() - sliceStartedAt > sliceMs) {
          await nextTask();
          sliceStartedAt = performance.now();
        }
        yield message;
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** Resolves in the next task, so that the browser can draw and handle input. Microtasks would not allow that. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
