import type { DraftPayload } from '../../../src-shared/zk/draft-payload.ts';
import { goodHealth } from '../page/health.ts';
import { answerRequests, noAnswer, refusal, type SentRequest } from '../page/requests.ts';

/** The key of the account's drafts, as the daemon gives it. */
export const draftKey = Buffer.alloc(32, 7).toString('base64');

interface StoredDraft {
  updatedAt: string;
  payload: DraftPayload;
}

/** Answers the requests for drafts from memory, with the daemon's check of the version that a save began from. */
export function answerDrafts() {
  const drafts = new Map<string, StoredDraft>();
  let version = 0;
  const state = {
    drafts,
    /** Does not answer. */
    isAway: false,
    /** Carries out a save, but its answer is lost. */
    losesAnswers: false,
    refused: undefined as Response | undefined,
    requests: [] as SentRequest[],
    saves: () => state.requests.filter(({ operation }) => operation.startsWith('PUT')),
    put: (id: string, payload: DraftPayload): StoredDraft => {
      version += 1;
      const draft = { updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, version)).toISOString(), payload };
      drafts.set(id, draft);
      return draft;
    },
  };

  function save(id: string, { payload, basedOn }: { payload: DraftPayload; basedOn: string | null }): Response {
    if ((drafts.get(id)?.updatedAt ?? null) !== basedOn) return refusal('draft_changed');
    const { updatedAt } = state.put(id, payload);
    return Response.json({ id, updatedAt, size: payload.ciphertext.length });
  }

  function remove(id: string, basedOn: string | null): Response {
    const known = drafts.get(id);
    if (known !== undefined && basedOn !== null && known.updatedAt !== basedOn) return refusal('draft_changed');
    drafts.delete(id);
    return new Response(null, { status: 204 });
  }

  function read(id: string): Response {
    const known = drafts.get(id);
    const draft = known === undefined ? null : { id, size: known.payload.ciphertext.length, ...known };
    return Response.json({ draft });
  }

  function list(): Response {
    const listed = Array.from(drafts, ([id, { updatedAt }]) => ({ id, updatedAt, size: 1 }));
    return Response.json({ key: draftKey, drafts: listed });
  }

  state.requests = answerRequests((request) => {
    if (request.operation === 'GET /api/v1/health') return Response.json(goodHealth);
    const [method = '', path = ''] = request.operation.split(' /api/v1/drafts');
    const id = path.slice(1);
    if (state.isAway) return noAnswer();
    if (state.refused !== undefined && method === 'PUT') return state.refused.clone();
    if (method === 'GET') return id === '' ? list() : read(id);
    if (method === 'DELETE') return remove(id, request.query.get('basedOn'));
    const answer = save(id, request.body as { payload: DraftPayload; basedOn: string | null });
    return state.losesAnswers ? noAnswer() : answer;
  });
  return state;
}
