import { entityTag } from '../../../src-shared/contracts/preconditions.ts';
import {
  deleteProvider,
  listProviders,
  putProvider,
  testProvider,
  tryProvider,
} from '../../../src-shared/contracts/providers.contract.ts';
import { StatusReply } from '../../http/handler.ts';
import { type EndpointHost, mountEndpoints } from '../../http/mount-endpoints.ts';
import type { ProvidersService } from './providers.service.ts';

export function mountProviders(host: EndpointHost, providers: ProvidersService): void {
  mountEndpoints(
    host,
    { listProviders, putProvider, deleteProvider, testProvider, tryProvider },
    {
      listProviders: ({ actor }) => ({ providers: providers.list(actor) }),
      putProvider: ({ actor, params, body, headers }) => {
        const { isNew, provider } = providers.put(actor, params.id, { ...body, conditions: headers });
        return new StatusReply(isNew ? 201 : 200, provider, { ETag: entityTag(provider.version) });
      },
      deleteProvider: ({ actor, params }) => providers.remove(actor, params.id),
      testProvider: ({ actor, params, signal }) => providers.test(actor, params.id, signal),
      tryProvider: ({ actor, body, signal }) => providers.try(actor, body, signal),
    },
  );
}
