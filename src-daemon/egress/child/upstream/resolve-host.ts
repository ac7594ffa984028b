import { lookup, Resolver } from 'node:dns/promises';
import { ConnectError } from '../http-connection.ts';

/** Finds the addresses of hosts, IPv4 first. */
export interface HostResolver {
  /** Each call is one lookup. @throws ConnectError `name_not_found`, `timeout`, `limit` */
  resolve(host: string): Promise<string[]>;
}

interface ResolverOptions {
  /** `address` or `address:port`; those of the machine if empty. */
  nameServers: readonly string[];
  /** Maximum number of lookups. */
  limit: number;
  timeoutMs: number;
}

export function createHostResolver({ nameServers, limit, timeoutMs }: ResolverOptions): HostResolver {
  const find = nameServers.length === 0 ? findAsMachine : createFinder(nameServers, timeoutMs);
  let count = 0;
  return {
    resolve: async (host) => {
      if (count >= limit) throw new ConnectError('limit');
      count++;
      const addresses = await find(host);
      if (addresses.length === 0) throw new ConnectError('name_not_found');
      return addresses;
    },
  };
}

async function findAsMachine(host: string): Promise<string[]> {
  try {
    const found = await lookup(host, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  } catch {
    throw new ConnectError('name_not_found');
  }
}

/** Returns a function that asks the name servers for both families at once. One of them is enough. */
function createFinder(nameServers: readonly string[], timeoutMs: number): (host: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 4), tries: 2 });
  resolver.setServers(nameServers);
  return async (host) => {
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const isLate = results.some((result) => result.status === 'rejected' && result.reason?.code === 'ETIMEOUT');
    if (addresses.length === 0 && isLate) throw new ConnectError('timeout');
    return addresses;
  };
}
