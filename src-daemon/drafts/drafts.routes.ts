import { deleteDraft, listDrafts, readDraft, saveDraft } from '../../src-shared/contracts/drafts.contract.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import type { DraftsService } from './drafts.service.ts';

export function mountDrafts(host: EndpointHost, drafts: DraftsService): void {
  mountEndpoints(
    host,
    { listDrafts, readDraft, saveDraft, deleteDraft },
    {
      listDrafts: ({ actor }) => drafts.list(actor),
      readDraft: ({ actor, params }) => drafts.read(actor, params.id),
      saveDraft: ({ actor, params, body }) => drafts.save(actor, params.id, body),
      deleteDraft: ({ actor, params, query }) => drafts.remove(actor, params.id, query.basedOn),
    },
  );
}
