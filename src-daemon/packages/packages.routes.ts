import * as contract from '../../src-shared/contracts/packages.contract.ts';
import { EventStreamReply, StatusReply } from '../http/handler.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import type { PackagesService } from './packages.service.ts';

const { listPackages, setPackages, addPackage, removePackage, readPackageEvents } = contract;

export function mountPackages(host: EndpointHost, packages: PackagesService): void {
  mountEndpoints(
    host,
    { listPackages, setPackages, addPackage, removePackage, readPackageEvents },
    {
      listPackages: ({ actor }) => ({ packages: packages.list(actor) }),
      setPackages: async ({ actor, body }) => ({ packages: await packages.set(actor, body.packages) }),
      addPackage: async ({ actor, body }) => {
        const { isNew, added } = await packages.add(actor, body);
        return new StatusReply(isNew ? 201 : 200, { ...added[0], ...(body.packages && { packages: added }) });
      },
      removePackage: ({ actor, params }) => packages.remove(actor, params.language, params.name),
      readPackageEvents: ({ actor, lastEventId, signal }) =>
        new EventStreamReply(packages.follow(actor, lastEventId, signal)),
    },
  );
}
