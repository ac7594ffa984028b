import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { base64Of } from '../../src-shared/fields.ts';
import { readFileIfAny, writeDurableFile } from './durable-file.ts';
import { KeyStoreError, type KeyStoreKind } from './key-store.ts';

const instanceFile = z.object({
  formatVersion: z.literal(1),
  instanceId: z.string().regex(/^[0-9a-f]{32}$/),
  keyStore: z.enum(['os', 'file', 'passphrase']),
  /** Check value of the master key; absent until the key store has returned the key once. */
  keyCheck: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  /** Salt in base64; `kdf` 1 is Argon2id with t=3, m=64 MiB, p=4. */
  passphrase: z.object({ salt: base64Of(16), kdf: z.literal(1) }).optional(),
});

/** Metadata of the data folder: the key that opens it, but no secret. */
export type Instance = z.infer<typeof instanceFile>;

const fileName = 'instance.json';

/** Creates an instance with a new id, or with the id of a first start that was interrupted. */
export function newInstance(kind: KeyStoreKind, instanceId = randomBytes(16).toString('hex')): Instance {
  const passphrase = { salt: randomBytes(16).toString('base64'), kdf: 1 as const };
  return { formatVersion: 1, instanceId, keyStore: kind, ...(kind === 'passphrase' ? { passphrase } : {}) };
}

/**
 * Reads instance.json of the data folder; returns undefined if it does not exist.
 * @throws KeyStoreError `instance_missing` when it is not valid
 */
export function readInstance(dataDir: string): Instance | undefined {
  const path = join(dataDir, fileName);
  const bytes = readFileIfAny(path);
  if (bytes === undefined) return undefined;
  try {
    return instanceFile.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw new KeyStoreError(
      'instance_missing',
      `${path} cannot be read. Restore it from a backup of the data folder.`,
      {
        cause,
      },
    );
  }
}

/** Writes instance.json (0600) atomically. */
export function writeInstance(dataDir: string, instance: Instance): void {
  writeDurableFile(join(dataDir, fileName), new TextEncoder().encode(`${JSON.stringify(instance, null, 2)}\n`));
}
