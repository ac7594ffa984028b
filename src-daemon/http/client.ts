import type { Request } from 'express';
import type { Client } from '../actor.ts';

const knownClients = new Set(['interface', 'cli']);

/** Reads where a request comes from: the peer's address, its User-Agent and `x-strongroom-client`. */
export function readClient(request: Request): Client {
  const named = request.get('x-strongroom-client') ?? '';
  return {
    ipAddress: request.socket.remoteAddress ?? '127.0.0.1',
    userAgent: request.get('user-agent')?.slice(0, 256) ?? null,
    source: knownClients.has(named) ? named : 'api',
  };
}
