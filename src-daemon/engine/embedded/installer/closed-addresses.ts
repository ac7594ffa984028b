import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { isClosedAddress } from '../../../egress/closed-ranges.ts';
import type { PackageSource } from '../../../egress/index-hosts.ts';
import { hostKey, hostOf, indexHosts } from '../../../egress/index-hosts.ts';

/**
 * An index redirected or linked to a host that is not its own, or a public index resolved to an address that only a
 * configured index or proxy may have.
 */
export class ClosedAddressError extends Error {
  readonly host: string;

  constructor(host: string) {
    super('a package index led to a host or address that is closed');
    this.name = 'ClosedAddressError';
    this.host = host;
  }
}

type Connector = buildConnector.connector;
type ConnectOptions = buildConnector.BuildOptions;

export interface ClosedAddresses {
  /** Returns true if the host and port of an address are those of an index of the source, or of its files. */
  isOwnHost(url: URL): boolean;
  /** @throws ClosedAddressError for another host */
  checkHost(url: URL): void;
  /** Returns a connector that resolves a name once and connects only to an address that is not closed. */
  guard(options: ConnectOptions): Connector;
}

/**
 * Closes all hosts except those of a source's indexes, and private addresses and this machine's own except for configured
 * indexes and the proxy. `build` is undici's `buildConnector`, which its caller loads.
 */
export function createClosedAddresses(source: PackageSource, build: typeof buildConnector): ClosedAddresses {
  const own = new Set(indexHosts({ packageManager: 'pip', source }).map(hostKey));
  const configured = new Set(
    [source.proxy, source.indexUrl, ...(source.extraIndexUrls ?? [])].flatMap((address) => {
      const url = URL.parse(address ?? '');
      return url === null ? [] : [hostKey(hostOf(url))];
    }),
  );
  const isOwnHost = (url: URL) => own.has(hostKey(hostOf(url)));

  return {
    isOwnHost,
    checkHost(url) {
      if (!isOwnHost(url)) throw new ClosedAddressError(url.host);
    },
    guard(options) {
      const direct = build(options);
      const checked = build({ ...options, lookup: openLookup });
      return (target, callback) => {
        const url = new URL(`${target.protocol}//${target.host ?? target.hostname}`);
        (configured.has(hostKey(hostOf(url))) ? direct : checked)(target, callback);
      };
    },
  };
}

/** Resolves names as the machine does, and removes closed addresses. */
const openLookup: LookupFunction = (hostname, options, callback) => {
  const all: LookupAllOptions = { ...options, all: true } as LookupAllOptions;
  lookup(hostname, all, (error, found: LookupAddress[]) => {
    if (error !== null) return callback(error, '', 0);
    const open = found.filter(({ address }) => !isClosedAddress(address));
    const [first] = open;
    if (first === undefined) return callback(new ClosedAddressError(hostname), '', 0);
    if (options.all === true) callback(null, open);
    else callback(null, first.address, first.family);
  });
};
