import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { unreachable } from './api-error.ts';

/** The page draws at least so often, however much has come at once. */
const sliceMs = 5;

/**
 * The events of a `text/event-stream` answer as they come (HTML Living Standard, 9.2).
 * @throws ApiError `unreachable` when the connection breaks; an AbortError when it was given up
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
      // Whoever had to wait has let the page have its turn.
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

/** When the browser has had its chance to draw and to hear its user; the microtasks of a busy stream give it none. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
