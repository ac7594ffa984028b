import { networkLimits } from '../../../../src-shared/contracts/network/network-limits.ts';
import type { LiveEngine, LiveHost } from '../../live/live-engine.ts';
import type { LiveSandboxEnd } from '../../live-sandbox.ts';
import { requestOfLive } from '../../pool/sandbox-requests.ts';
import { enterEgressSlot } from '../../queue/enter-egress-slot.ts';
import type { QueueFront } from '../../queue/run-queue.ts';
import { waitForLastEvents } from '../link/container-events.ts';
import type { EngineConnection } from '../link/engine-connection.ts';
import type { BootedSandbox } from '../sandbox/boot-sandbox.ts';
import { openSandbox } from './open-sandbox.ts';
import { createPause } from './pause.ts';
import type { RunContext } from './run-context.ts';
import { withConnection } from './with-connection.ts';

/** Returns how a Docker engine has live sandboxes: each in a container of its own. */
export function liveContainers(context: RunContext & QueueFront): LiveEngine<EngineConnection> {
  const { readiness, pool, egress } = context;
  return {
    ...context,
    check: (_options, language) => {
      readiness.demand();
      readiness.current()?.families.demand(language);
    },
    waitForConnection: readiness.wait,
    withConnection: (first, work) => withConnection(context, first, work),
    openNetwork: async (connection, order) => {
      // Refuses a language that is not installed before anything is made for the sandbox.
      connection.families.demand(order.language);
      const { id, network, networkHooks: hooks } = order.options;
      const { connectionsOfSandbox: connections } = networkLimits;
      const sandbox = await openSandbox(context, connection, {
        ...{ id, network, hooks, connections },
        request: requestOfLive(order),
      });
      const take = async () => hostOf(await sandbox.takeContainer(), connection);
      return { egress: sandbox.egress, take, closeNetwork: sandbox.closeNetwork };
    },
    refill: pool.refill,
    enterEgress: (options, signal) => enterEgressSlot(egress.slots, { ...options, isHeld: true }, signal),
  };
}

function hostOf(container: BootedSandbox, connection: EngineConnection): LiveHost {
  const { channel, containerId, dispose } = container;
  return {
    ...{ channel, dispose },
    names: { containerId },
    lost: connection.link.lost,
    findReason: () => findReason(container, connection),
    createPause: (session) => createPause(container, session),
  };
}

/** Returns why a container whose stream has closed has exited. */
async function findReason({ events }: BootedSandbox, { link }: EngineConnection): Promise<LiveSandboxEnd> {
  await Promise.race([events.removed, waitForLastEvents(link)]);
  if (link.lost.aborted) return 'engine_lost';
  return events.isInitKilled ? 'out_of_memory' : 'stopped';
}
