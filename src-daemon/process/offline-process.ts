/**
 * The offline helper: works on a data folder without serving it, for `backup`, `restore` and `keystore` of the command
 * line. It reads one JSON request from stdin, so that no passphrase is in an argument, and writes one JSON line to stdout.
 */
import { text } from 'node:stream/consumers';
import {
  type OfflineAnswer,
  type OfflineRequest,
  type OfflineWork,
  offlineFailure,
  offlineResult,
  parseOfflineRequest,
} from '../../src-shared-node/offline-protocol.ts';
import { readAuditHead } from '../audit/read-audit-head.ts';
import { secretValue } from '../crypto/secret-value.ts';
import { backUp } from '../offline/back-up.ts';
import { moveKeyStore } from '../offline/move-key-store.ts';
import { restore } from '../offline/restore.ts';
import { showKeyStore } from '../offline/show-key-store.ts';
import { type Config, readConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { hardenProcess } from './harden-process.ts';
import { failureOf } from './offline-failure.ts';
import { printLine } from './process-output.ts';

hardenProcess();
try {
  const config = readConfig(process.argv.slice(2), process.env);
  printLine(await answerTo(config, parseOfflineRequest(await text(process.stdin))));
} catch (error) {
  printLine(offlineFailure(failureOf(error)));
  process.exitCode = 1;
}

async function answerTo(config: Config, request: OfflineRequest): Promise<OfflineAnswer<OfflineWork>> {
  if (request.work === 'show') return offlineResult('show', showKeyStore(config.dataDir));
  // A daemon may serve the folder during a backup: SQLite copies the state of one moment.
  if (request.work === 'backup') {
    const { file, force } = request;
    const input = { config, file, passphrase: normalizeText(request.passphrase), force, readAuditHead };
    return offlineResult('backup', await backUp(input));
  }
  const folder = openDataFolder(config);
  const newPassphrase =
    request.newPassphrase === undefined ? undefined : secretValue(normalizeText(request.newPassphrase));
  try {
    if (request.work === 'move') {
      const { databaseExists } = folder;
      const input = { config, databaseExists, kind: request.kind, newPassphrase };
      return offlineResult('move', await moveKeyStore(input));
    }
    const { file, replace } = request;
    const settings = { ...config, passphrase: newPassphrase };
    const input = { config: settings, file, passphrase: normalizeText(request.passphrase), replace };
    return offlineResult('restore', await restore(input));
  } finally {
    folder.close();
  }
}

/** Returns the same text for every way in which a keyboard can compose its characters. */
function normalizeText(typed: string): string {
  return typed.normalize('NFC');
}
