import { entityTag } from '../../src-shared/contracts/preconditions.ts';
import { beginReseal, cancelReseal, commitReseal, putResealed } from '../../src-shared/contracts/reseal.contract.ts';
import * as contract from '../../src-shared/contracts/vault.contract.ts';
import { EventStreamReply, StatusReply } from '../http/handler.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import type { ExecuteCode } from './execute-code.ts';
import type { RenameCode } from './rename-code.ts';
import type { ResealCode } from './reseal-code.ts';
import type { VaultService } from './vault.service.ts';

const { encryptCode, storeCode, listCode, readCode, listCodeRevisions, renameCode, deleteCode, executeCode } = contract;

export function mountVault(host: EndpointHost, { vault, executeStored, renameStored }: VaultServices): void {
  mountEndpoints(
    host,
    { encryptCode, storeCode, listCode, readCode, listCodeRevisions, renameCode, deleteCode, executeCode },
    {
      encryptCode: ({ actor, body }) => vault.encrypt(actor, body),
      storeCode: ({ actor, params, body, headers }) => {
        const { isNew, revision, stored } = vault.store(actor, params.name, { ...body, conditions: headers });
        return new StatusReply(isNew ? 201 : 200, stored, { ETag: entityTag(revision) });
      },
      listCode: ({ actor, query }) => ({ code: vault.list(actor, query) }),
      readCode: ({ actor, params, query }) => {
        const code = vault.read(actor, params.name, query.revision);
        return new StatusReply(200, code, { ETag: entityTag(code.revision) });
      },
      listCodeRevisions: ({ actor, params }) => ({ revisions: vault.revisions(actor, params.name) }),
      renameCode: ({ actor, params, body, headers }) => {
        const renamed = renameStored(actor, { from: params.name, to: body.name, conditions: headers });
        return new StatusReply(200, renamed, { ETag: entityTag(renamed.revision) });
      },
      deleteCode: ({ actor, params, headers }) => vault.remove(actor, params.name, headers),
      executeCode: async ({ actor, params, body, headers, signal, requestsStream }) => {
        const run = { name: params.name, request: body, signal, retryKey: headers['Idempotency-Key'] };
        if (requestsStream) return new EventStreamReply(await executeStored.executeStreaming(actor, run));
        return executeStored.execute(actor, run);
      },
    },
  );
}

export function mountReseal(host: EndpointHost, { reseal }: Pick<VaultServices, 'reseal'>): void {
  mountEndpoints(
    host,
    { beginReseal, putResealed, commitReseal, cancelReseal },
    {
      beginReseal: ({ actor }) => new StatusReply(201, reseal.begin(actor)),
      putResealed: ({ actor, params, body }) => reseal.put(actor, { ...params, ...body }),
      commitReseal: ({ actor, params, body }) => reseal.commit(actor, params.id, body?.otherPassword),
      cancelReseal: ({ actor, params }) => reseal.cancel(actor, params.id),
    },
  );
}

interface VaultServices {
  reseal: ResealCode;
  vault: VaultService;
  executeStored: ExecuteCode;
  renameStored: RenameCode;
}
