import { within } from '../../../../src-shared-node/within.ts';
import { engineFailed } from '../../engine-errors.ts';
import type { ImageContext } from '../sandbox/boot-sandbox.ts';
import { createDemultiplexer } from '../sandbox/demultiplex.ts';
import { bootContainer, type Sandbox } from '../sandbox/sandbox.ts';
import { ensureBridge } from './bridge.ts';
import { type NetworkExceptions, noExceptions } from './exceptions.ts';
import { createHolderReader, encodeHolderFrame, type HolderFrame } from './holder-frames.ts';
import { readHostAddresses } from './host-addresses.ts';
import { createNameForwarder, type NameForwarder, type NameServers } from './name-forwarder.ts';
import { holderOptions, type NetworkContainer } from './network-options.ts';

/** A network namespace that is closed to everything but public addresses, for one run or one installation. */
export interface RunNetwork {
  /** The `NetworkMode` of the container that joins it. */
  mode: string;
  /** Removes the holder. A container in the namespace has no network any more. */
  dispose(): Promise<void>;
}

const closingLimitMs = 10_000;
/** All of IPv4, as two ranges: a single range of zero bits would be the default route. */
const everything = ['0.0.0.0/1', '128.0.0.0/1'];

type NetworkContext = Pick<ImageContext, 'link' | 'log' | 'instanceId' | 'imageId'> & { forwarder: NameForwarder };

/**
 * Opens the network of one run: the namespace of a holder on this process's bridge. Resolves when the holder has closed
 * the namespace.
 * @throws AppError `engine_unavailable` if the network cannot be closed
 */
export async function openRunNetwork(
  { nameServers, ...context }: Omit<NetworkContext, 'forwarder'> & { nameServers: NameServers },
  executionId: string,
): Promise<RunNetwork> {
  try {
    const forwarder = createNameForwarder(nameServers);
    return await openClosedNetwork({ ...context, forwarder }, { executionId, exceptions: noExceptions });
  } catch (cause) {
    context.log.error({ err: cause }, 'the network of a run could not be closed');
    throw engineFailed(
      'This engine cannot close private addresses to a run, so the run was refused. Run it without the network.',
      cause,
    );
  }
}

/** Opens a namespace that is closed to everything but public addresses and the exceptions. @throws Error */
export async function openClosedNetwork(
  { link, log, instanceId, imageId, forwarder }: NetworkContext,
  { executionId, exceptions }: { executionId?: string; exceptions: NetworkExceptions },
): Promise<RunNetwork> {
  const container: NetworkContainer = { imageId, instanceId, executionId, runtime: link.facts.runtime };
  const parts = [readHostAddresses({ link, log }, container), ensureBridge(link, instanceId)] as const;
  // If the first fails, as in a stop, the second is awaited too: a bridge in creation is not in the list that a stop removes.
  await Promise.allSettled(parts);
  const [machine, bridge] = await Promise.all(parts);
  const options = holderOptions(container, { bridge, hasIpv6: machine.hasIpv6, hosts: exceptions.hosts });
  const holder = await bootContainer(link, options, log);
  try {
    await within(closingLimitMs, close(holder, linesFor(machine.addresses, exceptions), forwarder));
  } catch (error) {
    void holder.dispose();
    throw error;
  }
  return { mode: `container:${holder.containerId}`, dispose: holder.dispose };
}

/** Returns the lines for the holder: ranges to close and exceptions (resources/sandbox/netns/NETWORK.md). */
function linesFor(addresses: readonly string[], { openings, isExclusive }: NetworkExceptions): string[] {
  const opened = openings.map(({ address, port }) => `open ${address} ${port}`);
  return [...addresses, ...(isExclusive ? everything : []), ...opened];
}

/** Resolves when the holder has closed its namespace. Then answers the holder's queries. */
function close(holder: Sandbox, lines: readonly string[], forwarder: NameForwarder): Promise<void> {
  const { stream } = holder;
  const closed = Promise.withResolvers<void>();
  const onFrame = ({ type, payload }: HolderFrame) => {
    if (type === 'R') closed.resolve();
    else if (type === 'B') closed.reject(new Error(`the holder failed: ${payload.toString('latin1')}`));
    else if (type === 'Q') answer(payload);
  };
  const answer = (payload: Buffer) => {
    const id = payload.subarray(0, 4);
    const transport = payload[4] === 1 ? 'tcp' : 'udp';
    void forwarder(payload.subarray(5), transport).then((message) => {
      if (message !== undefined && !stream.destroyed)
        stream.write(encodeHolderFrame('A', Buffer.concat([id, message])));
    });
  };
  const demultiplex = createDemultiplexer(createHolderReader(onFrame));
  stream.on('data', (chunk: Buffer) => {
    try {
      demultiplex(chunk);
    } catch (error) {
      closed.reject(error);
      stream.destroy();
    }
  });
  stream.once('close', () => closed.reject(new Error('the holder exited before it had closed its network')));
  stream.once('end', () => stream.destroy());
  stream.write(encodeHolderFrame('H', Buffer.from(`${lines.join('\n')}\n`)));
  return closed.promise;
}
