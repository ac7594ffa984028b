import type { LiveSandbox } from '../../live-sandbox.ts';
import { BootError } from '../../protocol/boot-error.ts';
import type { Connection } from '../link/readiness.ts';
import { openRunNetwork, type RunNetwork } from '../network/run-network.ts';
import { usualDiskMb } from '../run/sandbox-kinds.ts';
import type { SandboxRequest } from '../run/sandbox-pool.ts';
import type { LiveContext, LiveOrder } from './live-context.ts';
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
    if (network !== undefined) void context.disposals.add(network.dispose());
    throw error;
  }
}

async function openNetwork(
  context: LiveContext,
  connection: Connection,
  { options, wait }: LiveOrder,
): Promise<RunNetwork | undefined> {
  if (options.network === 'none') return undefined;
  // The holder boots for this sandbox alone, so the limit of its wait no longer counts.
  wait.end();
  const at = { ...context, link: connection.link, imageId: connection.image.id };
  return context.disposals.add(openRunNetwork(at, options.id));
}

/** Starts the sandbox. A second container follows if the first one, which was warm, exited before its session. */
async function startOnce(
  context: LiveContext,
  connection: Connection,
  order: LiveOrder & { network: RunNetwork | undefined },
): Promise<LiveSandbox> {
  const take = () => context.pool.take(connection, requestOf(order));
  try {
    return await startLiveSandbox(context, { connection, container: await take(), order });
  } catch (error) {
    if (!(error instanceof BootError) || order.signal.aborted) throw error;
    return startLiveSandbox(context, { connection, container: await take(), order });
  }
}

function requestOf({
  options,
  language,
  wait,
  network,
}: LiveOrder & { network: RunNetwork | undefined }): SandboxRequest {
  const { id, layer, memoryMb, diskMb } = options;
  return {
    kind: 'live',
    language,
    layer,
    memoryMb,
    special: {
      ...(network !== undefined && { networkMode: network.mode }),
      ...(diskMb !== usualDiskMb && { workMb: diskMb }),
    },
    labels: { liveSandboxId: id },
    wait,
  };
}
