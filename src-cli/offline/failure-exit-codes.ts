import type { OfflineFailureCode } from '../../src-shared-node/offline-protocol.ts';
import { exitCodes } from '../exit-codes.ts';

const { usage, refused, noDaemon, internal, engineDown: busy, notAllowed } = exitCodes;

const codes: Readonly<Record<OfflineFailureCode, number>> = {
  usage,
  not_a_backup: refused,
  wrong_passphrase: refused,
  damaged: refused,
  unreadable: refused,
  file_exists: refused,
  storage: refused,
  no_data: refused,
  data_exists: refused,
  not_ours: refused,
  // A later try can succeed, when the other process has ended.
  already_running: busy,
  wrong_key: refused,
  newer_file: refused,
  corrupt: refused,
  database_locked: busy,
  same_kind: refused,
  unavailable: notAllowed,
  locked: notAllowed,
  unlock_pending: notAllowed,
  master_missing: refused,
  wrong_master: refused,
  passphrase_missing: notAllowed,
  unusable_passphrase: usage,
  kind_changed: refused,
  instance_missing: refused,
  exposed: notAllowed,
  not_kept: refused,
  unsafe_node: noDaemon,
  failed: internal,
};

/** Returns the exit code for a refusal of the offline helper. */
export function exitCodeOfFailure(code: OfflineFailureCode): number {
  return codes[code];
}
