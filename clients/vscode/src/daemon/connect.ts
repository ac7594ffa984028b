import { type HealthResponse, Strongroom } from '../../../typescript/src/index.ts';
import { createApiKeys } from '../account/api-keys.ts';
import type { Editor } from '../editor/editor.ts';
import { CommandFailure } from '../failure.ts';
import { type OwnDaemon, requireOwnDaemon } from './own-daemon.ts';

const healthLimitMs = 5000;

/** Gives a client with the stored API key. @throws CommandFailure */
export type Connect = () => Promise<Strongroom>;

/** Returns the function with which commands reach the daemon. */
export function createConnect(editor: Editor): Connect {
  const apiKeys = createApiKeys(editor);
  return async () => {
    const daemon = await requireOwnDaemon(editor.settings());
    const apiKey = await apiKeys.read(daemon);
    if (apiKey === undefined) throw new CommandFailure('You are not signed in to Strongroom.', [{ command: 'signIn' }]);
    return clientOf(daemon, apiKey);
  };
}

export function clientOf({ url, fetch }: OwnDaemon, apiKey: string): Strongroom {
  return new Strongroom({ url, fetch, apiKey });
}

/** Returns the state of the daemon; undefined if it does not answer. No key is sent, also none of the environment. */
export async function readHealth({ url, fetch }: OwnDaemon): Promise<HealthResponse | undefined> {
  try {
    return await new Strongroom({ url, fetch, apiKey: '', timeoutMs: healthLimitMs, retries: 0 }).health();
  } catch {
    return undefined;
  }
}
