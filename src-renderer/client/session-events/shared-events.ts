import { DaemonEvent, eventLimits, readEvents } from '../../../src-shared/contracts/events.contract.ts';
import { asApiError } from '../api-error.ts';
import { readEventStream } from '../event-stream.ts';
import { streamHeaders } from '../follow-stream.ts';
import { send } from '../send.ts';
import type { TabMessage } from './tab-channel.ts';

const retryMs = 1000;
/** Delay that collects the announcements of several tabs before the stream is opened once for all. */
const gatherMs = 150;

/** Holds one event stream for all tabs of a browser, and forwards its events. */
export function createSharedEvents(post: (message: TabMessage) => void, signal: AbortSignal) {
  const watchIds = new Set<string>();
  let isRunning = false;
  let reopen = new AbortController();

  return {
    /** Adds a session to the stream. */
    add(watchId: string): void {
      if (!isRunning || watchIds.has(watchId)) return;
      watchIds.add(watchId);
      const [oldest] = watchIds;
      if (watchIds.size > eventLimits.watchesOfStream && oldest !== undefined) watchIds.delete(oldest);
      reopen.abort();
    },

    /** Removes a session. The change applies when the stream is opened the next time. */
    remove: (watchId: string): void => void watchIds.delete(watchId),

    /** Keeps the stream open until the signal aborts. */
    async run(): Promise<void> {
      isRunning = true;
      post({ kind: 'roll_call' });
      while (!signal.aborted) {
        await pause(gatherMs);
        reopen = new AbortController();
        const waitMs = await follow(AbortSignal.any([signal, reopen.signal]));
        if (!reopen.signal.aborted) await pause(waitMs);
      }
      isRunning = false;
      watchIds.clear();
    },
  };

  /** Follows one stream to its end; returns how long to wait before the next one. */
  async function follow(connection: AbortSignal): Promise<number> {
    try {
      const query = watchIds.size === 0 ? {} : { watch: [...watchIds] };
      const response = await send(readEvents, { query, headers: streamHeaders, signal: connection });
      for await (const { event, data } of readEventStream(response, connection)) {
        const { data: known } = DaemonEvent.safeParse({ event, data: JSON.parse(data) });
        if (known !== undefined) pass(known);
      }
      return retryMs;
    } catch (error) {
      return 1000 * (asApiError(error).retryAfterSeconds ?? 0) || retryMs;
    }
  }

  function pass(event: DaemonEvent): void {
    if (event.event === 'connected') post({ kind: 'connected' });
    else post({ kind: 'session_ended', ...event.data });
  }

  function pause(ms: number): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      function done() {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
    });
  }
}
