import type { Request } from 'express';
import type { Client } from '../../core/actor.ts';

const knownClients = new Set(['interface', 'cli']);

/** Reads where a request comes from: the peer's address, its User-Agent and `x-strongroom-client`. */
export function readClient(request: Request): Client {
  const { remoteAddress } = request.socket;
  const named = request.get('x-strongroom-client') ?? '';
  return {
    // A Unix socket or named pipe has no address.
    ipAddress: remoteAddress ?? '127.0.0.1',
    isOwnUser: remoteAddress === undefined,
    userAgent: request.get('user-agent')?.slice(0, 256) ?? null,
    source: knownClients.has(named) ? named : 'api',
    // Every browser says where a request comes from (Fetch, "Sec-Fetch-Site"); what has no address came by the socket.
    isPage: isFromPage(request),
    isBrowser: remoteAddress !== undefined && isFromPage(request),
  };
}

function isFromPage(request: Request): boolean {
  return request.get('sec-fetch-site') !== undefined || request.get('origin') !== undefined;
}
