import type { Access } from '../../src-shared/endpoint.ts';
import type { Actor, Client } from '../actor.ts';
import type { EndpointHost } from './mount-endpoints.ts';

type Authenticate = (
  credentials: { apiKey: string | undefined; authorization: string | undefined },
  access: Access,
  client: Client,
) => Promise<Actor>;

/** Takes the credential out of a request's headers; an operation that is open, or judges its token itself, has no actor. */
export function authenticateRequest(authenticate: Authenticate): EndpointHost['authenticate'] {
  return async (request, access, client) => {
    if (access === 'open' || access === 'refresh') return undefined;
    const credentials = { apiKey: request.get('x-api-key'), authorization: request.get('authorization') };
    return authenticate(credentials, access, client);
  };
}
