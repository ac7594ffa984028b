import { networkLimits } from '../../../../src-shared/contracts/network/network-limits.ts';
import { BootError } from '../../../wire/boot-error.ts';
import { requireLanguage } from '../../languages/languages.ts';
import type { LiveSandbox, LiveSandboxes, LiveSandboxOptions } from '../../live-sandbox.ts';
import { enterEgressSlot } from '../../queue/enter-egress-slot.ts';
import { holdSlot } from '../../queue/run-in-slot.ts';
import type { StartWait } from '../../queue/start-wait.ts';
import type { EngineConnection } from '../link/readiness.ts';
import type { LiveContext, LiveOrder } from './live-context.ts';
import { openSandbox } from './open-sandbox.ts';
import { defaultDiskMb } from './sandbox-kinds.ts';
import { startLiveSandbox } from './start-live-sandbox.ts';
import { withConnection } from './with-connection.ts';

/** Creates the live sandboxes of a Docker engine. They wait in the queue of the runs, and hold a place of it. */
export function openLiveSandboxes(context: LiveContext): LiveSandboxes {
  const { queue, readiness, stopped, pool, egress } = context;

  async function open(options: LiveSandboxOptions, given: AbortSignal): Promise<LiveSandbox> {
    const language = requireLanguage(options.language);
    stopped.throwIfAborted();
    readiness.demand();
    readiness.current()?.families.demand(language);
    const entry = queue.admit({ ...options, isHeld: true });
    const order = { entry, arrival: options, signal: given, refill: pool.refill };
    return holdSlot(context, order, async ({ wait, signal }) => {
      const egressSlot = await enterEgressSlot(egress.slots, { ...options, isHeld: true }, wait.signal);
      const onRemoved = () => {
        egressSlot.leave();
        entry.leave();
      };
      try {
        const first = await readiness.wait(wait.signal);
        const leftQueueAt = performance.now();
        const attempt = (connection: EngineConnection) =>
          openAt(context, connection, { wait, order: { options, language, leftQueueAt, signal, onRemoved } });
        return await withConnection(context, first, { language, signal, attempt });
      } catch (error) {
        egressSlot.leave();
        throw error;
      }
    });
  }

  return { open };
}

/**
 * Opens the sandbox of an order and starts its session, in a second container if the first one, which was warm, exited
 * before that.
 */
async function openAt(
  context: LiveContext,
  connection: EngineConnection,
  { wait, order }: { wait: StartWait; order: LiveOrder },
): Promise<LiveSandbox> {
  // Refuses a language that is not installed before anything is made for the sandbox.
  connection.families.demand(order.language);
  const { id, layer, memoryMb, diskMb, network, networkHooks: hooks } = order.options;
  const { connectionsOfSandbox: connections } = networkLimits;
  const { language } = order;
  const sandbox = await openSandbox(context, connection, {
    ...{ id, network, hooks, connections },
    request: {
      ...{ kind: 'live', language, layer, memoryMb, wait },
      special: diskMb === defaultDiskMb ? {} : { workMb: diskMb },
      labels: { liveSandboxId: id },
    },
  });
  const start = async () =>
    startLiveSandbox(context, { connection, sandbox, container: await sandbox.takeContainer(), order });
  try {
    return await start().catch((error: unknown) => {
      if (!(error instanceof BootError) || order.signal.aborted) throw error;
      return start();
    });
  } catch (error) {
    void sandbox.closeNetwork();
    throw error;
  }
}
