import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { queryInteger, text, textOfBytes, timestamp, typedPassword } from '../fields.ts';
import { CodeName } from '../formats/code-name.ts';
import { listingQuery } from '../listing-query.ts';
import { examplePayload, ZKPayload } from '../zk/zk-payload.ts';
import { entry, RunOptions, requestLimits, streamOptions } from './execute-request.ts';
import { ExecuteResponse, ExecutionEvent, execute, RetryHeaders } from './executions.contract.ts';
import { NetworkRules } from './network/network-rules.ts';
import { Preconditions, VersionTag } from './preconditions.ts';

/** Number of newest revisions that are kept of each stored code, including the current one. */
export const revisionsKept = 20;

const language = text().min(1).max(64).meta({ description: 'An id or alias of GET /api/v1/languages.' });
const description = text().max(1000);
const masterPassword = typedPassword();
const params = z.strictObject({ name: CodeName });
/** Opens `examplePayload`. */
const exampleMasterPassword = 'correct horse battery staple';

/** Fields that say of stored code that only its ciphertext is stored. */
const sealedMarks = { stored: z.literal(true), zeroKnowledge: z.literal(true) };

/** Metadata of stored code, which the daemon cannot decrypt. */
export const EncryptedCodeMetadata = z
  .strictObject({
    name: z.string(),
    language: z.string(),
    description: z.string(),
    ...sealedMarks,
    size: z.int().meta({ description: 'Size of the code in bytes of UTF-8.' }),
    network: NetworkRules.optional().meta({ description: 'Network rules of runs that name no network themselves.' }),
    revision: z.int(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({ id: 'EncryptedCodeMetadata' });
export type EncryptedCodeMetadata = z.infer<typeof EncryptedCodeMetadata>;

export const EncryptedCode = EncryptedCodeMetadata.extend({ encryptedPayload: ZKPayload }).meta({
  id: 'EncryptedCode',
  description: 'The encrypted code: only a client with the master password can decrypt it.',
});
export type EncryptedCode = z.infer<typeof EncryptedCode>;

export const CodeRevision = z
  .strictObject({
    revision: z.int(),
    language: z.string(),
    description: z.string(),
    size: z.int(),
    createdAt: timestamp(),
  })
  .meta({ id: 'CodeRevision' });
export type CodeRevision = z.infer<typeof CodeRevision>;

const CodeInput = z
  .strictObject({
    encryptedPayload: ZKPayload,
    language,
    description: description
      .optional()
      .meta({ description: 'A replacement without it keeps the current description.' }),
    network: NetworkRules.nullable()
      .optional()
      .meta({
        description:
          'Network rules of runs of this code that name no network; null: none. A replacement without it keeps the current ' +
          'rules.',
      }),
  })
  .meta({
    id: 'EncryptedCodeInput',
    examples: [{ encryptedPayload: examplePayload, language: 'python', description: 'Says hello' }],
  });
export type CodeInput = z.infer<typeof CodeInput>;

const Stored = z
  .strictObject({
    name: z.string(),
    language: z.string(),
    description: z.string(),
    ...sealedMarks,
  })
  .meta({ id: 'StoredCode' });
export type StoredCode = z.infer<typeof Stored>;

/** Options of an ExecuteRequest that are not part of the stored code, and the master password. */
export const ExecuteStoredRequest = RunOptions.extend({ ...streamOptions, entry, masterPassword }).meta({
  id: 'ExecuteStoredRequest',
  examples: [{ masterPassword: exampleMasterPassword, args: ['--all'] }],
});
export type ExecuteStoredRequest = z.infer<typeof ExecuteStoredRequest>;
/** Options of a run of stored code. */
export type StoredRunOptions = Omit<ExecuteStoredRequest, 'masterPassword'>;

export const encryptCode = defineEndpoint({
  method: 'POST',
  path: '/api/v1/zk/encrypt',
  tag: 'Vault',
  summary: 'Client encryption helper',
  description:
    'For clients that cannot encrypt on their own. The daemon receives the password and the code, and stores neither.',
  access: 'vault',
  body: z
    .strictObject({ masterPassword, code: textOfBytes(0, requestLimits.codeBytes) })
    .meta({ examples: [{ masterPassword: exampleMasterPassword, code: 'print("hello")\n' }] }),
  replies: { 200: z.strictObject({ encryptedPayload: ZKPayload }) },
  errors: ['rate_limited'],
});

export const storeCode = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/zk/code/:name',
  tag: 'Vault',
  summary: 'Store encrypted code',
  description: `Creates (201) or replaces (200) the code; the newest ${revisionsKept} revisions are kept.`,
  access: 'vault',
  params,
  headers: Preconditions,
  body: CodeInput,
  replies: { 200: Stored, 201: Stored },
  replyHeaders: VersionTag,
  errors: ['unknown_language', 'precondition_failed'],
});

export const listCode = defineEndpoint({
  method: 'GET',
  path: '/api/v1/zk/code',
  tag: 'Vault',
  summary: 'List encrypted code',
  description: 'Metadata of all stored code by name, at the current revisions.',
  access: 'vault',
  query: listingQuery,
  replies: { 200: z.strictObject({ code: z.array(EncryptedCodeMetadata) }).meta({ id: 'EncryptedCodeList' }) },
});

export const readCode = defineEndpoint({
  method: 'GET',
  path: '/api/v1/zk/code/:name',
  tag: 'Vault',
  summary: 'Read encrypted code',
  description: 'The payload as the client sent it, still encrypted; with `revision` an older one.',
  access: 'vault',
  params,
  query: z.strictObject({ revision: queryInteger(1, Number.MAX_SAFE_INTEGER).optional() }),
  replies: { 200: EncryptedCode },
  replyHeaders: VersionTag,
  errors: ['code_not_found'],
});

export const listCodeRevisions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/zk/code/:name/revisions',
  tag: 'Vault',
  summary: 'List the revisions of encrypted code',
  description: 'Newest first.',
  access: 'vault',
  params,
  replies: { 200: z.strictObject({ revisions: z.array(CodeRevision) }).meta({ id: 'CodeRevisionList' }) },
  errors: ['code_not_found'],
});

export const renameCode = defineEndpoint({
  method: 'POST',
  path: '/api/v1/zk/code/:name/rename',
  tag: 'Vault',
  summary: 'Rename or move encrypted code',
  description:
    'Gives the code another name, also in another folder. Its revisions, payloads and run options stay with it. The ' +
    'encryption does not contain the name, so the payload does not change.',
  access: 'vault',
  params,
  headers: Preconditions.pick({ 'If-Match': true }),
  body: z.strictObject({ name: CodeName }).meta({ examples: [{ name: 'reports/nightly' }] }),
  replies: { 200: EncryptedCodeMetadata },
  replyHeaders: VersionTag,
  errors: ['code_not_found', 'code_name_taken', 'precondition_failed'],
});

export const deleteCode = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/zk/code/:name',
  tag: 'Vault',
  summary: 'Delete encrypted code',
  description: 'Deletes the code with all its revisions, with `If-Match` only at that version.',
  access: 'vault',
  params,
  headers: Preconditions.pick({ 'If-Match': true }),
  replies: { 204: 'empty' },
  errors: ['code_not_found', 'precondition_failed'],
});

export const executeCode = defineEndpoint({
  method: 'POST',
  path: '/api/v1/zk/code/:name/execute',
  tag: 'Vault',
  summary: 'Decrypt and execute in sandbox',
  description:
    'Requires the scopes `vault` and `execute`. The code is decrypted only in memory and in the sandbox, while it runs. The ' +
    'history keeps the output, but not the code.',
  access: 'vault',
  params,
  headers: RetryHeaders,
  body: ExecuteStoredRequest,
  replies: { 200: ExecuteResponse },
  stream: { events: ExecutionEvent },
  errors: ['code_not_found', 'decryption_failed', 'rate_limited', ...execute.errors],
});
