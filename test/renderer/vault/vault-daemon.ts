import type { DraftPayload } from '../../../src-shared/zk/draft-payload.ts';
import { examplePayload, type ZKPayload } from '../../../src-shared/zk/zk-payload.ts';
import { draftKey } from '../drafts/draft-daemon.ts';
import { answerRequests, noAnswer, refusal, type SentRequest } from '../page/requests.ts';
import { storedCode } from './stored-code.ts';

export interface SealedRevision {
  language: string;
  description: string;
  encryptedPayload: ZKPayload;
  network?: unknown;
}

/** A payload of its own for each text. */
export const payloadOf = (text: string): ZKPayload => ({
  ...examplePayload,
  ciphertext: Buffer.from(`${'.'.repeat(64)}${text}`).toString('base64'),
});

/** Answers the requests for stored code and for sealed drafts from memory, with their conditions. */
export function answerVault() {
  const code = new Map<string, SealedRevision[]>();
  const drafts = new Map<string, DraftPayload>();
  const state = { code, drafts, isAway: false, requests: [] as SentRequest[] };
  const metadata = (name: string, revision: number) => {
    const { network, ...rest } = code.get(name)?.[revision - 1] ?? {};
    return storedCode(name, { ...rest, ...(network != null && { network }), revision } as object);
  };

  function ofCode(request: SentRequest, [method, name, part]: readonly [string, string, string]): Response {
    const revisions = code.get(name) ?? [];
    const at = Number(request.query.get('revision') ?? revisions.length);
    if (method === 'PUT') return store(request, name);
    if (revisions.length === 0) return refusal('code_not_found');
    if (method === 'DELETE') {
      if (request.headers.get('if-match') !== `"${revisions.length}"`) return refusal('precondition_failed');
      code.delete(name);
      return new Response(null, { status: 204 });
    }
    if (part !== 'revisions') return Response.json(metadata(name, at));
    const listed = revisions.map(({ language, description }, index) => {
      const { size, createdAt } = metadata(name, index + 1);
      return { revision: index + 1, language, description, size, createdAt };
    });
    return Response.json({ revisions: listed.toReversed() });
  }

  function store({ headers, body }: SentRequest, name: string): Response {
    const before = code.get(name) ?? [];
    const expected = headers.get('if-none-match') === '*' ? 0 : Number(headers.get('if-match')?.slice(1, -1));
    if (expected !== before.length) return refusal('precondition_failed');
    code.set(name, [...before, body as SealedRevision]);
    const { language, description } = body as SealedRevision;
    const reply = { name, language, description, stored: true, zeroKnowledge: true };
    return Response.json(reply, { status: 200, headers: { etag: `"${before.length + 1}"` } });
  }

  function ofDraft({ body }: SentRequest, method: string, id: string): Response {
    const updatedAt = '2026-01-01T00:00:00.000Z';
    const info = { id, updatedAt, size: 1 };
    const payload = drafts.get(id);
    if (id === '')
      return Response.json({ key: draftKey, drafts: [...drafts.keys()].map((one) => ({ ...info, id: one })) });
    if (method === 'GET') return Response.json({ draft: payload === undefined ? null : { ...info, payload } });
    if (method === 'DELETE') drafts.delete(id);
    else drafts.set(id, (body as { payload: DraftPayload }).payload);
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(info);
  }

  state.requests = answerRequests((request) => {
    if (state.isAway) return noAnswer();
    const [method = '', path = ''] = request.operation.split(' /api/v1/');
    if (path.startsWith('drafts')) return ofDraft(request, method, path.slice('drafts/'.length));
    if (path === 'zk/code')
      return Response.json({ code: [...code].map(([name, { length }]) => metadata(name, length)) });
    const [, name = '', part = ''] = /^zk\/code\/(.*?)(?:\/(revisions))?$/.exec(path) ?? [];
    return ofCode(request, [method, name, part]);
  });
  return state;
}
