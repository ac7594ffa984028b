import type { Places } from '../../src-shared-node/places.ts';
import { addressOf } from '../../src-shared-node/prove-daemon.ts';
import type { RunFile } from '../../src-shared-node/run-file.ts';
import { CliError } from '../cli-error.ts';
import { type ApiClient, createApiClient } from '../client/api-client.ts';
import { createCredentialStore } from '../credential/credential-store.ts';
import type { Surroundings } from '../surroundings.ts';
import { findDaemon } from './find-daemon.ts';
import { checkAddress } from './given-address.ts';
import { startDaemon } from './start-daemon.ts';

interface ConnectDeps {
  surroundings: Surroundings;
  places: Places;
  /** Tells the user what is going on, or clears it. */
  progress: (words: string | undefined) => void;
  warn: (words: string) => void;
}

export type Connector = ReturnType<typeof createConnector>;

/**
 * Reaches the daemon: the one at `STRONGROOM_URL`, else the one of the data folder, which is started when it does not
 * run and has to prove itself before it gets a credential.
 */
export function createConnector({ surroundings, places, progress, warn }: ConnectDeps) {
  const { STRONGROOM_URL: givenUrl, STRONGROOM_API_KEY: givenKey } = surroundings.env;
  const credentials = createCredentialStore(places);

  async function findUrl(): Promise<string> {
    if (givenUrl) return checkAddress(givenUrl);
    const running = (await findDaemon(places)) ?? (await start());
    if (running.version !== surroundings.version) {
      const words = `The daemon is version ${running.version}, this command ${surroundings.version}; restart the daemon.`;
      warn(words);
    }
    return addressOf(running.port);
  }

  async function start(): Promise<RunFile> {
    progress('Starting Strongroom …');
    try {
      return await startDaemon(places, surroundings);
    } finally {
      progress(undefined);
    }
  }

  async function findApiKey(): Promise<string> {
    if (givenKey) return givenKey;
    // A stored key belongs to the daemon that proved itself, not to whatever address is in the environment.
    if (givenUrl) throw new CliError('not_logged_in', 'With STRONGROOM_URL the key comes from STRONGROOM_API_KEY.');
    const stored = await credentials.read();
    if (stored !== undefined) return stored;
    const words = 'You are not logged in: run "strongroom login" (or "strongroom login --register" the first time).';
    throw new CliError('not_logged_in', words);
  }

  return {
    credentials,
    places,
    /** True when the environment names the daemon: nothing is started, nothing stored is used. */
    isGiven: Boolean(givenUrl),
    findUrl,
    /** For operations that are open. */
    connectOpen: async (): Promise<ApiClient> => createApiClient(await findUrl()),
    /** With the user's API key. @throws CliError `no_daemon`, `not_logged_in` */
    connect: async (): Promise<ApiClient> => {
      const apiKey = await findApiKey();
      if (!/^[\x21-\x7e]{1,4096}$/.test(apiKey))
        throw new CliError('not_logged_in', 'That is no API key of Strongroom.');
      return createApiClient(await findUrl(), { 'x-api-key': apiKey });
    },
  };
}
