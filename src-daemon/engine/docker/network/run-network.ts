import { AppError } from '../../../app-error.ts';
import { createDemultiplexer } from '../demultiplex.ts';
import type { RunPlace } from '../run-job.ts';
import { bootContainer, type Sandbox } from '../sandbox.ts';
import { within } from '../within.ts';
import { ensureBridge } from './bridge.ts';
import { createHolderReader, encodeHolderFrame, type HolderFrame } from './holder-frames.ts';
import { readHostAddresses } from './host-addresses.ts';
import { createNameRelay, type NameRelay, type NameServers } from './name-relay.ts';
import { holderOptions, type NetworkContainer } from './network-options.ts';

/** A network namespace that is closed to everything but public addresses, for one run. */
export interface RunNetwork {
  /** The `NetworkMode` of the container that joins it. */
  mode: string;
  /** Ends it; whoever is in it has no network any more. */
  dispose(): Promise<void>;
}

const closingLimitMs = 10_000;

/**
 * Opens the network of one run: a holder's namespace on this instance's bridge, which has closed itself before this
 * resolves.
 * @throws AppError `engine_unavailable` where it cannot be made safe
 */
export async function openRunNetwork(
  place: Pick<RunPlace, 'link' | 'log' | 'instanceId' | 'imageId'> & { nameServers: NameServers },
  executionId: string,
): Promise<RunNetwork> {
  const { link, log, instanceId, imageId, nameServers } = place;
  const container: NetworkContainer = { imageId, instanceId, executionId, runtime: link.facts.runtime };
  try {
    const [hosts, bridge] = await Promise.all([
      readHostAddresses(place, container),
      ensureBridge(link.docker, { instanceId, processId: link.processId }),
    ]);
    const options = holderOptions(container, { bridge, hasIpv6: hosts.hasIpv6 });
    const holder = await bootContainer(link, options, log);
    try {
      await within(closingLimitMs, close(holder, hosts.addresses, createNameRelay(nameServers)));
    } catch (error) {
      void holder.dispose();
      throw error;
    }
    return { mode: `container:${holder.containerId}`, dispose: holder.dispose };
  } catch (cause) {
    log.error({ err: cause }, 'the network of a run could not be closed');
    throw new AppError(
      'engine_unavailable',
      'This engine cannot give a run the network safely, so the run was refused; the log has its words. Run it without.',
      { cause },
    );
  }
}

/** Resolves when the holder has closed its namespace; answers its questions from then on. */
function close(holder: Sandbox, hosts: readonly string[], relay: NameRelay): Promise<void> {
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
  stream.write(encodeHolderFrame('H', Buffer.from(`${hosts.join('\n')}\n`)));
  return closed.promise;
}
