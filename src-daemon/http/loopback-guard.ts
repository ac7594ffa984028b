import type { RequestHandler } from 'express';
import { AppError } from '../app-error.ts';

/**
 * Refuses what did not mean this daemon, before anything of it is parsed: a Host that is not ours (DNS rebinding), a
 * foreign Origin or fetch site (a web page of somebody else).
 */
export function loopbackGuard(port: () => number): RequestHandler {
  return (request, _response, next) => {
    const { host, origin, 'sec-fetch-site': site } = request.headers;
    if (host === undefined || !(host === `127.0.0.1:${port()}` || host === `localhost:${port()}`))
      throw new AppError('wrong_host', `This daemon is served at 127.0.0.1:${port()}.`);
    const foreign = (origin !== undefined && origin !== `http://${host}`) || !isOwnSite(site);
    if (foreign) throw new AppError('foreign_origin', 'Requests from other web origins are refused.');
    next();
  };
}

function isOwnSite(site: string | string[] | undefined): boolean {
  return site === undefined || site === 'none' || site === 'same-origin';
}
