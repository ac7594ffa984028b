import { networkLimits } from '../../../../src-shared/contracts/network/network-limits.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { LiveEngine, LiveHost } from '../../live/live-engine.ts';
import type { LiveSandboxEnd } from '../../live-sandbox.ts';
import { requestOfLive } from '../../pool/sandbox-requests.ts';
import { enterEgressSlot } from '../../queue/enter-egress-slot.ts';
import type { QueueFront } from '../../queue/run-queue.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import type { BootedPod } from '../pods/boot-pod.ts';
import { asAppError } from './app-errors.ts';
import { checkNetwork, openNetwork } from './open-network.ts';
import type { ClusterRunContext } from './run-context.ts';

/** Returns how a cluster has live sandboxes: each in a pod of its own, whose lifetime is its deadline. */
export function livePods(context: ClusterRunContext & QueueFront): LiveEngine<ClusterConnection> {
  const { readiness, pool, egress, disposals } = context;
  return {
    ...context,
    check: ({ network }, language) => {
      readiness.demand();
      const connection = readiness.current();
      connection?.images.of(language);
      if (connection !== undefined) checkNetwork(connection, network);
    },
    waitForConnection: readiness.wait,
    withConnection: async (connection, { attempt }) => {
      try {
        return await attempt(connection);
      } catch (error) {
        throw asAppError(context, error);
      }
    },
    openNetwork: async (connection, order) => {
      const { network, networkHooks: hooks } = order.options;
      checkNetwork(connection, network);
      const { connectionsOfSandbox: connections } = networkLimits;
      const opened = await openNetwork(egress, { network, hooks, language: order.language, connections });
      return {
        egress: opened,
        take: async () => hostOf(await pool.take(connection, requestOfLive(order)), connection),
        closeNetwork: () => disposals.add(opened?.close() ?? Promise.resolve()),
      };
    },
    refill: pool.refill,
    enterEgress: (options, signal) => enterEgressSlot(egress.slots, { ...options, isHeld: true }, signal),
  };
}

function hostOf(pod: BootedPod, { lost }: ClusterConnection): LiveHost {
  const { channel, report, monitor, dispose } = pod;
  const findReason = async (): Promise<LiveSandboxEnd> => {
    await monitor.waitForLastEvents();
    if (report.end === 'out_of_memory') return 'out_of_memory';
    // A stream that was cut, a drained node and a deleted pod are losses; init itself exits with its container.
    return report.end === 'exited' ? 'stopped' : 'engine_lost';
  };
  return {
    ...{ channel, lost, findReason, dispose },
    names: { pod: report.pod.name },
    createPause: () => ({ pause: refusePause, resume: async () => {} }),
  };
}

async function refusePause(): Promise<void> {
  throw new AppError(
    'pause_not_supported',
    'A sandbox of a cluster cannot be paused: its pod keeps its memory until it ends. Delete the sandbox, or let it run.',
  );
}
