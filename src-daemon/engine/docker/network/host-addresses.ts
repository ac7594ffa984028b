import { within } from '../../../../src-shared-node/within.ts';
import { ownNetworks } from '../../../egress/own-networks.ts';
import type { ImageContext } from '../sandbox/boot-sandbox.ts';
import { createDemultiplexer } from '../sandbox/demultiplex.ts';
import { bootContainer } from '../sandbox/sandbox.ts';
import { addressesOptions, type NetworkContainer } from './network-options.ts';

/** Addresses that the machine delivers locally, instead of forwarding packets to them, and the networks of its links. */
export interface HostAddresses {
  /** Each with or without a prefix length. */
  addresses: string[];
  hasIpv6: boolean;
}

const limitMs = 10_000;

/**
 * Lists the addresses of the engine's machine, by a container in its network, and those of this process's machine,
 * which is another one if the engine runs in a virtual machine.
 * @throws Error if the container does not start or does not answer
 */
export async function readHostAddresses(
  context: Pick<ImageContext, 'link' | 'log'>,
  container: NetworkContainer,
): Promise<HostAddresses> {
  const lister = await bootContainer(context.link, addressesOptions(container), context.log);
  try {
    const text = await within(limitMs, readToEnd(lister.stream));
    const [family, ...lines] = text.trim().split('\n');
    if (lines.pop() !== 'end') throw new Error("the addresses of the engine's machine could not be listed");
    return { addresses: [...new Set([...lines, ...ownNetworks('IPv4')])], hasIpv6: family === 'ipv6' };
  } finally {
    void lister.dispose();
  }
}

function readToEnd(stream: NodeJS.ReadableStream): Promise<string> {
  const pieces: Buffer[] = [];
  const done = Promise.withResolvers<string>();
  const demultiplex = createDemultiplexer((piece) => {
    pieces.push(Buffer.from(piece));
    const text = Buffer.concat(pieces).toString('latin1');
    if (text.endsWith('end\n')) done.resolve(text);
  });
  stream.on('data', demultiplex);
  stream.once('close', () => done.reject(new Error("the addresses of the engine's machine could not be listed")));
  stream.once('end', () => done.reject(new Error("the addresses of the engine's machine could not be listed")));
  return done.promise;
}
