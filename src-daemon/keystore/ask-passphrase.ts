import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { watchUtf8 } from '../../src-shared-node/watch-utf8.ts';
import { type SecretValue, secretValue } from '../crypto/secret-value.ts';
import { KeyStoreError } from './key-store.ts';

/** Asks for the passphrase at the terminal, on stderr and without an echo. */
export async function askPassphrase(): Promise<SecretValue> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const typed = watchUtf8(process.stdin);
  process.stderr.write('Passphrase of the key store: ');
  try {
    const answer = await terminal.question('');
    if (!typed.isValid())
      throw new KeyStoreError('unusable_passphrase', 'The passphrase is not UTF-8 text. Set the terminal to UTF-8.');
    return secretValue(answer.normalize('NFC'));
  } finally {
    typed.stop();
    terminal.close();
    process.stderr.write('\n');
  }
}
