import type { ResultOf } from '../../src-shared-node/offline-protocol.ts';
import { readInstance } from '../keystore/instance-file.ts';
import { OfflineError } from './offline-error.ts';

/**
 * Returns the kind of key store of a data folder, whether a daemon serves it or not.
 * @throws OfflineError `no_data`, KeyStoreError
 */
export function showKeyStore(dataDir: string): ResultOf<'show'> {
  const instance = readInstance(dataDir);
  if (instance === undefined)
    throw new OfflineError('no_data', `There is no data in ${dataDir}. Choose another folder with --data-dir.`);
  return { keyStore: instance.keyStore };
}
