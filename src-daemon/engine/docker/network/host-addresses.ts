import { networkInterfaces } from 'node:os';
import { within } from '../../../../src-shared-node/within.ts';
import type { ImageContext } from '../sandbox/boot-sandbox.ts';
import { bootContainer } from '../sandbox/sandbox.ts';
import { createDemultiplexer } from '../stream/demultiplex.ts';
import { addressesOptions, type NetworkContainer } from './network-options.ts';

/** At which a packet would end at the machine instead of passing through it. */
export interface HostAddresses {
  /** Each with or without the length of its prefix. */
  addresses: string[];
  hasIpv6: boolean;
}

const limitMs = 10_000;

/**
 * Asks the engine's machine for its own addresses, by a container in its network; this process's machine, where that
 * is another (a virtual machine of the desktop), adds its own.
 * @throws Error when the engine gives no such container or it does not answer
 */
export async function readHostAddresses(
  place: Pick<ImageContext, 'link' | 'log'>,
  container: NetworkContainer,
): Promise<HostAddresses> {
  const lister = await bootContainer(place.link, addressesOptions(container), place.log);
  try {
    const text = await within(limitMs, readToEnd(lister.stream));
    const [family, ...lines] = text.trim().split('\n');
    if (lines.pop() !== 'end') throw new Error('the machine does not say its addresses');
    return { addresses: [...new Set([...lines, ...ownAddresses()])], hasIpv6: family === 'ipv6' };
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
  stream.once('close', () => done.reject(new Error('the machine does not say its addresses')));
  stream.once('end', () => done.reject(new Error('the machine does not say its addresses')));
  return done.promise;
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map(({ address }) => address);
}
