import { requireLanguage } from '../../languages/languages.ts';
import type { LiveSandbox, LiveSandboxes, LiveSandboxOptions } from '../../live-sandbox.ts';
import { withEgressSlot } from '../../queue/with-egress-slot.ts';
import { bootLiveSandbox } from './boot-live-sandbox.ts';
import type { LiveContext } from './live-context.ts';
import { withConnection } from './with-connection.ts';

/** Creates the live sandboxes of a Docker engine. They wait in the queue of the runs, and hold a place of it. */
export function openLiveSandboxes(context: LiveContext): LiveSandboxes {
  const { queue, readiness, stopped, pool, egress } = context;

  async function open(options: LiveSandboxOptions, given: AbortSignal): Promise<LiveSandbox> {
    const language = requireLanguage(options.language);
    stopped.throwIfAborted();
    readiness.demand();
    readiness.current()?.families.demand(language);
    const entry = withEgressSlot(queue.admit({ ...options, isHeld: true }), egress.slots, {
      ...options,
      isHeld: true,
    });
    const signal = AbortSignal.any([given, stopped]);
    const wait = queue.startWait(options, signal);
    try {
      await entry.waitForSlot(wait.signal);
      const first = await readiness.wait(wait.signal);
      const leftQueueAt = performance.now();
      return await withConnection(context, first, {
        language,
        signal,
        attempt: (connection) =>
          bootLiveSandbox(context, connection, {
            ...{ options, language, wait, leftQueueAt, signal },
            onRemoved: entry.leave,
          }),
      });
    } catch (error) {
      entry.leave();
      throw error;
    } finally {
      wait.end();
      // After the answer: a container that boots would take processor time from it.
      setImmediate(pool.refill);
    }
  }

  return { open };
}
