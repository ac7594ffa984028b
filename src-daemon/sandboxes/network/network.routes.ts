import {
  decideSandboxConnection,
  readSandboxNetwork,
} from '../../../src-shared/contracts/sandboxes/sandbox-network.contract.ts';
import { type EndpointHost, mountEndpoints } from '../../http/mount-endpoints.ts';
import type { SandboxNetworkService } from './network.service.ts';

export function mountSandboxNetwork(host: EndpointHost, network: SandboxNetworkService): void {
  mountEndpoints(
    host,
    { readSandboxNetwork, decideSandboxConnection },
    {
      readSandboxNetwork: ({ actor, params }) => network.readNetwork(actor, params.id),
      decideSandboxConnection: ({ actor, params, body }) => network.decideConnection(actor, params.id, body),
    },
  );
}
