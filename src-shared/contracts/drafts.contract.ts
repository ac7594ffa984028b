import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { base64Of, timestamp } from '../fields.ts';
import { isCodeName } from '../formats/code-name.ts';
import { DraftPayload } from '../zk/draft-payload.ts';
import { examplePayload } from '../zk/zk-payload.ts';

/** Maximum number and total size of an account's drafts. */
export const draftLimits = { drafts: 256, bytes: 64 * 1024 * 1024 } as const;

const fixedIds: readonly string[] = [
  'run',
  'run.files',
  'run.tabs',
  'vault.tabs',
  'generate',
  'environments',
  'script-new',
];
const scriptPrefixes: readonly string[] = ['script:', 'options:'];
/** A further tab of the Run screen, and its files. */
const scratchId = /^run(?:\.files)?:[a-z0-9]{1,16}$/;

/**
 * Id of a draft: the first tab of the Run screen (`run`) and its files (`run.files`), another tab (`run:ID`) and its files
 * (`run.files:ID`), the lists of open tabs (`run.tabs`, `vault.tabs`), the Generate screen (`generate`), the named
 * sets of variables (`environments`), a new script that is not stored yet (`script-new`), a stored script (`script:NAME`), or its
 * options (`options:NAME`).
 */
export const DraftId = z
  .string()
  .refine(isDraftId, {
    error:
      `must be ${fixedIds.join(', ')}, run:ID or run.files:ID, where ID has 1 to 16 lower-case letters and digits, ` +
      'script:NAME or options:NAME, where NAME is the name of a script',
  })
  .meta({ examples: ['run'] });

/** Returns true if the id is that of the draft of a script's code, which a key of the master password seals. */
export const isScriptDraft = (id: string): id is 'script-new' | `script:${string}` =>
  id === 'script-new' || id.startsWith('script:');

const params = z.strictObject({ id: DraftId });
const version = timestamp().meta({
  description: 'The `updatedAt` that the caller last read. If the draft was saved after it, the reply is 409.',
});

export const DraftInfo = z
  .strictObject({
    id: z.string(),
    updatedAt: timestamp(),
    size: z.int().meta({ description: 'Size of the ciphertext in bytes.' }),
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
    'Unsaved work of the interface, which encrypts it before sending it. `key` opens every draft whose payload has no salt.',
  access: 'session',
  replies: {
    200: z
      .strictObject({
        key: base64Of(32).meta({ description: "32 bytes, derived from the account's key and used for drafts only." }),
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
  description: 'With its payload, as the client sealed it; `draft` is null if the account has none with this id.',
  access: 'session',
  params,
  replies: { 200: z.strictObject({ draft: Draft.nullable() }).meta({ id: 'DraftReply' }) },
});

export const saveDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/drafts/:id',
  tag: 'Drafts',
  summary: 'Save a draft',
  description:
    `Creates or replaces a draft. An account can have at most ${draftLimits.drafts} drafts and 64 MiB of drafts. ` +
    'With `basedOn`, a draft that another window saved in between is not replaced.',
  access: 'session',
  params,
  body: z
    .strictObject({
      payload: DraftPayload,
      basedOn: version.nullable().optional().meta({
        description: 'The `updatedAt` that the caller last read; null: the draft is new. Absent: replaces any version.',
      }),
    })
    .meta({ examples: [{ payload: { ...examplePayload, salt: null }, basedOn: null }] }),
  replies: { 200: DraftInfo },
  errors: ['draft_changed', 'drafts_full'],
});

export const deleteDraft = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/drafts/:id',
  tag: 'Drafts',
  summary: 'Delete a draft',
  description: 'Succeeds if there is none, too. With `basedOn`, a draft that another window saved in between stays.',
  access: 'session',
  params,
  query: z.strictObject({ basedOn: version.optional() }),
  replies: { 204: 'empty' },
  errors: ['draft_changed'],
});

function isDraftId(id: string): boolean {
  if (fixedIds.includes(id) || scratchId.test(id)) return true;
  const prefix = scriptPrefixes.find((candidate) => id.startsWith(candidate));
  return prefix !== undefined && isCodeName(id.slice(prefix.length));
}
