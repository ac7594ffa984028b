import { acceptItems, listRolledBackItems } from '../../src-shared/contracts/items.contract.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import type { ItemsService } from './items.service.ts';

export function mountItems(host: EndpointHost, items: ItemsService): void {
  mountEndpoints(
    host,
    { listRolledBackItems, acceptItems },
    {
      listRolledBackItems: async ({ actor }) => ({ items: await items.list(actor) }),
      acceptItems: ({ actor, body }) => items.accept(actor, body),
    },
  );
}
