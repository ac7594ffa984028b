import { BootError } from '../../wire/boot-error.ts';
import { requireLanguage } from '../languages/languages.ts';
import type { LiveSandbox, LiveSandboxes, LiveSandboxOptions } from '../live-sandbox.ts';
import { holdSlot } from '../queue/run-in-slot.ts';
import type { LiveEngine, LiveNetwork, LiveOrder } from './live-engine.ts';
import { startLiveSandbox } from './start-live-sandbox.ts';

/** Creates the live sandboxes of an engine. They wait in the queue of the runs, and hold a slot of it. */
export function openLiveSandboxes<Connection>(engine: LiveEngine<Connection>): LiveSandboxes {
  const { queue, stopped } = engine;

  async function open(options: LiveSandboxOptions, given: AbortSignal): Promise<LiveSandbox> {
    const language = requireLanguage(options.language);
    stopped.throwIfAborted();
    engine.check(options, language);
    const entry = queue.admit({ ...options, isHeld: true });
    const order = { entry, arrival: options, signal: given, refill: engine.refill };
    return holdSlot(engine, order, async ({ wait, signal }) => {
      const egressSlot = await engine.enterEgress(options, wait.signal);
      const onRemoved = () => {
        egressSlot.leave();
        entry.leave();
      };
      try {
        const first = await engine.waitForConnection(wait.signal);
        const leftQueueAt = performance.now();
        const attempt = async (connection: Connection) => {
          const network = await engine.openNetwork(connection, { options, language, wait });
          return startAt(engine, network, { language, leftQueueAt, signal, onRemoved });
        };
        return await engine.withConnection(first, { language, signal, attempt });
      } catch (error) {
        egressSlot.leave();
        throw error;
      }
    });
  }

  return { open };
}

/** Starts the session, in a second sandbox if the first one, which was warm, exited before that. */
async function startAt<Connection>(
  engine: LiveEngine<Connection>,
  network: LiveNetwork,
  order: LiveOrder,
): Promise<LiveSandbox> {
  const start = async () => startLiveSandbox(engine, { network, order, host: await network.take() });
  try {
    return await start().catch((error: unknown) => {
      if (!(error instanceof BootError) || order.signal.aborted) throw error;
      return start();
    });
  } catch (error) {
    void network.closeNetwork();
    throw error;
  }
}
