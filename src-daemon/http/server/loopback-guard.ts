import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { AppError } from '../../errors/app-error.ts';

/**
 * Refuses a request that was not meant for this daemon, before anything of it is parsed: a host that is not ours (DNS
 * rebinding, a client that takes the daemon for a proxy), a foreign Origin or fetch site (another web page).
 */
export function loopbackGuard(port: () => number): RequestHandler {
  return (request, _response, next) => {
    const host = takeHost(request);
    if (!(host === `127.0.0.1:${port()}` || host === `localhost:${port()}`))
      throw new AppError('wrong_host', `The Host header is not the address of this daemon. Use 127.0.0.1:${port()}.`);
    const { origin, 'sec-fetch-site': site } = request.headers;
    const foreign = (origin !== undefined && origin !== `http://${host}`) || !isOwnSite(site);
    if (foreign) throw new AppError('foreign_origin', 'Requests from other web origins are refused.');
    next();
  };
}

/**
 * The host that a request names, with its port; undefined when there is none or it cannot be ours. In absolute form the
 * target counts and not the Host header (RFC 9112, 3.2.2), and the request continues with the path of the target.
 * @throws AppError `invalid_request` without a Host in HTTP/1.1, or with two (RFC 9112, 3.2)
 */
function takeHost(request: IncomingMessage): string | undefined {
  const hosts = request.headersDistinct.host ?? [];
  if (hosts.length > 1 || (hosts.length === 0 && request.httpVersion === '1.1'))
    throw new AppError('invalid_request', 'A request must have exactly one Host header.');
  const target = request.url ?? '';
  if (target.startsWith('/') || target === '*') return hosts[0];
  const [, authority, path = '/'] = /^http:\/\/([^/?#]*)([/?].*)?$/i.exec(target) ?? [];
  request.url = path.startsWith('?') ? `/${path}` : path;
  return authority;
}

function isOwnSite(site: string | string[] | undefined): boolean {
  return site === undefined || site === 'none' || site === 'same-origin';
}
