import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { isClosedAddress } from '../../closed-ranges.ts';
import type { PolicyMessage } from '../../messages.ts';
import { ConnectError } from '../http-connection.ts';
import type { Target } from '../label.ts';
import type { HostResolver } from './resolve-host.ts';

export interface ConnectOptions extends Target {
  /** Address from the rule, which may be closed and is not looked up. */
  address: string | undefined;
  resolver: HostResolver;
  /** Connects the host, unless the rule has its address. */
  proxy: PolicyMessage['proxy'];
  /** For the lookup and all attempts. */
  limitMs: number;
  /** The program has closed its connection. */
  signal: AbortSignal;
}

/**
 * Opens a connection to a host. The name is resolved once and all its addresses are checked; one of exactly these is
 * connected, and the next one if it fails. No address is used if one is closed: an answer that mixes public and private
 * addresses is an attack or a mistake. With a proxy, the proxy looks the name up and decides about its addresses.
 * @throws ConnectError `closed_address`, `connect_failed`, `timeout`, and those of the resolver
 */
export async function connectHost({ limitMs, signal, ...target }: ConnectOptions): Promise<Socket> {
  const late = AbortSignal.timeout(limitMs);
  const stop = AbortSignal.any([late, signal]);
  try {
    const { host, port, address, proxy, resolver } = target;
    if (proxy === undefined || address !== undefined)
      return await connectFirst(await abortable(checkedAddresses(target), stop), port, stop);
    const addresses = await abortable(addressesOfProxy(proxy.host, resolver), stop);
    return await openTunnel(await connectFirst(addresses, proxy.port, stop), { host, port }, stop);
  } catch (error) {
    if (error instanceof ConnectError) throw error;
    throw new ConnectError(late.aborted ? 'timeout' : 'connect_failed');
  }
}

/** @throws ConnectError `connect_failed` if there is no proxy of that name, because the host's own name may exist */
async function addressesOfProxy(name: string, resolver: HostResolver): Promise<string[]> {
  if (isIP(name) !== 0) return [name];
  try {
    return await resolver.resolve(name);
  } catch (error) {
    const isMissing = error instanceof ConnectError && error.reason === 'name_not_found';
    throw isMissing ? new ConnectError('connect_failed') : error;
  }
}

async function checkedAddresses({ host, address, resolver }: Omit<ConnectOptions, 'limitMs' | 'signal'>) {
  if (address !== undefined) return [address];
  const addresses = await resolver.resolve(host);
  if (addresses.some(isClosedAddress)) throw new ConnectError('closed_address');
  return addresses;
}

async function connectFirst(addresses: readonly string[], port: number, stop: AbortSignal): Promise<Socket> {
  let failure: unknown;
  for (const host of addresses) {
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true, autoSelectFamily: false });
    try {
      await once(socket, 'connect', { signal: stop });
      return socket;
    } catch (error) {
      socket.on('error', () => {}).destroy();
      if (stop.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}

function abortable<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(stop.reason);
  if (stop.aborted) abort();
  stop.addEventListener('abort', abort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => stop.removeEventListener('abort', abort));
}

/**
 * Asks a proxy on an open connection to connect a host (RFC 9110, section 9.3.6). The connection then has the bytes of the
 * host alone. It is destroyed after a failure.
 * @throws Error if the proxy refuses, answers no HTTP, or closes the connection
 */
async function openTunnel(socket: Socket, { host, port }: Target, stop: AbortSignal): Promise<Socket> {
  const authority = `${host}:${port}`;
  try {
    const { request } = await import('node:http');
    const asked = request({
      ...{ method: 'CONNECT', path: authority, headers: { Host: authority }, setHost: false },
      createConnection: () => socket,
    });
    // Also after an abort: an error without a listener would end the process.
    asked.on('error', () => {}).end();
    const [response, , head] = (await once(asked, 'connect', { signal: stop })) as [IncomingMessage, Socket, Buffer];
    const { statusCode = 0 } = response;
    if (statusCode < 200 || statusCode > 299) throw new Error(`the proxy answered ${statusCode}`);
    if (head.length > 0) socket.unshift(head);
    return socket;
  } catch (error) {
    socket.on('error', () => {}).destroy();
    throw error;
  }
}
