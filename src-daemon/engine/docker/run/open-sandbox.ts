import { type Egress, openEgress } from '../../../egress/open-egress.ts';
import type { EgressHooks } from '../../../egress/policy.ts';
import type { SandboxJob } from '../../engine.ts';
import type { EngineConnection } from '../link/engine-connection.ts';
import { openRunNetwork } from '../network/run-network.ts';
import type { BootedSandbox } from '../sandbox/boot-sandbox.ts';
import type { ContainerRequest } from './container-pool.ts';
import type { RunContext } from './run-context.ts';

/** An order of one sandbox, for a run or to live. */
export interface SandboxOrder {
  /** The id of the run or of the live sandbox. */
  id: string;
  request: ContainerRequest;
  network: SandboxJob['network'];
  /** The owner of a network by rule; required with one. */
  hooks: EgressHooks | undefined;
  /** Limit of the connections that a network by rule has at once. */
  connections: number;
}

/** One sandbox: its network, and the container in it. */
export interface OpenSandbox {
  /** Present with a network by rule. */
  egress: Egress | undefined;
  /**
   * Takes a container from the pool. Call it once more if the first one, which was warm, has exited before its use.
   * @throws errors of the engine; the signal's reason
   */
  takeContainer(): Promise<BootedSandbox>;
  /** Ends the connections and removes the network. Resolves when the connections were reported and nothing is left. */
  closeNetwork(): Promise<void>;
}

/**
 * Opens a sandbox for a run, or to live.
 * @throws AppError `egress_unavailable`, `engine_unavailable`; the signal's reason
 */
export async function openSandbox(
  context: RunContext,
  connection: EngineConnection,
  order: SandboxOrder,
): Promise<OpenSandbox> {
  const { mode, egress, close } = await openNetwork(context, connection, order);
  const request = { ...order.request, special: { ...order.request.special, networkMode: mode } };
  return {
    egress,
    takeContainer: () => context.pool.take(connection, request),
    closeNetwork: () => context.disposals.add(close()),
  };
}

interface SandboxNetwork {
  /** The `NetworkMode` of its container; undefined for none of its own. */
  mode: string | undefined;
  egress: Egress | undefined;
  close(): Promise<void>;
}

async function openNetwork(
  context: RunContext,
  { link, image }: EngineConnection,
  { id, request: { language, wait }, network: policy, hooks, connections }: SandboxOrder,
): Promise<SandboxNetwork> {
  if (policy === 'none') return { mode: undefined, egress: undefined, close: async () => {} };
  if (policy === 'full') {
    // The holder and the container boot for this order alone, so the limit of its wait no longer counts.
    wait.end();
    const opening = openRunNetwork({ ...context, link, imageId: image.id }, id);
    const { mode, dispose } = await context.disposals.add(opening);
    return { mode, egress: undefined, close: dispose };
  }
  const { runtime } = link.facts;
  const hasKeyStore = language.family === 'jvm';
  const egress = await openEgress(context.egress, { policy, hooks, hasKeyStore, runtime, connections });
  return { mode: undefined, egress, close: egress.close };
}
