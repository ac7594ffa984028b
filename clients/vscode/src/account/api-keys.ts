import type { OwnDaemon } from '../daemon/own-daemon.ts';
import type { Editor } from '../editor/editor.ts';

/**
 * Stores one API key for each data folder, so that no daemon gets the key of another one. A key that an older version stored
 * for an address is used if the daemon of the data folder, which has proved its identity, has this address.
 */
export function createApiKeys({ secretStorage }: Pick<Editor, 'secretStorage'>) {
  const entryOf = (location: string) => `apiKey ${location}`;
  return {
    read: async ({ dataDir, url }: Pick<OwnDaemon, 'dataDir' | 'url'>): Promise<string | undefined> =>
      (await secretStorage.get(entryOf(dataDir))) ?? secretStorage.get(entryOf(url)),
    write: async (dataDir: string, apiKey: string): Promise<void> => secretStorage.store(entryOf(dataDir), apiKey),
    /** @param locations the data folder, and addresses for which an older version may have stored a key */
    async remove(locations: readonly string[]): Promise<void> {
      for (const location of locations) await secretStorage.delete(entryOf(location));
    },
  };
}
