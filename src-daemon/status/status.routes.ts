import { type Health, handshake, readApiInfo, readHealth } from '../../src-shared/service.contract.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';

interface StatusDeps {
  health: () => Health;
  prove: (nonce: string) => string;
  version: string;
}

export function mountStatus(host: EndpointHost, { health, prove, version }: StatusDeps): void {
  mountEndpoints(
    host,
    { readHealth, handshake, readApiInfo },
    {
      readHealth: () => health(),
      handshake: ({ body }) => ({ proof: prove(body.nonce) }),
      readApiInfo: () => ({
        name: 'strongroom' as const,
        version,
        documentation: { page: '/docs', openapi: '/api/v1/openapi.json' },
        operations: host.mounted.map(({ summary, method, path }) => ({ summary, method, path })),
      }),
    },
  );
}
