import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type SecretValue, secretValue } from '../crypto/secret-value.ts';

/** Asks for the passphrase at the terminal, on stderr and without showing what is typed. */
export async function askPassphrase(): Promise<SecretValue> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write('Passphrase of the key store: ');
  try {
    return secretValue((await terminal.question('')).normalize('NFC'));
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
