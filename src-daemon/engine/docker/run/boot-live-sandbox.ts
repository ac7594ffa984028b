import { networkLimits } from '../../../../src-shared/contracts/network/network-limits.ts';
import { openEgress } from '../../../egress/open-egress.ts';
import { BootError } from '../../../wire/boot-error.ts';
import type { LiveSandbox } from '../../live-sandbox.ts';
import type { Connection } from '../link/readiness.ts';
import { openRunNetwork } from '../network/run-network.ts';
import type { LiveContext, LiveNetwork, LiveOrder } from './live-context.ts';
import { usualDiskMb } from './sandbox-kinds.ts';
import type { SandboxRequest } from './sandbox-pool.ts';
import { startLiveSandbox } from './start-live-sandbox.ts';

/**
 * Takes or boots the container of a live sandbox, in its network if it has one, and starts its session.
 * @throws errors of the engine; the signal's reason
 */
export async function bootLiveSandbox(
  context: LiveContext,
  connection: Connection,
  order: LiveOrder,
): Promise<LiveSandbox> {
  // Refuses a language that is not installed before anything is made for the sandbox.
  connection.families.demand(order.language);
  const network = await openNetwork(context, connection, order);
  try {
    return await startOnce(context, connection, { ...order, network });
  } catch (error) {
    void network.egress?.close();
    if (network.holder !== undefined) void context.disposals.add(network.holder.dispose());
    throw error;
  }
}

async function openNetwork(
  context: LiveContext,
  connection: Connection,
  { options, language, wait }: LiveOrder,
): Promise<LiveNetwork> {
  const { network: policy, networkHooks: hooks } = options;
  if (policy === 'none') return { holder: undefined, egress: undefined };
  if (policy !== 'full') {
    const { runtime } = connection.link.facts;
    const connections = networkLimits.connectionsOfSandbox;
    const egress = await openEgress(context.egress, {
      policy,
      hooks,
      hasKeyStore: language.family === 'jvm',
      runtime,
      connections,
    });
    return { holder: undefined, egress };
  }
  // The holder boots for this sandbox alone, so the limit of its wait no longer counts.
  wait.end();
  const at = { ...context, link: connection.link, imageId: connection.image.id };
  return { holder: await context.disposals.add(openRunNetwork(at, options.id)), egress: undefined };
}

/** Starts the sandbox. A second container follows if the first one, which was warm, exited before its session. */
async function startOnce(
  context: LiveContext,
  connection: Connection,
  order: LiveOrder & { network: LiveNetwork },
): Promise<LiveSandbox> {
  const take = () => context.pool.take(connection, requestOf(order));
  try {
    return await startLiveSandbox(context, { connection, container: await take(), order });
  } catch (error) {
    if (!(error instanceof BootError) || order.signal.aborted) throw error;
    return startLiveSandbox(context, { connection, container: await take(), order });
  }
}

function requestOf({ options, language, wait, network }: LiveOrder & { network: LiveNetwork }): SandboxRequest {
  const { id, layer, memoryMb, diskMb } = options;
  return {
    kind: 'live',
    language,
    layer,
    memoryMb,
    special: {
      ...(network.holder !== undefined && { networkMode: network.holder.mode }),
      ...(diskMb !== usualDiskMb && { workMb: diskMb }),
    },
    labels: { liveSandboxId: id },
    wait,
  };
}
