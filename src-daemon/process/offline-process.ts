/**
 * Work on a data folder without serving it: `backup`, `restore` and `keystore` of the command line. One JSON request
 * on stdin (so that no passphrase is in an argument), one JSON line on stdout.
 */
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { isPassword, passwordRequirement } from '../../src-shared/zk/password-bytes.ts';
import { readAuditHead } from '../audit/read-audit-head.ts';
import { hardenProcess } from '../core/harden-process.ts';
import { secretValue } from '../crypto/secret-value.ts';
import { KeyStoreError } from '../keystore/key-store.ts';
import { backUp } from '../offline/back-up.ts';
import { moveKeyStore } from '../offline/move-key-store.ts';
import { OfflineError } from '../offline/offline-error.ts';
import { restore } from '../offline/restore.ts';
import { showKeyStore } from '../offline/show-key-store.ts';
import { ConfigError, readConfig } from './config.ts';
import { DataFolderError, openDataFolder } from './data-folder.ts';
import { NodeVersionError } from './find-app.ts';
import { printLine } from './process-output.ts';
import { describeStorageFailure } from './storage-failure.ts';

const newPassphrase = z.string().refine((text) => isPassword(text), { error: passwordRequirement });
/** Also one that an earlier version took, which counted characters. */
const passphrase = z
  .string()
  .min(1)
  .max(1024)
  .refine((text) => text.isWellFormed(), { error: 'must be well-formed Unicode' });
const requestShape = z.discriminatedUnion('work', [
  z.strictObject({ work: z.literal('backup'), file: z.string(), passphrase: newPassphrase, force: z.boolean() }),
  z.strictObject({
    work: z.literal('restore'),
    file: z.string(),
    passphrase,
    replace: z.boolean(),
    newPassphrase: newPassphrase.optional(),
  }),
  z.strictObject({
    work: z.literal('move'),
    kind: z.enum(['os', 'file', 'passphrase']),
    newPassphrase: newPassphrase.optional(),
  }),
  z.strictObject({ work: z.literal('show') }),
]);

hardenProcess();
try {
  const config = readConfig(process.argv.slice(2), process.env);
  const request = requestShape.parse(JSON.parse(await text(process.stdin)));
  printLine({ ok: true, ...(await carryOut(config, request)) });
} catch (error) {
  printLine({ ok: false, ...explain(error) });
  process.exitCode = 1;
}

async function carryOut(config: ReturnType<typeof readConfig>, request: z.infer<typeof requestShape>) {
  if (request.work === 'show') return showKeyStore(config.dataDir);
  // Beside a daemon that works on: the copy is SQLite's own, of one moment.
  if (request.work === 'backup') {
    const { file, force } = request;
    return backUp({ config, file, passphrase: normal(request.passphrase), force, readAuditHead });
  }
  const folder = openDataFolder(config);
  const newPassphrase = request.newPassphrase === undefined ? undefined : secretValue(normal(request.newPassphrase));
  try {
    if (request.work === 'move')
      return await moveKeyStore({ config, databaseExists: folder.databaseExists, kind: request.kind, newPassphrase });
    const { file, replace } = request;
    const settings = { ...config, passphrase: newPassphrase };
    return await restore({ config: settings, file, passphrase: normal(request.passphrase), replace });
  } finally {
    folder.close();
  }
}

/** The same bytes however a keyboard composes them. */
function normal(typed: string): string {
  return typed.normalize('NFC');
}

function explain(error: unknown): { code: string; message: string } {
  if (error instanceof OfflineError) return { code: error.code, message: error.message };
  if (error instanceof DataFolderError || error instanceof KeyStoreError || error instanceof NodeVersionError)
    return { code: error.reason, message: error.message };
  if (error instanceof ConfigError) return { code: 'usage', message: error.message };
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return { code: 'usage', message: `Nothing was done: ${issue?.path.join('.')} ${issue?.message}.` };
  }
  const failure = describeStorageFailure(error);
  return { code: 'failed', message: failure ? `${failure} and try again.` : `It failed${causeOf(error)}.` };
}

/** The system's code where there is one: its message may quote what was typed. */
function causeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? `: ${error.code}`
    : ' for an unknown reason';
}
