import type { Calls } from './calls.ts';
import type { SecretInput, SecretMetadata } from './generated/api.ts';
import type { CallOptions } from './operations.ts';

/** Secrets. No call returns a value. */
export function createSecretCalls({ request }: Calls) {
  return {
    list: async (options: CallOptions = {}): Promise<SecretMetadata[]> =>
      (await request('GET /api/v1/secrets', options)).secrets,

    /** Creates or replaces a secret. */
    set: (name: string, secret: string | SecretInput, options: CallOptions = {}): Promise<SecretMetadata> => {
      const body = typeof secret === 'string' ? { value: secret } : secret;
      return request('PUT /api/v1/secrets/{name}', { params: { name }, body, ...options });
    },

    delete: (name: string, options: CallOptions = {}): Promise<undefined> =>
      request('DELETE /api/v1/secrets/{name}', { params: { name }, ...options }),
  };
}
