import { type HealthResponse, Strongroom } from '../../../typescript/src/index.ts';
import { createApiKeys } from '../account/api-keys.ts';
import type { Editor } from '../editor/editor.ts';
import { CommandFailure } from '../failure.ts';
import { daemonAddress } from '../settings.ts';

const healthLimitMs = 5000;

/** Gives a client with the stored API key. @throws CommandFailure */
export type Connect = () => Promise<Strongroom>;

/** Returns the function with which commands reach the daemon. */
export function createConnect(editor: Editor): Connect {
  const apiKeys = createApiKeys(editor);
  return async () => {
    const address = daemonAddress(editor.settings());
    const apiKey = await apiKeys.read(address);
    if (apiKey === undefined) throw new CommandFailure('You are not signed in to Strongroom.', [{ command: 'signIn' }]);
    return new Strongroom({ url: address, apiKey });
  };
}

/** Returns the state of the daemon; undefined if none answers. No key is sent, also none of the environment. */
export async function readHealth(address: string): Promise<HealthResponse | undefined> {
  try {
    return await new Strongroom({ url: address, apiKey: '', timeoutMs: healthLimitMs, retries: 0 }).health();
  } catch {
    return undefined;
  }
}
