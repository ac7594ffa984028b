import type { Request } from 'express';

/** The credentials of a request, as they came: one good one suffices. */
export interface RequestCredentials {
  apiKey: string | undefined;
  authorization: string | undefined;
}

export function readCredentials(request: Request): RequestCredentials {
  return { apiKey: request.get('x-api-key'), authorization: request.get('authorization') };
}
