import type { DaemonEvent } from '../../src-shared/contracts/events.contract.ts';
import type { StreamEvent } from '../core/stream-event.ts';

export type EventQueue = ReturnType<typeof createEventQueue>;

/** The events of one stream that are not sent yet, numbered from 1. */
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

    /** No further event comes: the reader gets those that wait, and then the end. */
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
