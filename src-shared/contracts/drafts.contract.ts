import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { base64Of, timestamp } from '../fields.ts';
import { codeNamePattern } from '../formats/code-name.ts';
import { DraftPayload } from '../zk/draft-payload.ts';

/** The most that an account keeps. */
export const draftLimits = { drafts: 256, bytes: 64 * 1024 * 1024 } as const;

const fixedIds: readonly string[] = ['run', 'run.files', 'generate', 'script-new'];
const scriptPrefixes: readonly string[] = ['script:', 'options:'];

/**
 * What a draft is of: the editor of the Run screen (`run`), its files (`run.files`), the Generate screen (`generate`), a
 * script that is not in the vault yet (`script-new`), a script of the vault (`script:NAME`), its options (`options:NAME`).
 */
export const DraftId = z.string().refine(isDraftId, {
  error: `must be ${fixedIds.join(', ')}, script:NAME or options:NAME, where NAME is the name of a script`,
});

const params = z.strictObject({ id: DraftId });
const version = timestamp().meta({
  description: 'The `updatedAt` of the draft that the caller knows. A draft that was saved since then answers 409.',
});

export const DraftInfo = z
  .strictObject({
    id: z.string(),
    updatedAt: timestamp(),
    size: z.int().meta({ description: 'Bytes of the ciphertext.' }),
  })
  .meta({ id: 'DraftInfo' });
export type DraftInfo = z.infer<typeof DraftInfo>;

const Draft = DraftInfo.extend({ payload: DraftPayload }).meta({ id: 'Draft' });

export const listDrafts = defineEndpoint({
  method: 'GET',
  path: '/api/v1/drafts',
  tag: 'Drafts',
  summary: 'List drafts',
  description:
    'Unsaved work of the interface, which seals it before it is sent. `key` opens every draft whose payload has no salt.',
  access: 'session',
  replies: {
    200: z
      .strictObject({
        key: base64Of(32).meta({ description: "32 bytes, derived from the account's key for drafts alone." }),
        drafts: z.array(DraftInfo),
      })
      .meta({ id: 'DraftList' }),
  },
});

export const readDraft = defineEndpoint({
  method: 'GET',
  path: '/api/v1/drafts/:id',
  tag: 'Drafts',
  summary: 'Read a draft',
  access: 'session',
  params,
  replies: { 200: Draft },
  errors: ['draft_not_found'],
});

export const saveDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/drafts/:id',
  tag: 'Drafts',
  summary: 'Save a draft',
  description:
    `Creates or replaces it; an account has at most ${draftLimits.drafts} drafts of 64 MiB together. ` +
    'With `basedOn`, a draft that another window has saved since then is left as it is.',
  access: 'session',
  params,
  body: z.strictObject({
    payload: DraftPayload,
    basedOn: version
      .nullable()
      .optional()
      .meta({ description: 'The `updatedAt` that the caller knows; null: none. Absent: replaces any.' }),
  }),
  replies: { 200: DraftInfo },
  errors: ['draft_changed', 'drafts_full'],
});

export const deleteDraft = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/drafts/:id',
  tag: 'Drafts',
  summary: 'Delete a draft',
  access: 'session',
  params,
  query: z.strictObject({ basedOn: version.optional() }),
  replies: { 204: 'empty' },
  errors: ['draft_not_found', 'draft_changed'],
});

function isDraftId(id: string): boolean {
  if (fixedIds.includes(id)) return true;
  const prefix = scriptPrefixes.find((candidate) => id.startsWith(candidate));
  return prefix !== undefined && codeNamePattern.test(id.slice(prefix.length));
}
