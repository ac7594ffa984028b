import { lookup, Resolver } from 'node:dns/promises';
import { within } from '../../../src-shared-node/within.ts';

/** Resolves a host name to its IPv4 addresses; empty if it has none or no name server answers in time. */
export type NameLookup = (name: string) => Promise<string[]>;

const limitMs = 5000;

/**
 * Resolves names as the programs of this machine do, including its hosts file. With `servers`, in the form of
 * `dns.getServers`, only these servers are asked.
 */
export function createNameLookup(servers?: () => readonly string[]): NameLookup {
  const ask = servers === undefined ? askMachine : (name: string) => askServers(servers(), name);
  return (name) => within(limitMs, ask(name)).catch(() => []);
}

async function askMachine(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true, family: 4 });
  return found.map(({ address }) => address);
}

function askServers(servers: readonly string[], name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: limitMs, tries: 1 });
  resolver.setServers(servers);
  return resolver.resolve4(name);
}
