import type { DaemonEvent } from '../../src-shared/contracts/events.contract.ts';
import type { StreamEvent } from '../core/stream-event.ts';

export type EventQueue = ReturnType<typeof createEventQueue>;

/** Queue of the unsent events of one stream, numbered from 1. */
export function createEventQueue() {
  const waiting: StreamEvent[] = [];
  let lastId = 0;
  let isEnded = false;
  let wake = Promise.withResolvers<void>();

  return {
    push({ event, data }: DaemonEvent): void {
      lastId++;
      waiting.push({ id: lastId, event, data });
      wakeReader();
    },

    /** Ends the queue. The reader gets the remaining events and then the end. */
    end(): void {
      isEnded = true;
      wakeReader();
    },

    async *read(): AsyncGenerator<StreamEvent> {
      while (true) {
        for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) yield event;
        if (isEnded) return;
        await wake.promise;
      }
    },
  };

  function wakeReader(): void {
    wake.resolve();
    wake = Promise.withResolvers();
  }
}
