import { type Access, isReadBeforeAuthentication } from '../../../src-shared/endpoint.ts';
import type { Actor, Client } from '../../core/actor.ts';
import type { EndpointHost } from '../mount-endpoints.ts';
import { type RequestCredentials, readCredentials } from './credentials.ts';

type Authenticate = (credentials: RequestCredentials, access: Access, client: Client) => Promise<Actor>;

/** Authenticates the headers of a request. An operation that is open, or checks its token itself, has no actor. */
export function authenticateRequest(authenticate: Authenticate): EndpointHost['authenticate'] {
  return async (request, access, client) => {
    if (isReadBeforeAuthentication(access)) return undefined;
    return authenticate(readCredentials(request), access, client);
  };
}
