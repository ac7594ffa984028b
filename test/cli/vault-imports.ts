import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listCode, storeCode } from '../../src-shared/contracts/vault.contract.ts';
import { examplePayload } from '../../src-shared/zk/zk-payload.ts';
import { commandWithDaemon } from './command.ts';

/** The master password of these tests, which commands read from stdin. */
export const input = 'correct horse battery staple';

/** A new account, a folder of its own to import, and what the vault has. */
export function vaultImports() {
  const fixture = commandWithDaemon();
  let folders = 0;

  async function begin() {
    const { command, user } = await fixture.forNewUser();
    const folder = join(command.folder, `source-${folders++}`);
    return {
      ...{ command, user, folder },
      write: (path: string, content: string | Uint8Array) => {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      },
      storeDirectly: (name: string) =>
        user.client.call(storeCode, {
          params: { name },
          body: { encryptedPayload: examplePayload, language: 'python', description: 'kept' },
        }),
      names: async () => (await user.client.call(listCode)).code.map(({ name, revision }) => `${name} ${revision}`),
      get: async (name: string) => (await command.run(['vault', 'get', name], { input })).stdout,
    };
  }

  return { fixture, begin };
}
