import { type Access, isReadBeforeAuthentication } from '../../../src-shared/endpoint.ts';
import type { Actor, Client } from '../../core/actor.ts';
import type { EndpointHost } from '../mount-endpoints.ts';
import { type RequestCredentials, readCredentials } from './credentials.ts';

type Authenticate = (credentials: RequestCredentials, access: Access, client: Client) => Promise<Actor>;

/** Takes the credential out of a request's headers; an operation that is open, or judges its token itself, has no actor. */
export function authenticateRequest(authenticate: Authenticate): EndpointHost['authenticate'] {
  return async (request, access, client) => {
    if (isReadBeforeAuthentication(access)) return undefined;
    return authenticate(readCredentials(request), access, client);
  };
}
