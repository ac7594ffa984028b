import { z } from 'zod';
import { isPassword, passwordRequirement } from '../src-shared/zk/password-bytes.ts';

/** The kinds of key store that can hold a master key. */
export const keyStoreKinds = ['os', 'file', 'passphrase'] as const;
export type KeyStoreKind = (typeof keyStoreKinds)[number];

const newPassphrase = z.string().refine((text) => isPassword(text), { error: passwordRequirement });

/** Accepts also a passphrase of an earlier version, which limited the characters and not the bytes. */
const passphrase = z
  .string()
  .min(1)
  .max(1024)
  .refine((text) => text.isWellFormed(), { error: 'must be well-formed Unicode' });

/** The work that the offline helper can do on a data folder; one JSON value on its stdin. */
export const OfflineRequest = z.discriminatedUnion('work', [
  z.strictObject({ work: z.literal('backup'), file: z.string(), passphrase: newPassphrase, force: z.boolean() }),
  z.strictObject({
    work: z.literal('restore'),
    file: z.string(),
    passphrase,
    replace: z.boolean(),
    /** For the key store kind `passphrase`. */
    newPassphrase: newPassphrase.optional(),
  }),
  z.strictObject({
    work: z.literal('move'),
    kind: z.enum(keyStoreKinds),
    /** For the key store kind `passphrase`. */
    newPassphrase: newPassphrase.optional(),
  }),
  z.strictObject({ work: z.literal('show') }),
]);
export type OfflineRequest = z.infer<typeof OfflineRequest>;
export type OfflineWork = OfflineRequest['work'];
export type RequestOf<Work extends OfflineWork> = Extract<OfflineRequest, { work: Work }>;

/** The result of each kind of work. */
const results = {
  backup: z.strictObject({ file: z.string(), bytes: z.int().nonnegative() }),
  restore: z.strictObject({
    dataDir: z.string(),
    keyStore: z.enum(keyStoreKinds),
    /** Time of the backup, ISO 8601. */
    madeAt: z.string(),
    /** The folder that the replaced data was moved to. */
    aside: z.string().exactOptional(),
  }),
  move: z.strictObject({ from: z.enum(keyStoreKinds), to: z.enum(keyStoreKinds) }),
  show: z.strictObject({ keyStore: z.enum(keyStoreKinds) }),
} satisfies Record<OfflineWork, z.ZodType>;
export type ResultOf<Work extends OfflineWork> = z.infer<(typeof results)[Work]>;

/** The reasons why no work was done. */
export const offlineFailureCodes = [
  'usage',
  // The files.
  'not_a_backup',
  'wrong_passphrase',
  'damaged',
  'unreadable',
  'file_exists',
  'storage',
  // The data folder.
  'no_data',
  'data_exists',
  'not_ours',
  'already_running',
  'wrong_key',
  'newer_file',
  'corrupt',
  'database_locked',
  // The key store.
  'same_kind',
  'unavailable',
  'locked',
  'unlock_pending',
  'master_missing',
  'wrong_master',
  'passphrase_missing',
  'unusable_passphrase',
  'kind_changed',
  'instance_missing',
  'exposed',
  'not_kept',
  // The program.
  'unsafe_node',
  'failed',
] as const;
export type OfflineFailureCode = (typeof offlineFailureCodes)[number];

const OfflineFailure = z.strictObject({
  code: z.enum(offlineFailureCodes),
  message: z.string().min(1),
  /** For `already_running`: the process that holds the data folder. */
  pid: z.int().positive().optional(),
});
/** The reason why no work was done, in a stable code and in a sentence for the user. */
export type OfflineFailure = z.infer<typeof OfflineFailure>;

export type OfflineAnswer<Work extends OfflineWork> =
  | { ok: true; result: ResultOf<Work> }
  | ({ ok: false } & OfflineFailure);

/** Returns the request of the helper's stdin. @throws ZodError, SyntaxError when the text is not JSON */
export function parseOfflineRequest(text: string): OfflineRequest {
  return OfflineRequest.parse(JSON.parse(text));
}

/** Returns the answer that reports finished work. @throws ZodError when the result does not have the form of its work */
export function offlineResult<Work extends OfflineWork>(work: Work, result: ResultOf<Work>): OfflineAnswer<Work> {
  return { ok: true, result: results[work].parse(result) as ResultOf<Work> };
}

/** Returns the answer that reports that no work was done. */
export function offlineFailure(failure: OfflineFailure): OfflineAnswer<never> {
  return { ok: false, ...failure };
}

/** Returns the helper's answer, or undefined if the line is not an answer to this work. */
export function parseOfflineAnswer<Work extends OfflineWork>(
  work: Work,
  line: string,
): OfflineAnswer<Work> | undefined {
  const answer = z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), result: results[work] }),
    OfflineFailure.extend({ ok: z.literal(false) }),
  ]);
  const parsed = answer.safeParse(parseJson(line));
  return parsed.success ? (parsed.data as OfflineAnswer<Work>) : undefined;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
