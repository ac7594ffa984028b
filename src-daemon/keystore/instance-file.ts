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
  /** Of the master; absent until the key store has proved that it keeps it. */
  keyCheck: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  /** Salt in base64; `kdf` 1 is Argon2id with t=3, m=64 MiB, p=4. */
  passphrase: z.object({ salt: base64Of(16), kdf: z.literal(1) }).optional(),
});

/** What the data folder says of itself, beside the database: which key opens it, and no secret. */
export type Instance = z.infer<typeof instanceFile>;

const fileName = 'instance.json';

/** An instance with an id of its own, or with the id that an unfinished first start has chosen. */
export function newInstance(kind: KeyStoreKind, instanceId = randomBytes(16).toString('hex')): Instance {
  const passphrase = { salt: randomBytes(16).toString('base64'), kdf: 1 as const };
  return { formatVersion: 1, instanceId, keyStore: kind, ...(kind === 'passphrase' ? { passphrase } : {}) };
}

/**
 * The folder's instance.json; undefined when there is none.
 * @throws KeyStoreError `instance_missing` when it cannot be understood
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

/** Writes instance.json (0600) whole or not at all. */
export function writeInstance(dataDir: string, instance: Instance): void {
  writeDurableFile(join(dataDir, fileName), new TextEncoder().encode(`${JSON.stringify(instance, null, 2)}\n`));
}
