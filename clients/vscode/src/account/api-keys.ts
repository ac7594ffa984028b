import type { Editor } from '../editor/editor.ts';

/** Stores one API key for each address, so that no daemon gets the key of another one. */
export function createApiKeys({ secretStorage }: Pick<Editor, 'secretStorage'>) {
  const entryOf = (address: string) => `apiKey ${address}`;
  return {
    read: async (address: string): Promise<string | undefined> => secretStorage.get(entryOf(address)),
    write: async (address: string, apiKey: string): Promise<void> => secretStorage.store(entryOf(address), apiKey),
    remove: async (address: string): Promise<void> => secretStorage.delete(entryOf(address)),
  };
}
