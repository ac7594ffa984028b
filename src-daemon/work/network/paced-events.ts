import type { NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';

/** Events a second: all of `open`, `request` and `close`, and at most so many refused and held connections. */
const eventsPerSecond = 20;
const urgentPerSecond = 200;
const secondMs = 1000;
/** Connections whose last state waits to be published. At most 64 are open at a time. */
const statesKept = 64;

/**
 * Publishes the events of a run at a limited rate, in order. Of each connection whose events come faster, the last one is
 * published when the rate allows it. Refused and held connections do not wait.
 */
export function createPacedEvents(publish: (event: NetworkEventData) => void) {
  const waiting = new Map<number, NetworkEventData>();
  let count = 0;
  let urgentCount = 0;
  let timer: NodeJS.Timeout | undefined;

  return {
    push(event: NetworkEventData): void {
      startSecond();
      if (event.phase === 'blocked' || event.phase === 'held') {
        if (++urgentCount > urgentPerSecond) return;
        waiting.delete(event.id);
        publish(event);
      } else if (count < eventsPerSecond && waiting.size === 0) {
        count += 1;
        publish(event);
      } else wait(event);
    },

    /** Publishes the last states that wait; nothing is published after that. */
    finish(): void {
      clearTimeout(timer);
      for (const event of waiting.values()) publish(event);
      waiting.clear();
    },
  };

  function startSecond(): void {
    timer ??= setTimeout(endSecond, secondMs).unref();
  }

  function endSecond(): void {
    timer = undefined;
    [count, urgentCount] = [0, 0];
    for (const [id, event] of waiting) {
      if (count === eventsPerSecond) break;
      count += 1;
      waiting.delete(id);
      publish(event);
    }
    if (count > 0) startSecond();
  }

  function wait(event: NetworkEventData): void {
    waiting.delete(event.id);
    waiting.set(event.id, event);
    const [oldest] = waiting.keys();
    if (waiting.size > statesKept && oldest !== undefined) waiting.delete(oldest);
  }
}
