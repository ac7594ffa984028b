import { within } from '../../../../src-shared-node/within.ts';
import { engineFailed } from '../../engine-errors.ts';
import type { ImageContext } from '../sandbox/boot-sandbox.ts';
import { bootContainer, type Sandbox } from '../sandbox/sandbox.ts';
import { createDemultiplexer } from '../stream/demultiplex.ts';
import { ensureBridge } from './bridge.ts';
import { type NetworkExceptions, noExceptions } from './exceptions.ts';
import { createHolderReader, encodeHolderFrame, type HolderFrame } from './holder-frames.ts';
import { readHostAddresses } from './host-addresses.ts';
import { createNameRelay, type NameRelay, type NameServers } from './name-relay.ts';
import { holderOptions, type NetworkContainer } from './network-options.ts';

/** A network namespace that is closed to everything but public addresses, for one run or one installation. */
export interface RunNetwork {
  /** The `NetworkMode` of the container that joins it. */
  mode: string;
  /** Ends it; whoever is in it has no network any more. */
  dispose(): Promise<void>;
}

const closingLimitMs = 10_000;
/** All of IPv4. One range of no bits would be the default route itself. */
const everything = ['0.0.0.0/1', '128.0.0.0/1'];

type NetworkPlace = Pick<ImageContext, 'link' | 'log' | 'instanceId' | 'imageId'> & { relay: NameRelay };

/**
 * Opens the network of one run: a holder's namespace on this instance's bridge, which has closed itself before this
 * resolves.
 * @throws AppError `engine_unavailable` where it cannot be made safe
 */
export async function openRunNetwork(
  { nameServers, ...place }: Omit<NetworkPlace, 'relay'> & { nameServers: NameServers },
  executionId: string,
): Promise<RunNetwork> {
  try {
    const relay = createNameRelay(nameServers);
    return await openClosedNetwork({ ...place, relay }, { executionId, exceptions: noExceptions });
  } catch (cause) {
    place.log.error({ err: cause }, 'the network of a run could not be closed');
    throw engineFailed(
      'This engine cannot give a run the network safely, so the run was refused. Run it without the network.',
      cause,
    );
  }
}

/** Opens a namespace that is closed to everything but public addresses and the exceptions. @throws Error */
export async function openClosedNetwork(
  { link, log, instanceId, imageId, relay }: NetworkPlace,
  { executionId, exceptions }: { executionId?: string; exceptions: NetworkExceptions },
): Promise<RunNetwork> {
  const container: NetworkContainer = { imageId, instanceId, executionId, runtime: link.facts.runtime };
  const [machine, bridge] = await Promise.all([
    readHostAddresses({ link, log }, container),
    ensureBridge(link, instanceId),
  ]);
  const options = holderOptions(container, { bridge, hasIpv6: machine.hasIpv6, hosts: exceptions.hosts });
  const holder = await bootContainer(link, options, log);
  try {
    await within(closingLimitMs, close(holder, linesFor(machine.addresses, exceptions), relay));
  } catch (error) {
    void holder.dispose();
    throw error;
  }
  return { mode: `container:${holder.containerId}`, dispose: holder.dispose };
}

/** What the holder closes and opens, a line each; resources/sandbox/netns/NETWORK.md has the form. */
function linesFor(addresses: readonly string[], { openings, isExclusive }: NetworkExceptions): string[] {
  const opened = openings.map(({ address, port }) => `open ${address} ${port}`);
  return [...addresses, ...(isExclusive ? everything : []), ...opened];
}

/** Resolves when the holder has closed its namespace; answers its questions from then on. */
function close(holder: Sandbox, lines: readonly string[], relay: NameRelay): Promise<void> {
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
    void relay(payload.subarray(5), transport).then((message) => {
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
  stream.once('close', () => closed.reject(new Error('the holder ended before its network was closed')));
  stream.once('end', () => stream.destroy());
  stream.write(encodeHolderFrame('H', Buffer.from(`${lines.join('\n')}\n`)));
  return closed.promise;
}
