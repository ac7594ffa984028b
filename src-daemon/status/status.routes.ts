import {
  type Health,
  handshake,
  provePage,
  readApiInfo,
  readHealth,
} from '../../src-shared/contracts/service.contract.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import type { PageProof } from './page-proof.ts';

interface StatusDeps {
  health: () => Health;
  prove: (nonce: string) => string;
  page: Pick<PageProof, 'prove'>;
  version: string;
}

export function mountStatus(host: EndpointHost, { health, prove, page, version }: StatusDeps): void {
  mountEndpoints(
    host,
    { readHealth, handshake, provePage, readApiInfo },
    {
      readHealth: () => health(),
      handshake: ({ body }) => ({ proof: prove(body.nonce) }),
      provePage: ({ body }) => ({ proof: page.prove(body.page, body.nonce) }),
      readApiInfo: () => ({
        name: 'strongroom' as const,
        version,
        documentation: { page: '/docs', openapi: '/api/v1/openapi.json' },
        operations: host.mounted.map(({ summary, method, path }) => ({ summary, method, path })),
      }),
    },
  );
}
